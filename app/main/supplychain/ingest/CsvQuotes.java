package supplychain.ingest;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Looks whether the quotes of a table are where they belong (RFC 4180, 2): a quote that is not
 * closed would make one value of all that follows.
 */
final class CsvQuotes extends FilterReader {
  /** Where in a table a character stands. */
  private enum Place {
    START,
    PLAIN,
    QUOTED,
    AFTER_QUOTE
  }

  private Place place = Place.START;
  private long line = 1;
  private long opened;
  private long stray;

  CsvQuotes(Reader in) {
    super(in);
  }

  /** The line of a quote inside a plain value, or of one that was not closed; 0 without any. */
  long wrongLine() {
    return stray == 0 && place == Place.QUOTED ? opened : stray;
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
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
    if (c == '\n') {
      line++;
    }
    if (c == '"') {
      place = quote();
    } else if (place != Place.QUOTED) {
      place = c == ',' || c == '\n' || c == '\r' ? Place.START : Place.PLAIN;
    }
  }

  private Place quote() {
    return switch (place) {
      case START -> {
        opened = line;
        yield Place.QUOTED;
      }
      case QUOTED -> Place.AFTER_QUOTE;
      case AFTER_QUOTE -> Place.QUOTED;
      case PLAIN -> {
        stray = stray == 0 ? line : stray;
        yield Place.PLAIN;
      }
    };
  }
}
