package supplychain.http;

import static org.jooq.impl.DSL.currentOffsetDateTime;
import static supplychain.schema.Tables.TOKEN;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jooq.Condition;

/** The secrets that stand for callers: how one is made, and how it is kept. */
public final class Tokens {
  /** How much of a token is random, in bytes. */
  public static final int RANDOM_BYTES = 32;

  private static final String PREFIX = "sct_";
  private static final Pattern ANY = Pattern.compile(PREFIX + "[A-Za-z0-9_-]+");
  private static final SecureRandom RANDOM = new SecureRandom();

  private Tokens() {}

  /** A new token. */
  public static String generate() {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /**
   * What is kept of a token: its SHA-256. The token is random, so no salt or slow hash is needed.
   */
  public static byte[] hash(String token) {
    return sha256(token.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A text as it may be logged or shown: without the tokens that a client put where none belongs.
   */
  public static String hide(String text) {
    return text.contains(PREFIX) ? ANY.matcher(text).replaceAll(PREFIX + "…") : text;
  }

  /** Which tokens may be used now: those neither revoked nor expired. */
  public static Condition areLive() {
    return TOKEN
        .REVOKED_ON
        .isNull()
        .and(TOKEN.EXPIRES_ON.isNull().or(TOKEN.EXPIRES_ON.gt(currentOffsetDateTime())));
  }

  static byte[] sha256(byte[] bytes) {
    return sha256().digest(bytes);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
