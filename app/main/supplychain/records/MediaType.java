package supplychain.records;

import io.javalin.http.Context;
import java.util.Arrays;
import java.util.List;
import supplychain.http.AcceptHeader;

/** How a list is written. */
enum MediaType {
  /** A page of it, as one array. */
  JSON("application/json"),
  /** All of it, one document a line. */
  LINES("application/x-ndjson"),
  /** All of it, as a table (RFC 4180). */
  TABLE("text/csv"),
  /** All of it, as a FeatureCollection (RFC 7946). */
  FEATURES("application/geo+json");

  private final String written;

  MediaType(String written) {
    this.written = written;
  }

  /** As it stands in a header. */
  public String written() {
    return written;
  }

  /**
   * What the client likes best of these, as far as records of this kind can be written so; JSON
   * where it says nothing of them.
   */
  static MediaType wanted(Context ctx, RecordKind resource) {
    List<MediaType> all = Arrays.stream(values()).filter(each -> each.fits(resource)).toList();
    List<String> types = all.stream().map(MediaType::written).toList();
    return all.get(types.indexOf(AcceptHeader.best(ctx, types)));
  }

  private boolean fits(RecordKind resource) {
    return this != FEATURES || resource.hasFeatures();
  }
}
