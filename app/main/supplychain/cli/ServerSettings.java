package supplychain.cli;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;
import supplychain.http.Tls;

/** How the service answers. */
final class ServerSettings extends Settings {
  static final int MOST_PORT = 65_535;
  static final int LEAST_CONNECTIONS = 5;
  static final int MOST_CONNECTIONS = 100;
  static final int MOST_POOL_WAIT_SECONDS = 60;
  static final int MOST_REQUESTS_A_SECOND = 1_000_000;
  static final int MOST_STOP_WAIT_SECONDS = 600;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "Address to listen on (default: ${DEFAULT-VALUE}; 0.0.0.0: every address).")
  String host;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Port to listen on (default: ${DEFAULT-VALUE}; 0: any free one).")
  String port;

  @Option(
      names = "--pool-size",
      paramLabel = "N",
      defaultValue = "12",
      description = "Connections to the database at the most (default: ${DEFAULT-VALUE}).")
  String poolSize;

  @Option(
      names = "--pool-wait",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "How long a request waits for a connection before it is answered 503"
              + " (default: ${DEFAULT-VALUE}).")
  String poolWait;

  @Option(
      names = "--rate-limit",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Requests a second from one caller before they are answered 429"
              + " (default: ${DEFAULT-VALUE}, no limit).")
  String rateLimit;

  @Option(
      names = "--stop-wait",
      paramLabel = "SECONDS",
      defaultValue = "20",
      description =
          "How long requests under way may take when the service is told to stop"
              + " (default: ${DEFAULT-VALUE}).")
  String stopWait;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description =
          "Speak HTTPS with this certificate, and those that lead to its root, in PEM; read again"
              + " when it changes.")
  String tlsCert;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "File with the private key of that certificate, in PEM and not encrypted.")
  String tlsKey;

  ServerSettings(Environment environment) {
    super(environment);
  }

  /**
   * The values.
   *
   * @param tls null speaks plain HTTP
   */
  record Values(
      String host,
      int port,
      int poolSize,
      Duration poolWait,
      int rateLimit,
      Duration stopWait,
      Tls tls) {
    String scheme() {
      return tls == null ? "http" : "https";
    }
  }

  /** The values, or the first one that is wrong. */
  Values read() {
    return new Values(
        setting("--host", host).words("a host name or an address"),
        setting("--port", port).wholeNumber(0, MOST_PORT),
        setting("--pool-size", poolSize).wholeNumber(LEAST_CONNECTIONS, MOST_CONNECTIONS),
        seconds("--pool-wait", poolWait, 1, MOST_POOL_WAIT_SECONDS),
        setting("--rate-limit", rateLimit).wholeNumber(0, MOST_REQUESTS_A_SECOND),
        seconds("--stop-wait", stopWait, 0, MOST_STOP_WAIT_SECONDS),
        tls(setting("--tls-cert", tlsCert), setting("--tls-key", tlsKey)));
  }

  private static Tls tls(Setting certificate, Setting key) {
    if (!certificate.isGiven() && !key.isGiven()) {
      return null;
    }
    if (certificate.isGiven() != key.isGiven()) {
      throw Failure.wrongUse("--tls-cert and --tls-key need each other: give both, or neither.");
    }
    try {
      return Tls.of(certificate.path(), key.path());
    } catch (IOException | GeneralSecurityException e) {
      throw Failure.wrongUse(OneLine.of(e) + ".");
    }
  }

  private Duration seconds(String flag, String text, int least, int most) {
    return Duration.ofSeconds(setting(flag, text).wholeNumber(least, most));
  }

  @Override
  List<Setting> all() {
    return List.of(
        setting("--host", host),
        setting("--port", port),
        setting("--pool-size", poolSize),
        setting("--pool-wait", poolWait),
        setting("--rate-limit", rateLimit),
        setting("--stop-wait", stopWait),
        setting("--tls-cert", tlsCert),
        setting("--tls-key", tlsKey));
  }
}
