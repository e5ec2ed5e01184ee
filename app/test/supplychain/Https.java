package supplychain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** An encrypted connection to a service that shows a certificate of the tests' own authority. */
public final class Https implements AutoCloseable {
  /** Certificates and keys, made with openssl; they are of no use to anybody else. */
  public static final Path PEM = Path.of("app/test/supplychain/http/pem");

  private static final int PATIENCE_MILLIS = 60_000;

  private final SSLSocket socket;

  /** Connects to the service at {@code origin}, with any version of TLS or with the one named. */
  public Https(String origin, String... version) {
    URI address = URI.create(origin);
    try {
      socket =
          (SSLSocket)
              trusting().getSocketFactory().createSocket(address.getHost(), address.getPort());
      socket.setSoTimeout(PATIENCE_MILLIS);
      if (version.length > 0) {
        socket.setEnabledProtocols(version);
      }
      socket.startHandshake();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the service there takes a connection with this suite and no other. */
  public static boolean isTaken(String origin, String suite) throws IOException {
    URI address = URI.create(origin);
    try (SSLSocket socket =
        (SSLSocket)
            trusting().getSocketFactory().createSocket(address.getHost(), address.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setEnabledCipherSuites(new String[] {suite});
      socket.startHandshake();
      return socket.getSession().getCipherSuite().equals(suite);
    } catch (SSLException refused) {
      return false;
    }
  }

  private static SSLContext trusting() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry(
          "ca",
          CertificateFactory.getInstance("X.509")
              .generateCertificate(Files.newInputStream(PEM.resolve("ca.pem"))));
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whom the service says it is: the name in its certificate. */
  public String name() {
    try {
      X509Certificate own = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return own.getSubjectX500Principal().getName();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends some more. */
  public Https send(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks for a path that is answered without a token. */
  public String get(String path) {
    return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").answer();
  }

  /** The next answer, whose body must be a JSON object without another in it. */
  public String answer() {
    StringBuilder answer = new StringBuilder();
    try {
      while (answer.indexOf("}") < 0) {
        int next = socket.getInputStream().read();
        if (next < 0) {
          throw new IllegalStateException("closed after: " + answer);
        }
        answer.append((char) next);
      }
      return answer.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
