package supplychain.cli;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;
import supplychain.http.Metrics;
import supplychain.http.Tls;

/**
 * The result of asking the service on this machine for an answer.
 *
 * @param says its address, and how long it has been running
 */
record ServiceCheck(String address, boolean isUp, String says) {
  private static final int WAIT_MILLIS = 5_000;
  private static final Pattern UPTIME = Pattern.compile("(?m)^process_uptime_seconds ([0-9.E]+)$");

  /** Asks the service at the address of the settings. */
  static ServiceCheck of(Settings settings, Tls tls) {
    String host = settings.text(Setting.HOST);
    boolean isEvery = host.equals("0.0.0.0") || host.equals("::");
    String address = url(tls, isEvery ? "127.0.0.1" : host, settings.number(Setting.PORT));
    try {
      if (get(address + "/health/live", tls) == null) {
        return new ServiceCheck(address, false, "does not answer on " + address);
      }
      return new ServiceCheck(address, true, "answers on " + address + ", " + uptime(address, tls));
    } catch (IOException e) {
      return new ServiceCheck(address, false, "does not answer on " + address);
    }
  }

  static String url(Tls tls, String host, int port) {
    return "%s://%s:%d"
        .formatted(
            tls == null ? "http" : "https", host.contains(":") ? "[" + host + "]" : host, port);
  }

  private static String uptime(String address, Tls tls) throws IOException {
    String metrics = get(address + Metrics.PATH, tls);
    Matcher uptime = UPTIME.matcher(metrics == null ? "" : metrics);
    if (!uptime.find()) {
      return "for an unknown time";
    }
    Duration time = Duration.ofSeconds((long) Double.parseDouble(uptime.group(1)));
    return "for %d days %d hours %d minutes"
        .formatted(time.toDays(), time.toHoursPart(), time.toMinutesPart());
  }

  /** The body of a 200; null for another status. */
  private static String get(String address, Tls tls) throws IOException {
    URL url = URI.create(address).toURL();
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    connection.setConnectTimeout(WAIT_MILLIS);
    connection.setReadTimeout(WAIT_MILLIS);
    if (connection instanceof HttpsURLConnection secure) {
      // The certificate names the address for others. It must be the one of the settings.
      secure.setHostnameVerifier((name, session) -> true);
      secure.setSSLSocketFactory(tls.client());
    }
    try {
      return connection.getResponseCode() == 200
          ? new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          : null;
    } finally {
      connection.disconnect();
    }
  }
}
