package supplychain.ingest;

import java.io.IOException;
import java.io.InputStream;

/** A document that a load reads several times, because it may be longer than the memory. */
@FunctionalInterface
public interface Source {
  InputStream open() throws IOException;
}
