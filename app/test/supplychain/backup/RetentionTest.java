package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.postgres.TemporaryFolder;

/** Old backups are removed by the dates in their names, and nothing else is removed. */
@Tag("unit")
class RetentionTest {
  @TempDir Path folder;

  @Test
  void threeYearsOfDailyBackupsBecomeSevenDaysFourWeeksAndTwelveMonths() throws IOException {
    ZonedDateTime last = ZonedDateTime.of(2026, 11, 23, 2, 15, 0, 0, ZoneOffset.ofHours(3));
    for (int day = 0; day < 3 * 365; day++) {
      keep("7d,4w,12m", backup(last.minusDays(day)));
    }
    // Each run keeps the backup that it wrote, here an ever older one; the last run decides.
    Path newest = Retention.newFile(folder, last);
    keep("7d,4w,12m", newest);
    // 23 November 2026 is a Monday: its week has one backup.
    List<String> expected =
        Stream.of(
                "2025-12-31",
                "2026-01-31",
                "2026-02-28",
                "2026-03-31",
                "2026-04-30",
                "2026-05-31",
                "2026-06-30",
                "2026-07-31",
                "2026-08-31",
                "2026-09-30",
                "2026-10-31",
                "2026-11-08",
                "2026-11-15",
                "2026-11-17",
                "2026-11-18",
                "2026-11-19",
                "2026-11-20",
                "2026-11-21",
                "2026-11-22",
                "2026-11-23")
            .map(day -> "supply-chain-" + day + "T021500+0300.zip")
            .toList();
    assertEquals(expected, names());
  }

  @Test
  void theNewestBackupOfADayStaysAtTheEdgeOfTheDay() throws IOException {
    create(
        "supply-chain-2026-11-21T235959+0300.zip",
        "supply-chain-2026-11-22T000000+0300.zip",
        "supply-chain-2026-11-22T235958+0300.zip",
        "supply-chain-2026-11-22T235959+0300.zip",
        "supply-chain-2026-11-23T000000+0300.zip");
    keep("2d", folder.resolve("supply-chain-2026-11-23T000000+0300.zip"));
    assertEquals(
        List.of(
            "supply-chain-2026-11-22T235959+0300.zip", "supply-chain-2026-11-23T000000+0300.zip"),
        names());
  }

  @Test
  void aWeekBeginsOnMondayAlsoAcrossTheYear() throws IOException {
    create(
        "supply-chain-2026-12-27T120000+0000.zip",
        "supply-chain-2026-12-28T120000+0000.zip",
        "supply-chain-2027-01-03T120000+0000.zip",
        "supply-chain-2027-01-04T120000+0000.zip");
    keep("3w", folder.resolve("supply-chain-2027-01-04T120000+0000.zip"));
    assertEquals(
        List.of(
            "supply-chain-2026-12-27T120000+0000.zip",
            "supply-chain-2027-01-03T120000+0000.zip",
            "supply-chain-2027-01-04T120000+0000.zip"),
        names());
  }

  @Test
  void theTimeAloneRemovesNoBackup() throws IOException {
    create(
        "supply-chain-2016-01-01T000000+0000.zip",
        "supply-chain-2021-06-01T000000+0000.zip",
        "supply-chain-2026-11-23T000000+0000.zip");
    keep("3d", folder.resolve("supply-chain-2026-11-23T000000+0000.zip"));
    assertEquals(3, names().size());
  }

  @Test
  void theBackupJustWrittenStaysAlthoughTheClockWasAheadBefore() throws IOException {
    create("supply-chain-2099-01-01T000000+0000.zip", "supply-chain-2026-11-22T000000+0000.zip");
    keep("1d", backup(ZonedDateTime.of(2026, 11, 23, 0, 0, 0, 0, ZoneOffset.UTC)));
    assertEquals(
        List.of(
            "supply-chain-2026-11-23T000000+0000.zip", "supply-chain-2099-01-01T000000+0000.zip"),
        names());
  }

  @Test
  void filesThatTheCommandDidNotNameStay() throws IOException {
    List<String> foreign =
        List.of(
            "Supply-chain-2020-01-01T000000+0000.zip",
            "before-upgrade.zip",
            "letter.txt",
            "supply-chain-2020-01-01.zip",
            "supply-chain-2020-01-01T000000+0000.zip.gpg",
            "supply-chain-2020-01-01T000000Z.zip",
            "supply-chain-2020-02-30T000000+0000.zip",
            "supply-chain-.zip",
            "supply-chain.zip");
    create(foreign.toArray(String[]::new));
    Files.createDirectory(folder.resolve("supply-chain-2020-01-02T000000+0000.zip"));
    Files.createSymbolicLink(
        folder.resolve("supply-chain-2020-01-03T000000+0000.zip"), folder.resolve("letter.txt"));
    keep("1d", backup(ZonedDateTime.of(2026, 11, 23, 0, 0, 0, 0, ZoneOffset.UTC)));
    List<String> expected = new ArrayList<>(foreign);
    expected.add("supply-chain-2020-01-02T000000+0000.zip");
    expected.add("supply-chain-2020-01-03T000000+0000.zip");
    expected.add("supply-chain-2026-11-23T000000+0000.zip");
    assertEquals(expected.stream().sorted().toList(), names());
  }

  @Test
  void filesThatAPowerCutLeftAreRemovedAfterAWeek() throws IOException {
    ZonedDateTime now = Instant.now().atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
    String left = Retention.newFile(folder, now.minusDays(8)).getFileName() + ".123.unfinished";
    String running = Retention.newFile(folder, now.minusDays(6)).getFileName() + ".45.unfinished";
    create(left, running);
    Path written = backup(now);
    keep("1d", written);
    assertEquals(List.of(running, written.getFileName().toString()), names());
  }

  @ParameterizedTest
  @ValueSource(strings = {"7d,4w,12m", "1d", "12m,7d", "10y", "9999d"})
  void aRetentionNamesDaysWeeksMonthsOrYears(String text) {
    assertTrue(Retention.of(text).isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "7", "d", "0d", "-1d", "07d", "10000d", "7d,", "7d 4w", "7D", "7d,3d", "1h"})
  void anotherTextIsNoRetention(String text) {
    assertTrue(Retention.of(text).isEmpty());
  }

  private void keep(String retention, Path written) throws IOException {
    int before = names().size();
    int removed = Retention.of(retention).orElseThrow().apply(written);
    assertTrue(before - names().size() >= removed);
    assertTrue(Files.exists(written));
  }

  private Path backup(ZonedDateTime time) throws IOException {
    return Files.writeString(Retention.newFile(folder, time), "records");
  }

  private void create(String... names) throws IOException {
    for (String name : names) {
      Files.writeString(folder.resolve(name), "records");
    }
  }

  private List<String> names() {
    return TemporaryFolder.names(folder);
  }
}
