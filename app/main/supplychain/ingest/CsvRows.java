package supplychain.ingest;

import static org.apache.commons.io.ByteOrderMark.UTF_16BE;
import static org.apache.commons.io.ByteOrderMark.UTF_16LE;
import static org.apache.commons.io.ByteOrderMark.UTF_8;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ObjLongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.input.BOMInputStream;
import supplychain.core.Problem;
import supplychain.core.Texts;

/**
 * The rows of a text with separators (RFC 4180), as programs for spreadsheets write it. The text is
 * UTF-8, or UTF-16 with a byte order mark, like the "Unicode Text" of Excel.
 */
final class CsvRows {
  /** How many characters at the beginning may tell the separator. */
  private static final int HEAD_LENGTH = 1 << 16;

  /** Excel's own way to name the separator. */
  private static final Pattern SEPARATOR_LINE =
      Pattern.compile("\"?sep=([,;\\t])\"?[,;\\t]*(?:\\r\\n|\\r|\\n)", Pattern.CASE_INSENSITIVE);

  private static final byte[] ZIP = {'P', 'K', 3, 4};

  /** The beginning of an .xls workbook, and of any workbook with a password. */
  private static final byte[] OLD_OFFICE = {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0};

  /** The blank that does not break a line, which spreadsheets have. */
  private static final char NO_BREAK = '\u00A0';

  /** Stands for bytes in another encoding: no text has the second half of a pair alone. */
  private static final char UNREADABLE = '\uDC00';

  private final BufferedReader text;
  private final char separator;

  /** The number of lines before the text of the rows. */
  private final int skipped;

  CsvRows(InputStream in) throws IOException {
    BufferedInputStream whole = new BufferedInputStream(in);
    whole.mark(ZIP.length);
    refuseWorkbook(whole.readNBytes(ZIP.length));
    whole.reset();
    BOMInputStream bytes =
        BOMInputStream.builder()
            .setInputStream(whole)
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
    text = new BufferedReader(new InputStreamReader(bytes, decoder));
    text.mark(HEAD_LENGTH);
    char[] head = new char[HEAD_LENGTH];
    int length = Math.max(0, text.read(head, 0, HEAD_LENGTH));
    text.reset();
    String start = new String(head, 0, length);
    Matcher named = SEPARATOR_LINE.matcher(start);
    if (named.lookingAt()) {
      separator = named.group(1).charAt(0);
      skipped = 1;
      text.skip(named.end());
    } else {
      separator = separator(start);
      skipped = 0;
    }
  }

  private static void refuseWorkbook(byte[] start) {
    if (Arrays.equals(start, ZIP) || Arrays.equals(start, OLD_OFFICE)) {
      String detail =
          "This is a workbook (.xlsx, .xls or .ods), not a table as text. In Excel, save it as"
              + " \"CSV UTF-8 (Comma delimited)\" and send that file.";
      throw SourceRecord.refusal("", "format", detail);
    }
  }

  /** The most frequent separator in the first line with a letter, outside of quotes. */
  private static char separator(String start) {
    String names =
        start
            .lines()
            .filter(line -> line.chars().anyMatch(Character::isLetter))
            .findFirst()
            .orElse("")
            .replaceAll("\"[^\"]*\"", "");
    return Stream.of(',', ';', '\t')
        .max(Comparator.comparingLong(one -> names.chars().filter(c -> c == one).count()))
        .orElseThrow();
  }

  /** A comma, a semicolon or a tab. */
  char separator() {
    return separator;
  }

  /**
   * Gives each row that is not blank, with the line on which it begins. Its values have no blanks
   * around them.
   */
  void read(ObjLongConsumer<List<String>> rows) throws IOException {
    CheckedText checked = new CheckedText(text, separator, skipped);
    long last = 0;
    try (CsvReader<CsvRecord> records =
        CsvReader.builder()
            .fieldSeparator(separator)
            .allowExtraFields(true)
            .allowMissingFields(true)
            .maxBufferSize(SourceRecord.MOST_LENGTH)
            .ofCsvRecord(checked)) {
      for (CsvRecord record : records) {
        last = record.getStartingLineNumber() + skipped;
        List<String> values = record.getFields().stream().map(CsvRows::tidy).toList();
        if (!values.stream().allMatch(String::isEmpty)) {
          rows.accept(values, last);
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      if (e.getCause() instanceof Problem problem) {
        throw problem;
      }
      checked.requireRightQuotes();
      String detail =
          "After the record on line %d: a value is quoted in part, or has more than %d characters.";
      throw SourceRecord.refusal(
          "/" + last, "format", detail.formatted(last, SourceRecord.MOST_LENGTH));
    }
    checked.requireRightQuotes();
  }

  private static String tidy(String cell) {
    return Texts.nfc(cell).replace(NO_BREAK, ' ').strip();
  }

  /**
   * Notices bytes in another encoding, and wrong quotes (RFC 4180, 2). The rest of a table after a
   * quote that is not closed would be one value.
   */
  private static final class CheckedText extends FilterReader {
    private final char separator;
    private char previous = '\n';
    private boolean isQuoted;
    private long line;
    private long opened;
    private long stray;

    CheckedText(Reader in, char separator, int skipped) {
      super(in);
      this.separator = separator;
      line = skipped + 1L;
    }

    void requireRightQuotes() {
      if (stray > 0 || isQuoted) {
        throw SourceRecord.refusal(
            "/" + (stray > 0 ? stray : opened),
            "quotes",
            "A quote is not closed, or is inside a value without quotes around it.");
      }
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
      int count = super.read(buffer, offset, length);
      for (int i = offset; i < offset + count; i++) {
        look(buffer[i]);
      }
      return count;
    }

    private void look(char c) {
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
  }
}
