package supplychain.http;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import supplychain.core.ProblemType;

/** The paths that need no token. Of any other, known or not, who is unknown learns nothing. */
final class OpenPaths {
  private static final String HEALTH = "/health/";
  private static final Set<String> PATHS = paths();

  private OpenPaths() {}

  /** Whether this path is one of them, with or without a last slash. */
  static boolean include(String path) {
    return path.startsWith(HEALTH) || PATHS.contains(path);
  }

  private static Set<String> paths() {
    Set<String> paths = new HashSet<>(List.of("/", "/v1", "/v1/", "/v1/openapi.json"));
    paths.addAll(List.of("/docs", "/docs/", "/docs/docs.css", "/docs/docs.js"));
    paths.addAll(List.of("/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js"));
    paths.add("/docs/swagger-ui-bundle.js.LICENSE.txt");
    for (ProblemType type : ProblemType.values()) {
      paths.add(type.uri());
      paths.add(type.uri() + "/");
    }
    return Set.copyOf(paths);
  }
}
