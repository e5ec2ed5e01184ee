package supplychain.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.security.MessageDigest;

/** The bytes of a body. */
public final class ReceivedBytes extends ByteArrayOutputStream {
  /** Opens them at their start; nothing is copied. */
  InputStream open() {
    return new ByteArrayInputStream(buf, 0, count);
  }

  /** Adds them to what is hashed. */
  void addTo(MessageDigest hash) {
    hash.update(buf, 0, count);
  }
}
