package supplychain.ingest;

import static java.util.Comparator.comparingLong;
import static org.apache.commons.io.ByteOrderMark.UTF_16BE;
import static org.apache.commons.io.ByteOrderMark.UTF_16LE;
import static org.apache.commons.io.ByteOrderMark.UTF_8;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.IOSupplier;
import org.apache.commons.io.input.BOMInputStream;

/**
 * The rows of a text with separators (RFC 4180), as programs for spreadsheets write it. The text is
 * UTF-8, or UTF-16 with a byte order mark, like the "Unicode Text" of Excel.
 */
final class CsvRows implements TableRows {
  /** How many characters at the beginning may tell the separator. */
  private static final int HEAD_LENGTH = 1 << 16;

  /** Excel's own way to name the separator. */
  private static final Pattern SEPARATOR_LINE =
      Pattern.compile("\"?sep=([,;\\t])\"?[,;\\t]*(?:\\r\\n|\\r|\\n)", Pattern.CASE_INSENSITIVE);

  private static final List<Character> SEPARATORS = List.of(',', ';', '\t');

  /** How many cells of a line may tell that it has names. */
  private static final int MOST_NAMES = 1_000;

  /** Stands for bytes in another encoding: no text has the second half of a pair alone. */
  private static final char UNREADABLE = '\uDC00';

  private final IOSupplier<InputStream> source;
  private final char separator;

  /** The lines and the characters before the text of the rows. */
  private int skippedLines;

  private int skipped;

  /** Looks at the whole text, and refuses it for other encodings and for wrong quotes. */
  CsvRows(IOSupplier<InputStream> source, Predicate<String> isName) throws IOException {
    this.source = source;
    char[] head = new char[HEAD_LENGTH];
    try (Reader text = open()) {
      String start = new String(head, 0, IOUtils.read(text, head));
      Matcher named = SEPARATOR_LINE.matcher(start);
      boolean isNamed = named.lookingAt();
      separator = isNamed ? named.group(1).charAt(0) : separator(start, isName);
      skippedLines = isNamed ? 1 : 0;
      skipped = isNamed ? named.end() : 0;
    }
    try (Reader text = open()) {
      check(text);
    }
  }

  private Reader open() throws IOException {
    BOMInputStream bytes =
        BOMInputStream.builder()
            .setInputStream(new BufferedInputStream(source.get()))
            .setByteOrderMarks(UTF_8, UTF_16LE, UTF_16BE)
            .get();
    Charset charset =
        bytes.hasBOM() ? Charset.forName(bytes.getBOMCharsetName()) : StandardCharsets.UTF_8;
    CharsetDecoder decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE)
            .replaceWith(String.valueOf(UNREADABLE));
    Reader text = new BufferedReader(new InputStreamReader(bytes, decoder));
    IOUtils.skipFully(text, skipped);
    return text;
  }

  /**
   * The separator of the first line that has two names of columns, else the most frequent one in
   * the first line with a letter, outside of quotes.
   */
  private static char separator(String start, Predicate<String> isName) {
    List<String> lines =
        start
            .lines()
            .filter(line -> line.chars().anyMatch(Character::isLetter))
            .limit(TableHeading.MOST_ROWS)
            .toList();
    for (String line : lines) {
      for (char one : SEPARATORS) {
        if (names(line, one, isName) > 1) {
          return one;
        }
      }
    }
    String first = lines.isEmpty() ? "" : lines.get(0).replaceAll("\"[^\"]*\"", "");
    return Collections.max(
        SEPARATORS, comparingLong(one -> first.chars().filter(c -> c == one).count()));
  }

  private static long names(String line, char separator, Predicate<String> isName) {
    return Stream.of(line.split(Pattern.quote(separator + ""), -1))
        .limit(MOST_NAMES)
        .map(cell -> Cell.of(cell.replace("\"", "")).text())
        .filter(isName)
        .count();
  }

  @Override
  public char separator() {
    return separator;
  }

  @Override
  public void read(BiPredicate<List<Cell>, Long> taker) throws IOException {
    long last = 0;
    try (CsvReader<CsvRecord> records =
        CsvReader.builder()
            .fieldSeparator(separator)
            .allowExtraFields(true)
            .allowMissingFields(true)
            .maxBufferSize(SourceRecord.MOST_LENGTH)
            .ofCsvRecord(open())) {
      for (CsvRecord record : records) {
        last = record.getStartingLineNumber() + skippedLines;
        List<Cell> cells = record.getFields().stream().map(Cell::of).toList();
        if (!cells.stream().allMatch(Cell::isEmpty) && !taker.test(cells, last)) {
          return;
        }
      }
    } catch (CsvParseException e) {
      String detail =
          "After the record on line %d: a value is quoted in part, or has more than %d characters.";
      throw SourceRecord.refusal(
          "/" + last, "format", detail.formatted(last, SourceRecord.MOST_LENGTH));
    }
  }

  /**
   * Refuses bytes in another encoding, and wrong quotes (RFC 4180, 2). The rest of a table after a
   * quote that is not closed would be one value.
   */
  private void check(Reader text) throws IOException {
    char previous = '\n';
    boolean isQuoted = false;
    long line = skippedLines + 1L;
    long opened = 0;
    long stray = 0;
    for (int next = text.read(); next >= 0; next = text.read()) {
      char c = (char) next;
      if (c == UNREADABLE && !Character.isHighSurrogate(previous)) {
        String detail =
            "Line %d has bytes that are not UTF-8; the file is probably Windows-1252. In Excel, save"
                + " it as \"CSV UTF-8 (Comma delimited)\".";
        throw SourceRecord.refusal("/" + line, "encoding", detail.formatted(line));
      }
      if (c == '"' && !isQuoted && previous != '"') {
        opened = line;
        boolean isAtStart = previous == separator || previous == '\n' || previous == '\r';
        stray = isAtStart || stray > 0 ? stray : line;
      }
      isQuoted ^= c == '"';
      line += c == '\r' || (c == '\n' && previous != '\r') ? 1 : 0;
      previous = c;
    }
    if (stray > 0 || isQuoted) {
      throw SourceRecord.refusal(
          "/" + (stray > 0 ? stray : opened),
          "quotes",
          "A quote is not closed, or is inside a value without quotes around it.");
    }
  }
}
