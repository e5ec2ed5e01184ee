package supplychain.database;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.util.UUID;

/** Makes the ids of records: UUIDs of version 7 (RFC 9562), each greater than the one before. */
public final class Ids {
  private static final TimeBasedEpochGenerator GENERATOR = Generators.timeBasedEpochGenerator();

  private Ids() {}

  /** A new id. */
  public static UUID next() {
    return GENERATOR.generate();
  }
}
