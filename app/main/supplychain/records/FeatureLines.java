package supplychain.records;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;

/** Records as one FeatureCollection of GeoJSON (RFC 7946), a feature a line. */
final class FeatureLines implements Lines {
  private static final byte[] BETWEEN = ",\n".getBytes(StandardCharsets.UTF_8);

  private final RecordKind resource;
  private boolean isFirst = true;

  FeatureLines(RecordKind resource) {
    this.resource = resource;
  }

  @Override
  public String head() {
    return "{\"type\":\"FeatureCollection\",\"features\":[";
  }

  @Override
  public int write(
      DSLContext sql, UUID reader, List<UUID> ids, int bytes, ByteArrayOutputStream text) {
    List<byte[]> features = resource.features(sql, reader, ids, bytes);
    for (byte[] feature : features) {
      text.write(BETWEEN, isFirst ? 1 : 0, isFirst ? 1 : 2);
      text.writeBytes(feature);
      isFirst = false;
    }
    return features.size();
  }

  @Override
  public String foot() {
    return "\n]}\n";
  }
}
