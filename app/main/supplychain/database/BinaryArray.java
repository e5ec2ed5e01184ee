package supplychain.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;
import org.postgresql.jdbc.PgArray;
import org.postgresql.jdbc.PreferQueryMode;
import org.postgresql.util.ByteConverter;

/**
 * An array of ids, texts or exact decimals in PostgreSQL's binary format: Java writes it and
 * PostgreSQL reads it quicker than a text. The driver has no such format for arrays of ids and of
 * decimals.
 */
final class BinaryArray {
  /** PostgreSQL's numbers of these types, and of their arrays. */
  private static final Map<String, Type> TYPES =
      Map.of(
          "uuid", new Type(Oid.UUID, Oid.UUID_ARRAY),
          "text", new Type(Oid.TEXT, Oid.TEXT_ARRAY),
          "numeric", new Type(Oid.NUMERIC, Oid.NUMERIC_ARRAY));

  private static final int HEADER = 5 * Integer.BYTES;

  /** In place of null, and told by its identity: an empty text has no bytes either. */
  private static final byte[] NULL = new byte[0];

  private record Type(int element, int array) {}

  private BinaryArray() {}

  /** An array of elements of this type, in another format if the type has none here. */
  static Array of(Connection connection, String type, Object... elements) throws SQLException {
    Type known = TYPES.get(type);
    BaseConnection base = connection.unwrap(BaseConnection.class);
    // With preferQueryMode=simple in the URL, a statement is one text with its values.
    if (known == null || base.getPreferQueryMode() == PreferQueryMode.SIMPLE) {
      return connection.createArrayOf(type, elements);
    }
    List<byte[]> all = Stream.of(elements).map(BinaryArray::bytes).toList();
    int size = HEADER + all.stream().mapToInt(one -> Integer.BYTES + one.length).sum();
    ByteBuffer array = ByteBuffer.allocate(size);
    int dimensions = 1;
    int mayHaveNulls = 1;
    int first = 1;
    array.putInt(dimensions).putInt(mayHaveNulls).putInt(known.element());
    array.putInt(elements.length).putInt(first);
    for (byte[] one : all) {
      array.putInt(one == NULL ? -1 : one.length).put(one);
    }
    return new PgArray(base, known.array(), array.array());
  }

  private static byte[] bytes(Object element) {
    if (element == null) {
      return NULL;
    }
    if (element instanceof UUID id) {
      return ByteBuffer.allocate(2 * Long.BYTES)
          .putLong(id.getMostSignificantBits())
          .putLong(id.getLeastSignificantBits())
          .array();
    }
    return element instanceof BigDecimal decimal
        ? ByteConverter.numeric(decimal)
        : ((String) element).getBytes(UTF_8);
  }
}
