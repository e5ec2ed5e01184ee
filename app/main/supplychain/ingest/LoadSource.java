package supplychain.ingest;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A JSON document to load; it is read several times, and never held in memory. */
@FunctionalInterface
public interface LoadSource {
  /** Opens it at its start. */
  InputStream open() throws IOException;

  /** A file. */
  static LoadSource file(Path file) {
    return () -> Files.newInputStream(file);
  }

  /** A document that stands in the jar beside this class. */
  static LoadSource resource(Class<?> neighbour, String name) {
    return () -> {
      InputStream stream = neighbour.getResourceAsStream(name);
      if (stream == null) {
        throw new FileNotFoundException(name);
      }
      return stream;
    };
  }
}
