package supplychain.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOSupplier;

/** A format of files with many records of one kind. */
@FunctionalInterface
interface Format {
  /**
   * Gives the records of a source one by one, in their order. A record with a mistake has a flaw.
   *
   * @param source opens the source, more than once if the format needs it
   * @throws supplychain.core.Problem if the source has no record that the format can find
   */
  void read(IOSupplier<InputStream> source, Consumer<SourceRecord> records) throws IOException;
}
