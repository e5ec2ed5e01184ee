package supplychain.resource;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.DSLContext;

/** Records as one FeatureCollection of GeoJSON (RFC 7946), a feature a line. */
final class FeatureLines implements Lines {
  private final Resource resource;
  private boolean isFirst = true;

  FeatureLines(Resource resource) {
    this.resource = resource;
  }

  @Override
  public String head() {
    return "{\"type\":\"FeatureCollection\",\"features\":[";
  }

  @Override
  public String of(DSLContext sql, List<UUID> ids) {
    Map<UUID, byte[]> features = resource.features(sql, ids);
    StringBuilder text = new StringBuilder();
    for (UUID id : ids) {
      text.append(isFirst ? "\n" : ",\n");
      text.append(new String(features.get(id), StandardCharsets.UTF_8));
      isFirst = false;
    }
    return text.toString();
  }

  @Override
  public String foot() {
    return "\n]}\n";
  }
}
