package supplychain.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.commons.io.input.ObservableInputStream;

/**
 * Reads the elements of a client's XML one by one, within limits. It has no DOCTYPE, and so no
 * entities. Names are those without a prefix.
 */
final class LimitedXml {
  static final int MOST_DEPTH = 64;

  /** The parser keeps the names of all parts, and refuses one of more than 1,000 characters. */
  static final int MOST_NAMES = 1_000;

  /** The usual limit of a tag, or of the text between two tags, in bytes: the parser keeps them. */
  static final int MOST_PART = 1 << 18;

  private final XMLStreamReader reader;
  private final Set<String> names = new HashSet<>();
  private int depth;

  LimitedXml(InputStream bytes) throws IOException {
    this(bytes, MOST_PART);
  }

  /** XML with this limit of a tag or a text. */
  LimitedXml(InputStream bytes, int mostPart) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      reader = factory.createXMLStreamReader(new ObservableInputStream(bytes, new Parts(mostPart)));
    } catch (XMLStreamException e) {
      throw damaged();
    }
  }

  /** Goes to the next beginning or end of an element; false after the last one. */
  boolean next() throws IOException {
    int event = event();
    while (event != XMLStreamConstants.END_DOCUMENT
        && event != XMLStreamConstants.START_ELEMENT
        && event != XMLStreamConstants.END_ELEMENT) {
      event = event();
    }
    return event != XMLStreamConstants.END_DOCUMENT;
  }

  private int event() throws IOException {
    try {
      int event = reader.next();
      switch (event) {
        case XMLStreamConstants.DTD -> throw doctype();
        case XMLStreamConstants.START_ELEMENT -> begin();
        case XMLStreamConstants.END_ELEMENT -> depth--;
        case XMLStreamConstants.PROCESSING_INSTRUCTION -> keep(null, reader.getPITarget());
        default -> {}
      }
      if (depth > MOST_DEPTH || names.size() > MOST_NAMES) {
        throw LimitedZip.refusal("Its XML has too many levels or names.");
      }
      return event;
    } catch (XMLStreamException e) {
      throw damaged();
    }
  }

  private void begin() {
    depth++;
    keep(reader.getPrefix(), reader.getLocalName());
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      keep(reader.getAttributePrefix(i), reader.getAttributeLocalName(i));
    }
    for (int i = 0; i < reader.getNamespaceCount(); i++) {
      keep(reader.getNamespacePrefix(i), reader.getNamespaceURI(i));
    }
  }

  private void keep(String prefix, String name) {
    names.add(prefix == null || prefix.isEmpty() ? name : prefix + ":" + name);
  }

  /** The name of the element that begins; empty at an end. */
  String beginning() {
    return reader.isStartElement() ? reader.getLocalName() : "";
  }

  boolean begins(String name) {
    return beginning().equals(name);
  }

  boolean ends(String name) {
    return reader.isEndElement() && reader.getLocalName().equals(name);
  }

  /** An attribute of the element that begins; empty if it has none of this name. */
  String attribute(String name) {
    return Objects.toString(reader.getAttributeValue(null, name), "");
  }

  /**
   * The text of the element that begins, and goes to its end; null if it is longer. The text of
   * elements in it counts, but not of those named {@code without}.
   */
  String text(int most, String without) throws IOException {
    StringBuilder text = new StringBuilder();
    int end = depth - 1;
    int skippedAt = 0;
    while (depth > end) {
      int event = event();
      boolean isText =
          event == XMLStreamConstants.CHARACTERS
              || event == XMLStreamConstants.CDATA
              || event == XMLStreamConstants.SPACE;
      if (event == XMLStreamConstants.START_ELEMENT
          && skippedAt == 0
          && reader.getLocalName().equals(without)) {
        skippedAt = depth;
      } else if (event == XMLStreamConstants.END_ELEMENT && depth < skippedAt) {
        skippedAt = 0;
      } else if (isText && skippedAt == 0 && text.length() <= most) {
        text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
      }
    }
    return text.length() > most ? null : text.toString();
  }

  private static RuntimeException doctype() {
    return LimitedZip.refusal("Its XML has a DOCTYPE, which the service does not read.");
  }

  private static RuntimeException damaged() {
    return LimitedZip.refusal("Its XML is damaged.");
  }

  /**
   * Refuses a long tag, text or comment before the parser keeps it in memory, and what begins like
   * a DOCTYPE.
   */
  private static final class Parts extends ObservableInputStream.Observer {
    private enum State {
      TEXT,
      TAG,
      QUOTES,
      /** A comment or CDATA, which ends with two marks and a bracket. */
      MARKED
    }

    private State state = State.TEXT;
    private int quote;
    private int last;
    private int beforeLast;
    private int length;

    private final int most;

    Parts(int most) {
      this.most = most;
    }

    @Override
    public void data(byte[] bytes, int offset, int count) {
      for (int i = offset; i < offset + count; i++) {
        data(bytes[i]);
      }
    }

    @Override
    public void data(int c) {
      // The second byte of a character in UTF-16.
      if (c == 0) {
        return;
      }
      length++;
      switch (state) {
        case TEXT -> enter(c == '<' ? State.TAG : State.TEXT, c == '<');
        case TAG -> inTag(c);
        case QUOTES -> state = c == quote ? State.TAG : State.QUOTES;
        case MARKED -> {
          boolean isEnd = c == '>' && last == beforeLast && (last == '-' || last == ']');
          enter(isEnd ? State.TEXT : State.MARKED, isEnd);
        }
      }
      if (length > most) {
        throw LimitedZip.refusal(
            "Its XML has a tag or a text of more than " + (most >> 10) + " KiB.");
      }
      beforeLast = last;
      last = c;
    }

    private void inTag(int c) {
      boolean isMark = last == '!' && beforeLast == '<';
      if (isMark && c != '-' && c != '[') {
        throw doctype();
      }
      if (isMark) {
        state = State.MARKED;
      } else if (c == '"' || c == '\'') {
        quote = c;
        state = State.QUOTES;
      } else {
        enter(c == '>' ? State.TEXT : State.TAG, c == '>');
      }
    }

    private void enter(State next, boolean isOther) {
      state = next;
      length = isOther ? 0 : length;
    }
  }
}
