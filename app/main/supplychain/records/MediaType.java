package supplychain.records;

import io.javalin.http.Context;
import java.util.Arrays;
import java.util.List;
import supplychain.http.Preferences;

/** The format of a list. */
enum MediaType {
  /** A page as one array. */
  JSON("application/json"),
  /** The whole list, one document on each line. */
  LINES("application/x-ndjson"),
  /** The whole list as a table (RFC 4180). */
  TABLE("text/csv"),
  /** The whole list as a FeatureCollection (RFC 7946). */
  FEATURES("application/geo+json");

  private final String written;

  MediaType(String written) {
    this.written = written;
  }

  /** Its name in a header. */
  public String written() {
    return written;
  }

  /**
   * The format that the client prefers, among those for this kind of record; JSON if the client
   * names none of them.
   */
  static MediaType wanted(Context ctx, RecordKind resource) {
    List<MediaType> all = Arrays.stream(values()).filter(each -> each.fits(resource)).toList();
    List<String> types = all.stream().map(MediaType::written).toList();
    return all.get(types.indexOf(Preferences.mediaType(ctx, types)));
  }

  private boolean fits(RecordKind resource) {
    return this != FEATURES || resource.hasFeatures();
  }
}
