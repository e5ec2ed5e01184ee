package supplychain.core;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;
import org.apache.commons.lang3.function.Failable;

/** The secret texts by which callers identify themselves. The service stores only their hashes. */
public final class Tokens {
  private static final int RANDOM_BYTES = 32;

  private static final String PREFIX = "sct_";
  private static final Pattern ANY = Pattern.compile(PREFIX + "[A-Za-z0-9_-]+");
  private static final SecureRandom RANDOM = new SecureRandom();

  private Tokens() {}

  public static String generate() {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /** The stored hash of a token, SHA-256. A token is random, so it needs no salt or slow hash. */
  public static byte[] hash(String token) {
    return sha256(token.getBytes(StandardCharsets.UTF_8));
  }

  /** Hides the tokens in a text, since a client may send a token in the wrong place. */
  public static String hide(String text) {
    return text.contains(PREFIX) ? ANY.matcher(text).replaceAll(PREFIX + "…") : text;
  }

  public static byte[] sha256(byte[] bytes) {
    return sha256().digest(bytes);
  }

  public static MessageDigest sha256() {
    return Failable.get(() -> MessageDigest.getInstance("SHA-256")); // Every Java has it.
  }
}
