package supplychain.http;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A certificate with its private key.
 *
 * @param chain the certificate of the service first, then the certificates up to its root
 */
record Identity(List<Certificate> chain, PrivateKey key) {
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final Pattern OTHER_KEY = Pattern.compile("-----BEGIN [A-Z0-9]+ PRIVATE KEY-----");
  private static final byte[] SAMPLE = {1};

  /**
   * Reads two PEM files.
   *
   * @throws GeneralSecurityException if the service cannot use them; the message names the file and
   *     shows nothing of the key
   */
  static Identity of(Path certificateFile, byte[] certificate, Path keyFile, byte[] key)
      throws GeneralSecurityException {
    List<Certificate> chain = chain(certificateFile, certificate);
    PublicKey publicKey = chain.get(0).getPublicKey();
    PrivateKey privateKey = key(keyFile, key, publicKey);
    if (!belongTogether(publicKey, privateKey)) {
      throw new GeneralSecurityException(
          keyFile + " is not the key of the first certificate in " + certificateFile);
    }
    return new Identity(chain, privateKey);
  }

  private static List<Certificate> chain(Path file, byte[] bytes) throws GeneralSecurityException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<Certificate> chain = new ArrayList<>();
    try {
      for (byte[] certificate : blocks("CERTIFICATE", bytes)) {
        chain.add(factory.generateCertificate(new ByteArrayInputStream(certificate)));
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new GeneralSecurityException(file + " holds a broken certificate", e);
    }
    if (chain.isEmpty()) {
      throw new GeneralSecurityException(file + " holds no certificate in PEM");
    }
    if (!SIGNATURES.containsKey(chain.get(0).getPublicKey().getAlgorithm())) {
      throw new GeneralSecurityException(file + " is for another key than RSA, EC or EdDSA");
    }
    return chain;
  }

  private static PrivateKey key(Path file, byte[] bytes, PublicKey publicKey)
      throws GeneralSecurityException {
    if (OTHER_KEY.matcher(text(bytes)).find()) {
      throw new GeneralSecurityException(
          file
              + " is encrypted or not in PKCS#8: convert it (openssl pkcs8 -topk8 -nocrypt -in FILE)"
              + " and let only the service read it");
    }
    try {
      byte[] key = blocks("PRIVATE KEY", bytes).get(0);
      return KeyFactory.getInstance(publicKey.getAlgorithm())
          .generatePrivate(new PKCS8EncodedKeySpec(key));
    } catch (GeneralSecurityException
        | IllegalArgumentException
        | IndexOutOfBoundsException withoutCause) {
      // The cause and its message may show parts of the key.
      throw new GeneralSecurityException(
          file
              + " holds no private key in PEM of the certificate's kind, "
              + publicKey.getAlgorithm());
    }
  }

  /** The blocks with this label in a PEM file (RFC 7468), decoded. */
  private static List<byte[]> blocks(String label, byte[] file) {
    return BLOCK
        .matcher(text(file))
        .results()
        .filter(block -> block.group(1).equals(label))
        .map(block -> Base64.getMimeDecoder().decode(block.group(2)))
        .toList();
  }

  private static String text(byte[] file) {
    return new String(file, StandardCharsets.ISO_8859_1);
  }

  private static boolean belongTogether(PublicKey publicKey, PrivateKey privateKey)
      throws GeneralSecurityException {
    Signature signature = Signature.getInstance(SIGNATURES.get(publicKey.getAlgorithm()));
    signature.initSign(privateKey);
    signature.update(SAMPLE);
    byte[] signed = signature.sign();
    signature.initVerify(publicKey);
    signature.update(SAMPLE);
    try {
      return signature.verify(signed);
    } catch (SignatureException e) {
      // Java throws when the two keys have different lengths.
      return false;
    }
  }
}
