package supplychain.http;

import io.javalin.event.HandlerMetaInfo;
import java.util.HashSet;
import java.util.Set;
import supplychain.core.Role;

/**
 * The paths that need no token: those of routes for anyone, and all paths of a folder that has only
 * such routes. Without a token, every other path answers 401, whether it exists or not.
 */
final class OpenPaths {
  private final Set<String> paths = new HashSet<>();
  private final Set<String> folders = new HashSet<>();
  private final Set<String> closedFolders = new HashSet<>(Set.of("/"));

  void add(HandlerMetaInfo route) {
    String path = route.getPath();
    if (!route.getRoles().contains(Role.ANYONE)) {
      closedFolders.add(folder(path));
      return;
    }
    folders.add(folder(path));
    paths.add(path);
    if (path.endsWith("/") && path.length() > 1) {
      paths.add(path.substring(0, path.length() - 1));
    }
  }

  boolean contains(String path) {
    String folder = folder(path);
    return paths.contains(path) || (folders.contains(folder) && !closedFolders.contains(folder));
  }

  /** The first folder of a path, such as {@code /docs/}. */
  private static String folder(String path) {
    int end = path.indexOf('/', 1);
    return end < 0 ? "/" : path.substring(0, end + 1);
  }
}
