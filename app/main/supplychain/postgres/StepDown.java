package supplychain.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/** What is put before a command of PostgreSQL when root runs it, since PostgreSQL refuses root. */
final class StepDown {
  /** In a user namespace of its own root is nobody, and its files stay root's outside. */
  private static final List<String> NAMESPACE = List.of("unshare", "-U");

  private static final long PROBE_SECONDS = 10;

  private StepDown() {}

  /** The words to put before a command; none unless root runs it. */
  static List<String> from(DataFolder folder) throws IOException {
    if (!UnixUser.isRoot()) {
      return List.of();
    }
    UnixUser owner = UnixUser.ownerOf(folder.root());
    if (owner.uid() != UnixUser.ROOT) {
      return become(owner, folder);
    }
    if (works(NAMESPACE, "true")) {
      return NAMESPACE;
    }
    List<String> words = become(UnixUser.NOBODY, folder);
    UnixUser.NOBODY.take(folder.root());
    return words;
  }

  private static List<String> become(UnixUser user, DataFolder folder) {
    List<String> words =
        List.of(
            "setpriv",
            "--reuid=" + user.uid(),
            "--regid=" + user.gid(),
            "--clear-groups",
            "--inh-caps=-all");
    Path parent = folder.root().getParent();
    if (!works(words, "test", "-x", parent == null ? "/" : parent.toString())) {
      throw new DataFolderException(
          folder.root(),
          "PostgreSQL does not run as root, and user "
              + user.uid()
              + " cannot be used for it there",
          "Run the service as another user, or choose one such as /var/lib/supply-chain with --data.");
    }
    return words;
  }

  private static boolean works(List<String> words, String... probe) {
    List<String> command = new ArrayList<>(words);
    command.addAll(List.of(probe));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException notInstalled) {
      return false;
    } catch (InterruptedException e) {
      throw new CancellationException("interrupted while looking for a user");
    }
  }
}
