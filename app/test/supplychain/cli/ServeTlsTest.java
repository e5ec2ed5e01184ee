package supplychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.Https.PEM;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Https;
import supplychain.SlowClient;

/** The service with a certificate of its own. */
class ServeTlsTest {
  private static final String RSA = PEM.resolve("rsa.pem").toString();
  private static final String RSA_KEY = PEM.resolve("rsa-pkcs8.key").toString();

  @TempDir Path folder;

  @Test
  void itSpeaksHttpsOnlyAndTakesANewCertificateByItself() throws Exception {
    Path certificate = Files.copy(PEM.resolve("rsa.pem"), folder.resolve("fullchain.pem"));
    Path key = Files.copy(PEM.resolve("rsa-pkcs8.key"), folder.resolve("privkey.pem"));
    Map<String, String> settings = CommandRun.shared();
    settings.put("SUPPLY_CHAIN_TLS_CERT", certificate.toString());
    settings.put("SUPPLY_CHAIN_TLS_KEY", key.toString());
    try (ServiceProcess service = ServiceProcess.start(settings, "serve", "--port", "0")) {
      URI url = URI.create(service.baseUrl());
      assertEquals("https", url.getScheme());
      String origin = "https://localhost:" + url.getPort();
      try (SlowClient plain = new SlowClient("http://127.0.0.1:" + url.getPort())) {
        plain.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
        assertFalse(plain.answer().contains("200"));
      }
      assertEquals("CN=rsa.test", name(origin));
      Files.writeString(certificate, Files.readString(PEM.resolve("ec.pem")));
      Files.writeString(key, Files.readString(PEM.resolve("ec-pkcs8.key")));
      String shown = name(origin);
      while (shown.equals("CN=rsa.test")) {
        shown = name(origin);
      }
      assertEquals("CN=ec.test", shown);
      service.terminate();
      assertEquals(0, service.exitCode());
      String log = String.join("\n", service.err());
      assertFalse(log.contains("Exception"), log);
      assertTrue(log.contains("the certificate of CN=ec.test is valid until"), log);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--tls-cert", "--tls-key"})
  void oneOfTheTwoFilesIsNoUse(String flag) {
    refused("--tls-cert and --tls-key need each other: give both, or neither.", "serve", flag, RSA);
  }

  @ParameterizedTest
  @CsvSource({
    "rsa-pkcs1.key, 'is encrypted or not in PKCS#8: convert it (openssl pkcs8 -topk8 -nocrypt -in FILE) and let only the service read it.'",
    "ec-pkcs8.key, 'holds no private key in PEM of the certificate''s kind, RSA.'",
    "none.key, cannot be read."
  })
  void aFileThatCannotBeUsedIsSaidInOneLine(String key, String why) {
    String file = PEM.resolve(key).toString();
    refused(file + " " + why, "serve", "--tls-cert", RSA, "--tls-key", file);
  }

  @Test
  void theSettingsInForceNameTheFiles() {
    CommandRun run = CommandRun.of("config", "--tls-cert", RSA, "--tls-key", RSA_KEY);
    assertEquals(RSA + " flag --tls-cert", run.inForce("--tls-cert"));
    assertEquals(RSA_KEY + " flag --tls-key", run.inForce("--tls-key"));
    assertEquals("- default", CommandRun.of("config").inForce("--tls-key"));
  }

  private static void refused(String line, String... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertEquals(2, run.exitCode());
    assertEquals(line + "\n", run.err());
  }

  private static String name(String origin) {
    try (Https client = new Https(origin)) {
      assertTrue(client.get("/health/ready").startsWith("HTTP/1.1 200 "));
      return client.name();
    }
  }
}
