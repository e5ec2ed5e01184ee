package supplychain.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import supplychain.core.Failure;
import supplychain.core.Release;
import supplychain.database.Database;
import supplychain.database.Maintenance.Done;
import supplychain.database.Maintenance.Task;
import supplychain.http.Figures;
import supplychain.http.Figures.Expiring;
import supplychain.http.Tls;

/** Shows the state of the installation on one screen. */
@Command(name = "status")
final class Status extends DatabaseCommand {
  private static final Duration BACKUP_EVERY = Duration.ofDays(2);
  private static final Duration CERTIFICATE_LEFT = Duration.ofDays(14);
  private static final double LEAST_FREE = 0.1;
  private static final double MEGABYTE = 1e6;

  private final List<List<String>> rows = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private ServiceCheck service;
  private Tls tls;

  Status() {
    super(Needs.CURRENT_RECORDS, Setting.HOST, Setting.PORT, Setting.TLS_CERT, Setting.TLS_KEY);
  }

  @Override
  void run(Settings settings) {
    tls = Serve.tls(settings);
    service = ServiceCheck.of(settings, tls);
    super.run(settings);
  }

  @Override
  void run(Database database) throws IOException {
    Figures figures = database.read(Figures::read);
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    row("Release", Release.version() + ", schema " + figures.schema());
    row("Service", service.says());
    if (!service.isUp()) {
      warnings.add("The service does not answer on " + service.address() + ".");
    }
    figures.rows().forEach((table, count) -> row(table.replace('_', ' '), number(count)));
    row("Database", megabytes((double) figures.bytes()));
    row("Disk", disk(figures));
    row("Last backup", backup(figures, now));
    row("Last verify", done(figures, Task.VERIFY, "right", "wrong"));
    row("Running", running(figures));
    warnAboutTokens(figures);
    warnAboutCertificate(now);
    print(rows.get(0), rows.stream().skip(1));
    if (!warnings.isEmpty()) {
      warnings.forEach(warning -> out().println("WARNING " + warning));
      throw Failure.found(
          warnings.size() + (warnings.size() == 1 ? " warning." : " warnings.") + " See above.");
    }
  }

  private void row(String name, String value) {
    rows.add(List.of(name, value));
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String megabytes(double bytes) {
    return number(Math.round(bytes / MEGABYTE)) + " MB";
  }

  /** The disk of the embedded PostgreSQL. Another PostgreSQL may be on another machine. */
  private String disk(Figures figures) throws IOException {
    Path folder = address().folder();
    if (folder == null) {
      return "unknown: the database is elsewhere";
    }
    FileStore store = Files.getFileStore(folder);
    double free = store.getUsableSpace();
    double share = free / store.getTotalSpace();
    if (share < LEAST_FREE) {
      warnings.add("Less than 10 % of the disk is free.");
    }
    return "%s free (%d %%), %s"
        .formatted(megabytes(free), Math.round(share * 100), full(figures.bytesADay(), free));
  }

  private static String full(Double bytesADay, double free) {
    if (bytesADay == null) {
      return "full at an unknown time: there was no backup or verify from 1 to 30 days ago";
    }
    return bytesADay <= 0
        ? "the database does not grow"
        : "full in about " + number(Math.round(free / bytesADay)) + " days";
  }

  private String backup(Figures figures, OffsetDateTime now) {
    Done last = figures.last().get(Task.BACKUP);
    OffsetDateTime since = last == null ? figures.installed() : last.time();
    if (since.plus(BACKUP_EVERY).isBefore(now)) {
      warnings.add("There was no backup in the last 2 days.");
    }
    if (last == null) {
      return "never";
    }
    Done check = figures.last().get(Task.BACKUP_CHECK);
    boolean isChecked = check != null && !check.time().isBefore(last.time());
    String restore =
        isChecked
            ? done(figures, Task.BACKUP_CHECK, "restore is right", "restore FAILED")
            : "its restore was not checked";
    return time(last.time()) + ", " + last.details() + "; " + restore;
  }

  private String done(Figures figures, Task task, String right, String wrong) {
    Done last = figures.last().get(task);
    if (last == null) {
      return "never";
    }
    if (!last.isRight()) {
      warnings.add("The last " + task.name().toLowerCase(Locale.ROOT) + " found mistakes.");
    }
    return time(last.time()) + ", " + (last.isRight() ? right : wrong) + ": " + last.details();
  }

  private static String running(Figures figures) {
    return figures.running().isEmpty()
        ? "nothing for longer than a second"
        : figures.running().stream()
            .map(one -> one.program() + " for " + one.seconds() + " s")
            .collect(joining(", "));
  }

  private void warnAboutTokens(Figures figures) {
    if (!figures.expiring().isEmpty()) {
      Expiring first = figures.expiring().get(0);
      warnings.add(
          "%d tokens expire within 14 days, first %s (%s) at %s: rotate them."
              .formatted(
                  figures.expiring().size(), first.id(), first.role(), time(first.expires())));
    }
  }

  private void warnAboutCertificate(OffsetDateTime now) {
    if (tls != null && tls.expires().minus(CERTIFICATE_LEFT).isBefore(now.toInstant())) {
      String end = time(tls.expires().atOffset(ZoneOffset.UTC));
      warnings.add("The certificate of --tls-cert ends at " + end + ".");
    }
  }
}
