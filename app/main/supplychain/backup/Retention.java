package supplychain.backup;

import static java.time.OffsetDateTime.timeLineOrder;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many backups of a folder to keep: the newest one of each of the last days, weeks, months and
 * years that have one. No backup is removed only because it is old, so a wrong clock does no harm.
 */
public record Retention(Map<Character, Integer> counts) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HHmmssxx", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  /** The name of a backup. With the ending, a power cut left it unfinished. */
  private static final Pattern NAME =
      Pattern.compile("supply-chain-([^.]+)\\.zip(\\.\\d+\\.unfinished)?");

  /** Reads a text such as {@code 7d,4w,12m}. */
  public static Optional<Retention> of(String text) {
    Map<Character, Integer> counts = new HashMap<>();
    for (String part : text.split(",", -1)) {
      if (!part.matches("[1-9][0-9]{0,3}[dwmy]")) {
        return Optional.empty();
      }
      int end = part.length() - 1;
      Integer count = Integer.valueOf(part.substring(0, end));
      if (counts.put(part.charAt(end), count) != null) {
        return Optional.empty();
      }
    }
    return Optional.of(new Retention(counts));
  }

  /** A new backup in this folder, named by its time. */
  public static Path newFile(Path folder, ZonedDateTime now) {
    return folder.resolve("supply-chain-" + TIME.format(now) + ".zip");
  }

  /**
   * Removes old backups from the folder of a complete one, which stays. Files with other names
   * stay, too. Returns how many files it removed.
   */
  public int apply(Path complete) throws IOException {
    List<Path> removed = new ArrayList<>();
    Map<OffsetDateTime, Path> newestFirst = new TreeMap<>(timeLineOrder().reversed());
    OffsetDateTime lastWeek = OffsetDateTime.now(ZoneOffset.UTC).minusDays(7);
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(complete.toAbsolutePath().getParent())) {
      for (Path file : files) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        // The service creates no links, so a link is not its backup.
        boolean isFile = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        OffsetDateTime time = isFile && name.matches() ? time(name.group(1)) : null;
        if (time != null && name.group(2) == null) {
          newestFirst.put(time, file);
        } else if (time != null && time.isBefore(lastWeek)) {
          removed.add(file);
        }
      }
    }
    removed.addAll(newestFirst.values());
    counts.forEach(
        (unit, count) -> {
          Set<LocalDate> seen = new HashSet<>();
          newestFirst.forEach(
              (time, file) -> {
                if (seen.size() < count && seen.add(first(unit, time.toLocalDate()))) {
                  removed.remove(file);
                }
              });
        });
    removed.remove(complete.toAbsolutePath());
    for (Path file : removed) {
      Files.deleteIfExists(file);
    }
    return removed.size();
  }

  /** The first day of the week, month or year of a day. */
  private static LocalDate first(char unit, LocalDate day) {
    return switch (unit) {
      case 'w' -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
      case 'm' -> day.withDayOfMonth(1);
      case 'y' -> day.withDayOfYear(1);
      default -> day;
    };
  }

  /** The time in the name of a backup; null if the text is not a time. */
  private static OffsetDateTime time(String text) {
    try {
      return OffsetDateTime.parse(text, TIME);
    } catch (DateTimeParseException otherName) {
      return null;
    }
  }
}
