package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.RawConnection.PEM;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Await;
import supplychain.RawConnection;
import supplychain.http.Tls;

/** The service with a certificate of its own. */
class ServeTlsTest {
  private static final String RSA = PEM.resolve("rsa.pem").toString();

  @TempDir Path folder;

  @Test
  @Tag("proof")
  void theServiceSpeaksOnlyHttpsAndLoadsANewCertificateByItself() throws Exception {
    Path certificate = Files.copy(PEM.resolve("rsa.pem"), folder.resolve("fullchain.pem"));
    Path key = Files.copy(PEM.resolve("rsa-pkcs8.key"), folder.resolve("privkey.pem"));
    Map<String, String> settings = CommandRun.shared();
    settings.put("SUPPLY_CHAIN_TLS_CERT", certificate.toString());
    settings.put("SUPPLY_CHAIN_TLS_KEY", key.toString());
    try (ServiceProcess service = ServiceProcess.start(settings, "serve", "--port", "0")) {
      URI url = URI.create(service.baseUrl());
      assertEquals("https", url.getScheme());
      String origin = "https://localhost:" + url.getPort();
      try (RawConnection plain = new RawConnection("http://127.0.0.1:" + url.getPort())) {
        plain.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
        assertFalse(plain.rest().contains("200"));
      }
      assertEquals("CN=rsa.test", name(origin));
      Files.writeString(certificate, Files.readString(PEM.resolve("ec.pem")));
      Files.writeString(key, Files.readString(PEM.resolve("ec-pkcs8.key")));
      Await.until(() -> !name(origin).equals("CN=rsa.test"));
      assertEquals("CN=ec.test", name(origin));
      service.terminate();
      assertEquals(0, service.exitCode());
      String log = String.join("\n", service.err());
      assertFalse(log.contains("Exception"), log);
      assertTrue(log.contains("the certificate of CN=ec.test is valid until"), log);
    }
  }

  @Test
  @Tag("proof")
  void withoutACertificateTheLogWarnsIfOtherMachinesCanConnect() throws Exception {
    try (ServiceProcess service =
        ServiceProcess.start(CommandRun.shared(), "serve", "--host", "0.0.0.0", "--port", "0")) {
      assertTrue(service.baseUrl().startsWith("http://127.0.0.1:"));
      service.terminate();
      assertEquals(0, service.exitCode());
      String log = String.join("\n", service.err());
      assertTrue(log.contains("there is no certificate, so tokens and records cross"), log);
    }
  }

  @ParameterizedTest
  @CsvSource({"--tls-cert, --tls-key", "--tls-key, --tls-cert"})
  void theCertificateAndItsKeyNeedEachOther(String flag, String missing) {
    CommandRun.of("serve", flag, RSA)
        .requireExit(2, flag + " needs " + missing + ". Give both, or neither.");
  }

  @ParameterizedTest
  @CsvSource({
    "rsa.pem, encrypted-pkcs8.key, encrypted-pkcs8.key is encrypted or not in PKCS#8: convert it",
    "rsa.pem, encrypted-pkcs1.key, encrypted-pkcs1.key is encrypted or not in PKCS#8: convert it",
    "rsa.pem, rsa-pkcs1.key, rsa-pkcs1.key is encrypted or not in PKCS#8: convert it",
    "ec.pem, ec-sec1.key, ec-sec1.key is encrypted or not in PKCS#8: convert it",
    "rsa.pem, ec-pkcs8.key, 'ec-pkcs8.key holds no private key in PEM of the certificate''s"
        + " kind, RSA'",
    "ec.pem, rsa-pkcs8.key, 'rsa-pkcs8.key holds no private key in PEM of the certificate''s"
        + " kind, EC'",
    "ca.pem, ec-pkcs8.key, ec-pkcs8.key is not the key of the first certificate in",
    "rsa.pem, rsa.pem, rsa.pem holds no private key in PEM",
    "rsa-pkcs8.key, rsa-pkcs8.key, rsa-pkcs8.key holds no certificate in PEM",
    "none.pem, rsa-pkcs8.key, none.pem cannot be read",
    "rsa.pem, none.key, none.key cannot be read"
  })
  void aFileThatCannotBeUsedIsNamedInOneLine(String certificate, String key, String why) {
    refused(PEM.resolve(certificate), PEM.resolve(key), why);
  }

  @Test
  void aBrokenOrTooLargeCertificateIsNamed() throws Exception {
    String pem = Files.readString(PEM.resolve("rsa.pem"));
    Path file = folder.resolve("bad.pem");
    Files.writeString(file, pem.replace("MI", "!!"));
    refused(file, PEM.resolve("rsa-pkcs8.key"), file + " holds a broken certificate");
    Files.writeString(file, pem + " ".repeat(Tls.MOST_FILE_BYTES - pem.length() + 1));
    refused(file, PEM.resolve("rsa-pkcs8.key"), file.toString());
  }

  private static void refused(Path certificate, Path key, String why) {
    CommandRun run =
        CommandRun.of("serve", "--tls-cert=" + certificate, "--tls-key=" + key).requireExit(2, why);
    assertEquals(1, run.err().lines().count(), run.err());
  }

  private static String name(String origin) {
    try (RawConnection client = new RawConnection(origin)) {
      assertEquals(200, client.ask("GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n").status());
      return client.certificateName();
    }
  }
}
