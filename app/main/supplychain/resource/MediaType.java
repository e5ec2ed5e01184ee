package supplychain.resource;

import io.javalin.http.Context;
import java.util.List;
import supplychain.http.Accepted;

/** How a list is written. */
enum MediaType {
  /** A page of it, as one array. */
  JSON("application/json"),
  /** All of it, one document a line. */
  LINES("application/x-ndjson"),
  /** All of it, as a table (RFC 4180). */
  TABLE("text/csv");

  private final String written;

  MediaType(String written) {
    this.written = written;
  }

  /** As it stands in a header. */
  String written() {
    return written;
  }

  /** What the client likes best of these; JSON where it says nothing of them. */
  static MediaType wanted(Context ctx) {
    List<MediaType> all = List.of(values());
    List<String> types = all.stream().map(MediaType::written).toList();
    return all.get(types.indexOf(Accepted.best(ctx, types)));
  }
}
