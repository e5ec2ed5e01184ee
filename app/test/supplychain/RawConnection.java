package supplychain;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.commons.io.function.Uncheck;

/**
 * A connection to the service on which a test sends any bytes, and reads when it likes. It serves
 * one thread. In every text that is sent, one character is one byte.
 */
public final class RawConnection implements AutoCloseable {
  /** Certificates and keys, made with openssl; they are of no use to anybody else. */
  public static final Path PEM = Path.of("app/test/supplychain/http/pem");

  private static final int PATIENCE_MILLIS = 60_000;

  /** Small, so that little of an answer that nobody reads fits into the system's memory. */
  private static final int RECEIVE_BUFFER_BYTES = 1 << 15;

  private static final int READ_BUFFER_BYTES = 1 << 10;
  private static final int STATUS_LINE = "HTTP/1.1 200 ".length();

  private final URI origin;
  private final Consumer<SSLParameters> tls;
  private Socket socket;
  private PushbackInputStream in;
  private boolean isUsed;

  /** Connects to the service at {@code origin}, which may begin with {@code https}. */
  public RawConnection(String origin) {
    this(origin, parameters -> {});
  }

  /** Connects over TLS with these parameters. */
  public RawConnection(String origin, Consumer<SSLParameters> tls) {
    this.origin = URI.create(origin);
    this.tls = tls;
    Uncheck.run(this::open);
  }

  private void open() throws IOException {
    socket = new Socket();
    socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.connect(new java.net.InetSocketAddress(origin.getHost(), origin.getPort()));
    if (origin.getScheme().equals("https")) {
      socket = encrypted(socket);
    }
    in =
        new PushbackInputStream(
            new BufferedInputStream(socket.getInputStream(), READ_BUFFER_BYTES), STATUS_LINE);
    isUsed = false;
  }

  private SSLSocket encrypted(Socket plain) throws IOException {
    SSLSocket encrypted =
        (SSLSocket)
            trusting()
                .getSocketFactory()
                .createSocket(plain, origin.getHost(), origin.getPort(), true);
    SSLParameters parameters = encrypted.getSSLParameters();
    tls.accept(parameters);
    encrypted.setSSLParameters(parameters);
    encrypted.startHandshake();
    return encrypted;
  }

  private static SSLContext trusting() throws IOException {
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
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The name in the certificate of the service. */
  public String certificateName() {
    return Uncheck.get(((SSLSocket) socket).getSession()::getPeerPrincipal).getName();
  }

  /** The head of a POST of JSON, with a token unless it is null, and with its last empty line. */
  public static String post(String path, String token, int length) {
    return "POST %s HTTP/1.1\r\nHost: x\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        .formatted(path, token == null ? "" : "Authorization: Bearer " + token + "\r\n", length);
  }

  /** Sends some bytes. */
  public RawConnection send(String text) {
    Uncheck.run(() -> socket.getOutputStream().write(text.getBytes(ISO_8859_1)));
    return this;
  }

  /** Sends a text again and again until the service answers or closes the connection. */
  public void sendUntilAnswered(String text) {
    try {
      while (isWaiting()) {
        send(text);
      }
    } catch (UncheckedIOException closed) {
      // The service answered and closed the connection before this text arrived.
    }
  }

  /** Whether the connection is open and there is nothing to read. */
  public boolean isWaiting() {
    try {
      socket.setSoTimeout(1);
      int next = in.read();
      if (next >= 0) {
        in.unread(next);
      }
      socket.setSoTimeout(PATIENCE_MILLIS);
      return false;
    } catch (SocketTimeoutException nothing) {
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  /** The status of the next answer; 0 when the service closes the connection without one. */
  public int status() {
    Uncheck.run(() -> socket.setSoTimeout(PATIENCE_MILLIS));
    byte[] start = Uncheck.get(() -> in.readNBytes(STATUS_LINE));
    Uncheck.run(() -> in.unread(start));
    return start.length == 0 ? 0 : Integer.parseInt(new String(start, ISO_8859_1).split(" ", 3)[1]);
  }

  /** All that comes until the service closes the connection. */
  public String rest() {
    Uncheck.run(() -> socket.setSoTimeout(PATIENCE_MILLIS));
    return new String(Uncheck.get(in::readAllBytes), UTF_8);
  }

  /** Sends one whole request and reads its answer. */
  public Reply ask(String request) {
    return ask(request, request.length());
  }

  /**
   * Sends one whole request in two pieces, the first of this length, and reads its answer. Connects
   * again after an answer that was the last of its connection.
   */
  public Reply ask(String request, int first) {
    try {
      boolean isReused = isUsed && !socket.isClosed();
      Reply answer = tryOnce(request, first, isReused);
      // The service may close an idle connection; it then has not seen this request.
      answer = answer == null && isReused ? tryOnce(request, first, false) : answer;
      if (answer == null) {
        throw new AssertionError("the service closed without an answer");
      }
      return answer;
    } catch (IOException e) {
      close();
      throw new UncheckedIOException(e);
    }
  }

  private Reply tryOnce(String request, int first, boolean isReused) throws IOException {
    try {
      if (socket.isClosed()) {
        open();
      }
      isUsed = true;
      send(request.substring(0, first)).send(request.substring(first));
      boolean isHead = request.startsWith("HEAD ");
      Reply answer = ReplyReader.read(in, isHead);
      if (answer == null || ReplyReader.isLast(answer, isHead)) {
        close();
      }
      return answer;
    } catch (IOException | UncheckedIOException e) {
      close();
      if (isReused && !(e instanceof SocketTimeoutException)) {
        return null;
      }
      throw e;
    }
  }

  /**
   * Sends any bytes on a connection of their own, ends the sending, and reads every answer until
   * the service closes. If the service closes before it has read everything, answers can be lost on
   * the way: those that arrived are returned.
   */
  public static List<Reply> exchange(String origin, String bytes) {
    List<Reply> all = new ArrayList<>();
    boolean isHead = bytes.startsWith("HEAD ");
    try (RawConnection connection = new RawConnection(origin)) {
      connection.socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
      connection.socket.shutdownOutput();
      Reply answer = ReplyReader.read(connection.in, isHead);
      while (answer != null) {
        all.add(answer);
        // A body may follow after all: the service cannot know the method of an unreadable line.
        answer = isHead ? null : ReplyReader.read(connection.in, false);
      }
    } catch (SocketException reset) {
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  /** The first answer to a head, whose lines end with {@code \n}, and to the body after it. */
  public static Reply firstReply(String origin, String head, String body) {
    return exchange(origin, head.strip().replace("\n", "\r\n") + "\r\n\r\n" + body).get(0);
  }

  /** The first answer of the shared installation. */
  public static Reply firstReply(String head, String body) {
    return firstReply(Installation.shared().origin(), head, body);
  }

  @Override
  public void close() {
    Uncheck.run(socket::close);
  }
}
