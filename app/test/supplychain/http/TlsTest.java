package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.Https.PEM;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Https;
import supplychain.OwnService;
import supplychain.SlowClient;
import supplychain.World;
import supplychain.core.Role;

/** HTTPS with a certificate and its key in two PEM files. */
class TlsTest {
  private static final String PATH = "/v1/supply-chains/company-products/";
  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir Path folder;

  private Tls tls;
  private OwnService service;

  @AfterEach
  void stop() {
    if (service != null) {
      service.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rsa, rsa-pkcs8, TLSv1.2",
    "rsa, rsa-pkcs8, TLSv1.3",
    "ec, ec-pkcs8, TLSv1.2",
    "ec, ec-pkcs8, TLSv1.3",
    "ed25519, ed25519-pkcs8, TLSv1.3"
  })
  void everyKindOfKeyIsTaken(String certificate, String key, String version) throws Exception {
    start(PEM.resolve(certificate + ".pem"), PEM.resolve(key + ".key"), LONG);
    try (Https client = new Https(service.origin(), version)) {
      assertEquals("CN=" + certificate + ".test", client.name());
      assertTrue(client.get("/health/live").startsWith("HTTP/1.1 200 "));
      String largest = SlowClient.post("/v1/x", null, JsonRequest.MOST_BYTES);
      assertTrue(client.send(largest).answer().startsWith("HTTP/1.1 401 "));
    }
  }

  @ParameterizedTest
  @CsvSource({"rsa, rsa-pkcs8", "ec, ec-pkcs8"})
  void aConnectionHasAKeyOfItsOwnAndAuthenticatedEncryption(String certificate, String key)
      throws Exception {
    start(PEM.resolve(certificate + ".pem"), PEM.resolve(key + ".key"), LONG);
    Set<String> taken = new TreeSet<>();
    for (String suite : SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites()) {
      if (Https.isTaken(service.origin(), suite)) {
        taken.add(suite);
      }
    }
    String kind = certificate.equals("rsa") ? "RSA" : "ECDSA";
    assertEquals(
        new TreeSet<>(
            List.of(
                "TLS_AES_128_GCM_SHA256",
                "TLS_AES_256_GCM_SHA384",
                "TLS_CHACHA20_POLY1305_SHA256",
                "TLS_ECDHE_" + kind + "_WITH_AES_128_GCM_SHA256",
                "TLS_ECDHE_" + kind + "_WITH_AES_256_GCM_SHA384",
                "TLS_ECDHE_" + kind + "_WITH_CHACHA20_POLY1305_SHA256")),
        taken);
  }

  @Test
  void aNewCertificateIsUsedOnceItsKeyFitsAndOpenConnectionsContinue() throws Exception {
    Path certificate = folder.resolve("cert.pem");
    Path key = folder.resolve("key.pem");
    link(certificate, "rsa.pem");
    link(key, "rsa-pkcs8.key");
    start(certificate, key, LONG);
    try (Https old = new Https(service.origin())) {
      assertEquals("CN=rsa.test", shown());
      link(certificate, "ec.pem");
      assertEquals("CN=rsa.test", shown(), "the key is still the old one");
      Files.delete(key);
      assertEquals("CN=rsa.test", shown(), "there is no key");
      Files.writeString(key, Files.readString(PEM.resolve("ec-pkcs8.key")).substring(0, 100));
      assertEquals("CN=rsa.test", shown(), "the key is half written");
      link(key, "ec-pkcs8.key");
      assertEquals("CN=ec.test", shown());
      assertTrue(old.get("/health/live").startsWith("HTTP/1.1 200 "));
      assertEquals("CN=rsa.test", old.name());
    }
  }

  @Test
  void theLogNamesAChangeThatCannotBeUsedOnceAndNeverTheKey() throws Exception {
    Path key = folder.resolve("key.pem");
    link(key, "rsa-pkcs8.key");
    start(PEM.resolve("rsa.pem"), key, LONG);
    String log =
        logged(
            () -> {
              String pem = Files.readString(PEM.resolve("rsa-pkcs8.key"));
              Files.delete(key);
              Files.writeString(key, pem.substring(0, 600) + pem.substring(700));
              tls.reload();
              tls.reload();
              link(key, "ec-pkcs8.key");
              tls.reload();
            });
    assertEquals(2, log.lines().filter(line -> line.contains("WARN supplychain")).count(), log);
    assertTrue(log.contains("the certificate in use stays"), log);
    for (String name : new String[] {"rsa-pkcs8.key", "ec-pkcs8.key"}) {
      Files.readString(PEM.resolve(name))
          .lines()
          .forEach(line -> assertFalse(line.length() > 20 && log.contains(line.substring(0, 20))));
    }
  }

  @Test
  void aRequestThatIsNotEncryptedIsNeitherAnsweredNorAFault() throws Exception {
    start(PEM.resolve("rsa.pem"), PEM.resolve("rsa-pkcs8.key"), LONG);
    String log =
        logged(
            () -> {
              try (SlowClient plain = new SlowClient("http://127.0.0.1:" + service.port())) {
                plain.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
                assertFalse(plain.answer().contains("HTTP/1.1 200"));
              }
              assertEquals("CN=rsa.test", shown());
            });
    assertFalse(log.contains("Exception") || log.contains("\tat "), log);
  }

  @Test
  void anEncryptedConnectionThatSaysNothingIsClosedAndOneAtWorkIsNot() throws Exception {
    World world = new World();
    UUID company = world.company("Cooperative");
    String body = "{\"company\": \"" + company + "\"}";
    String token = world.token(company, Role.ADMIN);
    start(PEM.resolve("rsa.pem"), PEM.resolve("rsa-pkcs8.key"), Duration.ofSeconds(3));
    try (Https atWork = new Https(service.origin());
        SlowClient silent = new SlowClient("http://127.0.0.1:" + service.port())) {
      atWork.send(SlowClient.post(PATH, token, body.length()) + body.substring(0, 1));
      assertEquals("", silent.answer());
      assertTrue(atWork.send(body.substring(1)).answer().startsWith("HTTP/1.1 201 "));
    }
  }

  private void start(Path certificate, Path key, Duration headerTime) throws Exception {
    tls = Tls.of(certificate, key);
    Limits limits =
        new Limits(
            LONG, Limits.UNREAD_TIME, Limits.LEAST_MEMORY, Limits.CONNECTIONS, headerTime, LONG);
    service = OwnService.listening(limits, tls);
  }

  /** Whom a new connection is shown after the files were looked at. */
  private String shown() {
    tls.reload();
    try (Https client = new Https(service.origin())) {
      assertTrue(client.get("/health/live").startsWith("HTTP/1.1 200 "));
      return client.name();
    }
  }

  /** Swaps a link at once, as certbot does. */
  private void link(Path link, String target) throws IOException {
    Path next = folder.resolve("next");
    Files.createSymbolicLink(next, PEM.resolve(target).toAbsolutePath());
    Files.move(next, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Something that is done while the log is looked at. */
  @FunctionalInterface
  private interface Deed {
    void run() throws Exception;
  }

  private static String logged(Deed deed) throws Exception {
    PrintStream error = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      deed.run();
    } finally {
      System.setErr(error);
    }
    return log.toString(StandardCharsets.UTF_8);
  }
}
