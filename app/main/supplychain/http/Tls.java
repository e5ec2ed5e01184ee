package supplychain.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The encryption of connections, with a certificate and a key from two PEM files. */
public final class Tls {
  public static final int MOST_FILE_BYTES = 1 << 18;

  /** How many sessions of TLS 1.2 the service keeps for clients that come back. */
  private static final int MOST_SESSIONS = 1_000;

  /**
   * The suites with new keys for each connection and with authenticated encryption: all suites of
   * TLS 1.3, and ECDHE with an AEAD of TLS 1.2.
   */
  private static final String[] SUITES = {
    "TLS_AES_.*", "TLS_CHACHA20_.*", "TLS_ECDHE_.*_GCM_.*", "TLS_ECDHE_.*_CHACHA20_.*"
  };

  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final Pattern OTHER_KEY = Pattern.compile("-----BEGIN [A-Z0-9]+ PRIVATE KEY-----");
  private static final byte[] SAMPLE = {1};
  private static final String NO_PASSWORD = "";
  private static final Logger LOG = LoggerFactory.getLogger(Tls.class);

  private final Path certificateFile;
  private final Path keyFile;
  private final SslContextFactory.Server factory = new SslContextFactory.Server();

  /** The texts of the two files in use, or of the last ones that could not be used. */
  private List<String> seen;

  private X509Certificate certificate;
  private String complaint = "";

  private Tls(Path certificateFile, Path keyFile) {
    this.certificateFile = certificateFile;
    this.keyFile = keyFile;
    factory.setKeyStorePassword(NO_PASSWORD);
    factory.setIncludeProtocols("TLSv1.2", "TLSv1.3");
    factory.setIncludeCipherSuites(SUITES);
    factory.setSslSessionCacheSize(MOST_SESSIONS);
    factory.setRenegotiationAllowed(false);
  }

  /**
   * Reads the certificate, the certificates up to its root, and its key.
   *
   * @throws IOException if a file cannot be read
   * @throws GeneralSecurityException if a file is malformed or the two do not belong together; the
   *     message shows no part of the key
   */
  public static Tls of(Path certificateFile, Path keyFile)
      throws IOException, GeneralSecurityException {
    Tls tls = new Tls(certificateFile, keyFile);
    tls.seen = tls.read();
    tls.factory.setKeyStore(tls.keys());
    return tls;
  }

  SslContextFactory.Server factory() {
    return factory;
  }

  /**
   * Reads the files again if they have changed, for new connections. If the service cannot use
   * them, the old certificate stays: somebody may have replaced only one of the two files so far.
   */
  public void reload() {
    try {
      List<String> now = read();
      if (!now.equals(seen)) {
        seen = now;
        KeyStore keys = keys();
        factory.reload(ssl -> ssl.setKeyStore(keys));
        announce();
      }
      complaint = "";
    } catch (Exception e) {
      if (!complaint.equals(e.toString())) {
        complaint = e.toString();
        LOG.warn(
            "the service keeps the current certificate, because the new one cannot be used: {}",
            e.getMessage());
      }
    }
  }

  /** Writes to the log until when the certificate is valid. */
  public void announce() {
    Instant end = expires();
    String name = certificate.getSubjectX500Principal().getName();
    if (end.isBefore(Instant.now())) {
      LOG.warn("the certificate of {} has expired: it was valid until {}", name, end);
    } else {
      LOG.info("the certificate of {} is valid until {}", name, end);
    }
  }

  /** When the certificate ends. */
  public Instant expires() {
    return certificate.getNotAfter().toInstant();
  }

  /** Connects a client that trusts this certificate and no other. */
  public SSLSocketFactory client() {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("service", certificate);
      SslContextFactory.Client client = new SslContextFactory.Client();
      client.setTrustStore(trusted);
      client.start();
      return client.getSslContext().getSocketFactory();
    } catch (Exception e) {
      throw new IllegalStateException("the certificate was read before", e);
    }
  }

  private List<String> read() throws IOException {
    return List.of(read(certificateFile), read(keyFile));
  }

  private static String read(Path file) throws IOException {
    try (InputStream stream = Files.newInputStream(file)) {
      byte[] bytes = stream.readNBytes(MOST_FILE_BYTES + 1);
      if (bytes.length > MOST_FILE_BYTES) {
        throw new IOException(file + " has more than " + MOST_FILE_BYTES + " bytes");
      }
      return new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new IOException(file + " cannot be read", e);
    }
  }

  /** The two files as Jetty takes them. Notes the certificate once both fit together. */
  private KeyStore keys() throws IOException, GeneralSecurityException {
    List<Certificate> chain = chain(seen.get(0));
    PrivateKey key = key(seen.get(1), chain.get(0).getPublicKey());
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry("service", key, NO_PASSWORD.toCharArray(), chain.toArray(Certificate[]::new));
    certificate = (X509Certificate) chain.get(0);
    return keys;
  }

  /** The certificate of the service, then the certificates up to its root. */
  private List<Certificate> chain(String pem) throws GeneralSecurityException {
    CertificateFactory certificates = CertificateFactory.getInstance("X.509");
    List<Certificate> chain = new ArrayList<>();
    try {
      for (byte[] block : blocks("CERTIFICATE", pem)) {
        chain.add(certificates.generateCertificate(new ByteArrayInputStream(block)));
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new GeneralSecurityException(certificateFile + " holds a broken certificate", e);
    }
    if (chain.isEmpty()) {
      throw new GeneralSecurityException(certificateFile + " holds no certificate in PEM");
    }
    if (!SIGNATURES.containsKey(chain.get(0).getPublicKey().getAlgorithm())) {
      throw new GeneralSecurityException(
          certificateFile + " has a key that is not RSA, EC or EdDSA");
    }
    return chain;
  }

  private PrivateKey key(String pem, PublicKey publicKey) throws GeneralSecurityException {
    if (OTHER_KEY.matcher(pem).find()) {
      throw new GeneralSecurityException(
          keyFile
              + " is encrypted or not in PKCS#8: convert it (openssl pkcs8 -topk8 -nocrypt -in"
              + " FILE) and let only the service read it");
    }
    String kind = publicKey.getAlgorithm();
    PrivateKey key;
    try {
      byte[] block = blocks("PRIVATE KEY", pem).get(0);
      key = KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(block));
    } catch (GeneralSecurityException
        | IllegalArgumentException
        | IndexOutOfBoundsException withoutCause) {
      // The cause and its message may show parts of the key.
      throw new GeneralSecurityException(
          keyFile + " holds no private key in PEM of the certificate's kind, " + kind);
    }
    if (!belongTogether(publicKey, key)) {
      throw new GeneralSecurityException(
          keyFile + " is not the key of the first certificate in " + certificateFile);
    }
    return key;
  }

  /** The blocks with this label in a PEM file (RFC 7468), decoded. */
  private static List<byte[]> blocks(String label, String pem) {
    return BLOCK
        .matcher(pem)
        .results()
        .filter(block -> block.group(1).equals(label))
        .map(block -> Base64.getMimeDecoder().decode(block.group(2)))
        .toList();
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
