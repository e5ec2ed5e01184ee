package supplychain.http;

import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.commons.io.function.IOSupplier;
import supplychain.validation.Body;
import supplychain.validation.ValueTypes;

/**
 * A request with many records, or a file with them.
 *
 * @param source opens the file, or the lines as the client sent them
 * @param lenient whether to ignore unknown fields
 * @param proceeds whether to record the correct lines even if others have mistakes
 * @param again whether to record a file again that was recorded before
 * @param table what the client chooses for a table
 * @param match the field by which a record is known; null if the client names none
 * @param memory takes bytes of the memory of the service until the request ends, before the reader
 *     keeps a large part of the file
 */
public record LinesRequest(
    LinesType type,
    IOSupplier<InputStream> source,
    boolean lenient,
    boolean proceeds,
    boolean again,
    TableChoices table,
    String match,
    IntConsumer memory) {
  public static final int MOST_BYTES = 16 << 20;

  /** How many times as long as another body one with many records may take to arrive. */
  static final int TIMES = 6;

  /** How long a body with many records may take to arrive. */
  public static final Duration BODY_TIME = Limits.BODY_TIME.multipliedBy(TIMES);

  public static final int MOST_RECORDS = 10_000;

  private static final String PROCEED = "proceed";

  /** Reads the request: 400 if its query has mistakes. The keys are fields that name a record. */
  public static LinesRequest read(Context ctx, List<String> keys) {
    LinesType type = LinesType.of(ctx).orElseThrow();
    Body query = Query.body(ctx);
    boolean proceeds = query.get("on_error", Query.word("stop", PROCEED)).or("").equals(PROCEED);
    String match = query.get("match", Query.word(keys.toArray(String[]::new))).value();
    boolean again = query.get("again", ValueTypes.FLAG_TEXT).or(false);
    TableChoices table =
        type.isTable() || type.isOfMap() ? TableChoices.read(query) : TableChoices.NONE;
    query.throwIfInvalid();
    return new LinesRequest(
        type,
        () -> new ByteArrayInputStream(RequestBody.of(ctx)),
        Preferences.isLenient(ctx),
        proceeds,
        again,
        table,
        match,
        bytes -> MemoryBudget.take(ctx, bytes));
  }
}
