package supplychain.http;

import io.javalin.event.HandlerMetaInfo;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import supplychain.core.Role;

/**
 * The paths that need no token: those of routes for anyone, and all paths of a folder that has only
 * such routes. The routes for MONITOR, which show the metrics, need none from this machine. Without
 * a token, every other path answers 401, whether it exists or not.
 */
final class OpenPaths {
  private static final Set<String> LOCAL_HOSTS = Set.of("127.0.0.1", "[::1]", "localhost");
  private static final Pattern LOOPBACK =
      Pattern.compile("127[.][0-9.]+|\\[?(0:0:0:0:0:0:0|:):1]?");
  private static final List<String> FORWARDED = List.of("Forwarded", "X-Forwarded-For", "Via");

  private final Set<String> paths = new HashSet<>();
  private final Set<String> localPaths = new HashSet<>();
  private final Set<String> folders = new HashSet<>();
  private final Set<String> closedFolders = new HashSet<>(Set.of("/"));

  void add(HandlerMetaInfo route) {
    String path = route.getPath();
    boolean isOpen = route.getRoles().contains(Role.ANYONE);
    (isOpen ? folders : closedFolders).add(folder(path));
    if (isOpen) {
      paths.add(path);
      paths.add(path.length() > 1 ? path.replaceFirst("/$", "") : path);
    } else if (route.getRoles().contains(Role.MONITOR)) {
      localPaths.addAll(List.of(path, path + "/"));
    }
  }

  boolean isOpen(Context ctx) {
    String path = ctx.path();
    String folder = folder(path);
    return paths.contains(path)
        || (folders.contains(folder) && !closedFolders.contains(folder))
        || (localPaths.contains(path) && ctx.header(Header.AUTHORIZATION) == null && isLocal(ctx));
  }

  /**
   * Whether a program on this machine sent the request, and no proxy forwarded it. A proxy names
   * another host in the request, or adds a header.
   */
  static boolean isLocal(Context ctx) {
    String host = String.valueOf(ctx.host()).replaceFirst(":[0-9]+$", "");
    return LOCAL_HOSTS.contains(host)
        && FORWARDED.stream().allMatch(header -> ctx.header(header) == null)
        && LOOPBACK.matcher(ctx.req().getRemoteAddr()).matches();
  }

  /** The first folder of a path, such as {@code /docs/}. */
  private static String folder(String path) {
    int end = path.indexOf('/', 1);
    return end < 0 ? "/" : path.substring(0, end + 1);
  }
}
