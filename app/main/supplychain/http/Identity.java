package supplychain.http;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;

/**
 * A certificate with the key that belongs to it.
 *
 * @param chain the certificate, then those that lead to its root
 */
record Identity(List<Certificate> chain, PrivateKey key) {
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");
  private static final byte[] SAMPLE = {1};

  /**
   * Out of what two PEM files hold.
   *
   * @throws GeneralSecurityException if they cannot be used; the message names the file, and tells
   *     nothing of the key
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
    List<Certificate> chain;
    try {
      chain = Pem.certificates(bytes);
    } catch (GeneralSecurityException e) {
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
    if (Pem.isEncryptedKey(bytes)) {
      throw new GeneralSecurityException(
          file
              + " is encrypted: decrypt it (openssl pkey -in FILE) and let only the service read it");
    }
    try {
      return Pem.privateKey(bytes, publicKey)
          .orElseThrow(() -> new GeneralSecurityException("there is none"));
    } catch (GeneralSecurityException e) {
      // No cause and no message of it: they may tell of the key.
      throw new GeneralSecurityException(
          file
              + " holds no private key in PEM of the certificate's kind, "
              + publicKey.getAlgorithm());
    }
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
      // Keys of two lengths cannot even be tried.
      return false;
    }
  }
}
