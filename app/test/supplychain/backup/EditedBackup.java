package supplychain.backup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import supplychain.core.Json;

/** A backup whose entries a test changes. */
final class EditedBackup {
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  EditedBackup(Path backup) throws IOException {
    try (InputStream file = Files.newInputStream(backup);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries.put(entry.getName(), zip.readAllBytes());
      }
    }
  }

  /** The names of the entries. */
  Set<String> names() {
    return entries.keySet();
  }

  String text(String entry) {
    return new String(entries.get(entry), StandardCharsets.UTF_8);
  }

  EditedBackup with(String entry, String text) {
    entries.put(entry, text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  EditedBackup without(String entry) {
    entries.remove(entry);
    return this;
  }

  /** Changes the manifest. */
  EditedBackup withManifest(Consumer<ObjectNode> change) throws IOException {
    ObjectNode manifest = (ObjectNode) Json.MAPPER.readTree(entries.get("manifest.json"));
    change.accept(manifest);
    return with("manifest.json", manifest.toString());
  }

  /** Changes one table's entry in the manifest. */
  EditedBackup withTable(String table, Consumer<ObjectNode> change) throws IOException {
    return withManifest(manifest -> change.accept(table(manifest, table)));
  }

  /** Removes a table's file and its entry in the manifest. */
  EditedBackup withoutTable(String table) throws IOException {
    return without("tables/" + table + ".tsv")
        .withManifest(
            manifest ->
                manifest
                    .withArray("tables")
                    .removeIf(each -> each.get("name").asText().equals(table)));
  }

  private static ObjectNode table(ObjectNode manifest, String name) {
    for (JsonNode table : manifest.get("tables")) {
      if (table.get("name").asText().equals(name)) {
        return (ObjectNode) table;
      }
    }
    throw new AssertionError("no table " + name);
  }

  Path write(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return file;
  }
}
