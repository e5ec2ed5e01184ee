package supplychain.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import supplychain.http.Tokens;

/**
 * Makes texts of marks that clients hand back as they are and can neither read, compare nor make:
 * the numbers in them count what all companies write. A mark always has the same text. It is
 * encrypted by a synthetic initialization vector, as in RFC 5297: a MAC of what is encrypted.
 */
final class Seal {
  /** How many bytes a secret has. */
  static final int SECRET_BYTES = 32;

  private static final int KIND_BYTES = 4;
  private static final byte[] KIND = Arrays.copyOf(Tokens.hash("changes, sealed"), KIND_BYTES);
  private static final int MARK_BYTES = 2 * Long.BYTES;
  private static final int VECTOR_BYTES = 16;
  private static final int BYTES = 2 * KIND_BYTES + VECTOR_BYTES + MARK_BYTES;

  /** Before they were sealed, marks began with this. */
  private static final byte[] OPEN_KIND = Arrays.copyOf(Tokens.hash("changes"), Long.BYTES);

  private static final int OPEN_BYTES = Long.BYTES + MARK_BYTES;

  private final SecretKeySpec cipherKey;
  private final SecretKeySpec macKey;
  private final byte[] kind;

  /** A seal of {@value #SECRET_BYTES} secret bytes. */
  Seal(byte[] secret) {
    int half = SECRET_BYTES / 2;
    cipherKey = new SecretKeySpec(secret, 0, half, "AES");
    macKey = new SecretKeySpec(secret, half, half, "HmacSHA256");
    // What tells this installation from others, so that theirs are not taken for damaged ones.
    byte[] installation = mac("installation".getBytes(UTF_8));
    kind = ByteBuffer.allocate(2 * KIND_BYTES).put(KIND).put(installation, 0, KIND_BYTES).array();
  }

  /** The text of a mark. */
  String text(Mark mark) {
    byte[] plain =
        ByteBuffer.allocate(MARK_BYTES).putLong(mark.position()).putLong(mark.check()).array();
    byte[] vector = Arrays.copyOf(mac(plain), VECTOR_BYTES);
    byte[] all = ByteBuffer.allocate(BYTES).put(kind).put(vector).put(crypt(vector, plain)).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
  }

  /** The mark of a text: empty where it is none, and elsewhere where another seal made it. */
  Optional<Mark> mark(String text) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      return bytes.remaining() == OPEN_BYTES ? open(bytes) : sealed(bytes, text);
    } catch (IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }

  private Optional<Mark> sealed(ByteBuffer bytes, String text) {
    byte[] kindOfIt = new byte[2 * KIND_BYTES];
    byte[] vector = new byte[VECTOR_BYTES];
    byte[] encrypted = new byte[MARK_BYTES];
    if (bytes.remaining() != BYTES) {
      return Optional.empty();
    }
    bytes.get(kindOfIt).get(vector).get(encrypted);
    if (!Arrays.equals(kindOfIt, kind)) {
      boolean isOfAnother = Arrays.equals(Arrays.copyOf(kindOfIt, KIND_BYTES), KIND);
      return isOfAnother ? Optional.of(Mark.ELSEWHERE) : Optional.empty();
    }
    ByteBuffer plain = ByteBuffer.wrap(crypt(vector, encrypted));
    Mark mark = new Mark(plain.getLong(), plain.getLong());
    return MessageDigest.isEqual(text(mark).getBytes(UTF_8), text.getBytes(UTF_8))
        ? Optional.of(mark)
        : Optional.empty();
  }

  private static Optional<Mark> open(ByteBuffer bytes) {
    byte[] kindOfIt = new byte[Long.BYTES];
    bytes.get(kindOfIt);
    return Arrays.equals(kindOfIt, OPEN_KIND)
        ? Optional.of(new Mark(bytes.getLong(), bytes.getLong()))
        : Optional.empty();
  }

  private byte[] mac(byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(macKey.getAlgorithm());
      mac.init(macKey);
      return mac.doFinal(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HMAC and SHA-256", e);
    }
  }

  /** Encrypts, or decrypts: in counter mode both are the same. */
  private byte[] crypt(byte[] vector, byte[] bytes) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, cipherKey, new IvParameterSpec(vector));
      return cipher.doFinal(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES", e);
    }
  }
}
