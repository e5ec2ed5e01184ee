package supplychain.postgres;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** PostgreSQL's main process, as postmaster.pid describes it. */
record Postmaster(long pid, int port, boolean ready) {
  private static final int PORT_LINE = 3;
  private static final int STATUS_LINE = 7;
  private static final long KILL_SECONDS = 10;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  /** The running server of this folder. A file that a dead server left does not count. */
  static Optional<Postmaster> running(DataFolder folder) throws IOException {
    return read(file(folder)).filter(postmaster -> postmaster.isAliveIn(folder));
  }

  /** Removes the file of a dead server: another process may have its id by now. */
  static void forget(DataFolder folder) throws IOException {
    Files.deleteIfExists(file(folder));
  }

  /** Kills the processes of a server whose main process is gone: they would stop a new start. */
  static void killRemains(DataFolder folder) {
    String programs = folder.root() + File.separator + PostgresBinaries.PREFIX;
    List<ProcessHandle> remains =
        ProcessHandle.allProcesses().filter(process -> runs(programs, process)).toList();
    remains.forEach(ProcessHandle::destroyForcibly);
    // Java itself looks seldom, and counts an ended process until its parent has noticed.
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(KILL_SECONDS);
    while (remains.stream().anyMatch(process -> runs(programs, process))
        && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static boolean runs(String programs, ProcessHandle process) {
    return process.info().command().orElse("").startsWith(programs);
  }

  private static Path file(DataFolder folder) {
    return folder.cluster().resolve("postmaster.pid");
  }

  private static Optional<Postmaster> read(Path file) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
    long pid = number(lines, 0);
    boolean ready = lines.size() > STATUS_LINE && lines.get(STATUS_LINE).startsWith("ready");
    return pid <= 0
        ? Optional.empty()
        : Optional.of(new Postmaster(pid, (int) number(lines, PORT_LINE), ready));
  }

  private static long number(List<String> lines, int line) {
    return lines.size() > line && lines.get(line).strip().matches("\\d{1,9}")
        ? Long.parseLong(lines.get(line).strip())
        : 0;
  }

  /** Whether the process runs a program of this folder, and not another one with the same id. */
  private boolean isAliveIn(DataFolder folder) {
    Optional<ProcessHandle.Info> info = ProcessHandle.of(pid).map(ProcessHandle::info);
    return info.stream()
        .flatMap(found -> Stream.of(found.command(), found.commandLine()))
        .flatMap(Optional::stream)
        .anyMatch(command -> command.startsWith(folder.root() + File.separator));
  }
}
