package supplychain.ingest;

import java.io.IOException;
import java.io.InputStream;

/**
 * A document, table or list of records. It may be read several times, and is never held in memory.
 */
@FunctionalInterface
public interface Source {
  /** Opens it at its start. */
  InputStream open() throws IOException;
}
