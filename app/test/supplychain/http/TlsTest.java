package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.RawConnection.PEM;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.CapturedLog;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.World;
import supplychain.core.Role;

/** HTTPS with a certificate and its key in two PEM files. */
class TlsTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final String GET_LIVE = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";

  @TempDir Path folder;

  private Tls tls;
  @AutoClose private OwnService service;

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
    try (RawConnection client =
        new RawConnection(service.origin(), tls -> tls.setProtocols(new String[] {version}))) {
      assertEquals("CN=" + certificate + ".test", client.certificateName());
      assertEquals(200, client.ask(GET_LIVE).status());
      String largest = RawConnection.post("/v1/x", null, JsonRequest.MOST_BYTES);
      assertEquals(401, client.send(largest).status());
    }
  }

  @ParameterizedTest
  @CsvSource({"rsa, rsa-pkcs8", "ec, ec-pkcs8"})
  void aConnectionHasAKeyOfItsOwnAndAuthenticatedEncryption(String certificate, String key)
      throws Exception {
    start(PEM.resolve(certificate + ".pem"), PEM.resolve(key + ".key"), LONG);
    Set<String> taken = new TreeSet<>();
    for (String suite : SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites()) {
      try (RawConnection client =
          new RawConnection(service.origin(), tls -> tls.setCipherSuites(new String[] {suite}))) {
        taken.add(client.ask(GET_LIVE).status() == 200 ? suite : "");
      } catch (UncheckedIOException refused) {
        assertInstanceOf(SSLException.class, refused.getCause());
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
    try (RawConnection old = new RawConnection(service.origin())) {
      assertEquals("CN=rsa.test", shown());
      link(certificate, "ec.pem");
      assertEquals("CN=rsa.test", shown(), "the key is still the old one");
      Files.delete(key);
      assertEquals("CN=rsa.test", shown(), "there is no key");
      Files.writeString(key, Files.readString(PEM.resolve("ec-pkcs8.key")).substring(0, 100));
      assertEquals("CN=rsa.test", shown(), "the key is half written");
      link(key, "ec-pkcs8.key");
      assertEquals("CN=ec.test", shown());
      assertEquals(200, old.ask(GET_LIVE).status());
      assertEquals("CN=rsa.test", old.certificateName());
    }
  }

  @Test
  void theLogNamesAChangeThatCannotBeUsedOnceAndNeverTheKey() throws Exception {
    Path key = folder.resolve("key.pem");
    link(key, "rsa-pkcs8.key");
    start(PEM.resolve("rsa.pem"), key, LONG);
    List<String> log =
        CapturedLog.lines(
            "",
            whole -> {
              String pem = Files.readString(PEM.resolve("rsa-pkcs8.key"));
              Files.delete(key);
              Files.writeString(key, pem.substring(0, 600) + pem.substring(700));
              tls.reload();
              tls.reload();
              link(key, "ec-pkcs8.key");
              tls.reload();
            });
    List<String> warnings = log.stream().filter(l -> l.contains("WARN supplychain")).toList();
    assertEquals(2, warnings.size(), log.toString());
    assertTrue(
        warnings.toString().contains("the service keeps the current certificate"),
        warnings.toString());
    for (String name : new String[] {"rsa-pkcs8.key", "ec-pkcs8.key"}) {
      Files.readString(PEM.resolve(name))
          .lines()
          .forEach(
              line ->
                  assertFalse(
                      line.length() > 20 && log.toString().contains(line.substring(0, 20))));
    }
  }

  @Test
  void aRequestThatIsNotEncryptedIsNeitherAnsweredNorAFault() throws Exception {
    start(PEM.resolve("rsa.pem"), PEM.resolve("rsa-pkcs8.key"), LONG);
    List<String> log =
        CapturedLog.lines(
            "",
            whole -> {
              try (RawConnection plain = new RawConnection("http://127.0.0.1:" + service.port())) {
                plain.send(GET_LIVE);
                assertFalse(plain.rest().contains("HTTP/1.1 200"));
              }
              assertEquals("CN=rsa.test", shown());
            });
    assertTrue(
        log.stream().noneMatch(line -> line.contains("Exception") || line.contains("\tat ")),
        log.toString());
  }

  @Test
  void anEncryptedConnectionThatSaysNothingIsClosedAndOneAtWorkIsNot() throws Exception {
    World world = new World();
    UUID company = world.company("Cooperative");
    String body = "{\"company\": \"" + company + "\"}";
    String token = world.token(company, Role.ADMIN);
    start(PEM.resolve("rsa.pem"), PEM.resolve("rsa-pkcs8.key"), Duration.ofSeconds(3));
    try (RawConnection atWork = new RawConnection(service.origin());
        RawConnection silent = new RawConnection("http://127.0.0.1:" + service.port())) {
      atWork.send(
          RawConnection.post(COMPANY_PRODUCTS, token, body.length()) + body.substring(0, 1));
      assertEquals("", silent.rest());
      assertEquals(201, atWork.send(body.substring(1)).status());
    }
  }

  private void start(Path certificate, Path key, Duration headerTime) throws Exception {
    tls = Tls.of(certificate, key);
    Limits limits =
        OwnService.limits(LONG, Limits.LEAST_MEMORY, Limits.CONNECTIONS, headerTime, LONG);
    service = OwnService.listening(limits, tls);
  }

  /** Whom a new connection is shown after the files were looked at. */
  private String shown() {
    tls.reload();
    try (RawConnection client = new RawConnection(service.origin())) {
      assertEquals(200, client.ask(GET_LIVE).status());
      return client.certificateName();
    }
  }

  /** Swaps a link at once, as certbot does. */
  private void link(Path link, String target) throws IOException {
    Path next = folder.resolve("next");
    Files.createSymbolicLink(next, PEM.resolve(target).toAbsolutePath());
    Files.move(next, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
