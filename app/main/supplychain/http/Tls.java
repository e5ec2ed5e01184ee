package supplychain.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
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

  private static final String NO_PASSWORD = "";
  private static final Logger LOG = LoggerFactory.getLogger(Tls.class);

  private final Path certificateFile;
  private final Path keyFile;
  private final SslContextFactory.Server factory = new SslContextFactory.Server();
  private byte[][] seen;
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
   *     message shows nothing of the key
   */
  public static Tls of(Path certificateFile, Path keyFile)
      throws IOException, GeneralSecurityException {
    Tls tls = new Tls(certificateFile, keyFile);
    tls.seen = tls.read();
    tls.factory.setKeyStore(tls.keys());
    return tls;
  }

  /** The context in which connections are encrypted. */
  SslContextFactory.Server factory() {
    return factory;
  }

  /**
   * Reads the files again if they have changed, for new connections. If the service cannot use
   * them, the old certificate stays: somebody may have replaced only one of the two files so far.
   */
  public void reload() {
    try {
      byte[][] now = read();
      if (!Arrays.deepEquals(now, seen)) {
        seen = now;
        KeyStore keys = keys();
        factory.reload(ssl -> ssl.setKeyStore(keys));
      }
      complaint = "";
    } catch (Exception e) {
      if (!complaint.equals(e.toString())) {
        complaint = e.toString();
        LOG.warn("the certificate in use stays, the new one cannot be used: {}", e.getMessage());
      }
    }
  }

  private byte[][] read() throws IOException {
    return new byte[][] {read(certificateFile), read(keyFile)};
  }

  private static byte[] read(Path file) throws IOException {
    try (InputStream stream = Files.newInputStream(file)) {
      byte[] bytes = stream.readNBytes(MOST_FILE_BYTES + 1);
      if (bytes.length > MOST_FILE_BYTES) {
        throw new IOException(file + " has more than " + MOST_FILE_BYTES + " bytes");
      }
      return bytes;
    } catch (IOException e) {
      throw new IOException(file + " cannot be read", e);
    }
  }

  /** The certificate and the key that were read, as Jetty takes them. */
  private KeyStore keys() throws IOException, GeneralSecurityException {
    Identity identity = Identity.of(certificateFile, seen[0], keyFile, seen[1]);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry(
        "service",
        identity.key(),
        NO_PASSWORD.toCharArray(),
        identity.chain().toArray(Certificate[]::new));
    announce((X509Certificate) identity.chain().get(0));
    return keys;
  }

  private static void announce(X509Certificate certificate) {
    Instant end = certificate.getNotAfter().toInstant();
    String name = certificate.getSubjectX500Principal().getName();
    if (end.isBefore(Instant.now())) {
      LOG.warn("the certificate of {} has expired: it was valid until {}", name, end);
    } else {
      LOG.info("the certificate of {} is valid until {}", name, end);
    }
  }
}
