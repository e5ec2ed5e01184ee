import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.UUID;
import org.postgresql.core.Oid;

/**
 * Stands between the service and PostgreSQL and notes what is asked, so that pgbench can ask the
 * very same: one line an execution (the SQL, then type and value of each parameter, tabs between),
 * and "sync" where the service waits.
 *
 * <p>Arguments: the port to listen on, PostgreSQL's port, the file for the notes.
 */
final class Wiretap {
  private static final long MOST_MILLIS = 300_000;

  /** A statement, as Parse made it. */
  private record Statement(String sql, List<Integer> types) {}

  private final Path notes;
  private final Map<String, Statement> statements = new HashMap<>();
  private final Map<String, String> portals = new HashMap<>();

  private Wiretap(Path notes) {
    this.notes = notes;
  }

  public static void main(String[] args) throws IOException {
    Timer end = new Timer(true);
    end.schedule(
        new TimerTask() {
          @Override
          public void run() {
            System.exit(1);
          }
        },
        MOST_MILLIS);
    int target = Integer.parseInt(args[1]);
    try (ServerSocket server =
        new ServerSocket(Integer.parseInt(args[0]), 0, InetAddress.getLoopbackAddress())) {
      while (true) {
        Socket client = server.accept();
        Socket database = new Socket(InetAddress.getLoopbackAddress(), target);
        client.setTcpNoDelay(true);
        database.setTcpNoDelay(true);
        Wiretap tap = new Wiretap(Path.of(args[2]));
        start(() -> tap.copyRequests(client, database));
        start(() -> database.getInputStream().transferTo(client.getOutputStream()));
      }
    }
  }

  private interface Copying {
    void run() throws IOException;
  }

  private static void start(Copying copying) {
    Thread thread =
        new Thread(
            () -> {
              try {
                copying.run();
              } catch (IOException closed) {
                // One side hung up; the other side's thread meets the same.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void copyRequests(Socket client, Socket database) throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
    OutputStream out = database.getOutputStream();
    // The first message, which opens the session, is the only one without a type.
    int length = in.readInt();
    out.write(ByteBuffer.allocate(length).putInt(length).put(in.readNBytes(length - 4)).array());
    try {
      while (true) {
        int type = in.readByte();
        length = in.readInt();
        byte[] content = in.readNBytes(length - 4);
        note((char) type, ByteBuffer.wrap(content));
        ByteBuffer message = ByteBuffer.allocate(length + 1).put((byte) type).putInt(length);
        out.write(message.put(content).array());
      }
    } catch (EOFException closed) {
      database.shutdownOutput();
    }
  }

  /** Notes a message (PostgreSQL's documentation, "Message Formats"). */
  private void note(char type, ByteBuffer content) throws IOException {
    switch (type) {
      case 'Q' -> write("query\t" + escaped(text(content)));
      case 'P' -> {
        String name = text(content);
        String sql = text(content);
        statements.put(name, new Statement(sql, integers(content)));
      }
      case 'B' -> {
        String portal = text(content);
        Statement statement = statements.get(text(content));
        portals.put(portal, escaped(statement.sql()) + values(content, statement.types()));
      }
      case 'E' -> write("execute\t" + portals.get(text(content)));
      case 'S' -> write("sync");
      default -> {}
    }
  }

  private static String values(ByteBuffer content, List<Integer> types) {
    short[] formats = new short[content.getShort()];
    for (int i = 0; i < formats.length; i++) {
      formats[i] = content.getShort();
    }
    int count = content.getShort();
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < count; i++) {
      int type = i < types.size() ? types.get(i) : Oid.UNSPECIFIED;
      int format = formats.length == 0 ? 0 : formats[formats.length == 1 ? 0 : i];
      values.append('\t').append(Oid.toString(type)).append('\t');
      values.append(value(content, type, format == 1));
    }
    return values.toString();
  }

  private static String value(ByteBuffer content, int type, boolean binary) {
    int length = content.getInt();
    if (length < 0) {
      return "\\N";
    }
    byte[] bytes = new byte[length];
    content.get(bytes);
    return escaped(binary ? fromBinary(ByteBuffer.wrap(bytes), type) : utf8(bytes));
  }

  /** The text of a value that was sent in PostgreSQL's binary form. */
  private static String fromBinary(ByteBuffer value, int type) {
    return switch (type) {
      case Oid.UUID -> new UUID(value.getLong(), value.getLong()).toString();
      case Oid.BYTEA -> "\\x" + HexFormat.of().formatHex(value.array());
      case Oid.TEXT, Oid.VARCHAR -> utf8(value.array());
      case Oid.UUID_ARRAY, Oid.TEXT_ARRAY, Oid.VARCHAR_ARRAY -> array(value);
      default -> throw new IllegalStateException("a binary " + Oid.toString(type));
    };
  }

  private static String array(ByteBuffer value) {
    int dimensions = value.getInt();
    value.getInt();
    int type = value.getInt();
    int count = dimensions == 0 ? 0 : value.getInt();
    List<String> elements = new ArrayList<>();
    if (count > 0) {
      value.getInt();
    }
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[value.getInt()];
      value.get(bytes);
      elements.add("\"" + fromBinary(ByteBuffer.wrap(bytes), type) + "\"");
    }
    return "{" + String.join(",", elements) + "}";
  }

  private static List<Integer> integers(ByteBuffer content) {
    List<Integer> integers = new ArrayList<>();
    for (int left = content.getShort(); left > 0; left--) {
      integers.add(content.getInt());
    }
    return integers;
  }

  private static String text(ByteBuffer content) {
    int start = content.position();
    while (content.get() != 0) {}
    return new String(
        content.array(), start, content.position() - start - 1, StandardCharsets.UTF_8);
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t");
  }

  private void write(String line) throws IOException {
    Files.writeString(notes, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
