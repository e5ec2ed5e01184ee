package supplychain.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.security.MessageDigest;

/** The bytes of a body. */
public final class ReceivedBytes extends ByteArrayOutputStream {
  /** Opens the bytes at their start, without a copy. */
  InputStream open() {
    return new ByteArrayInputStream(buf, 0, count);
  }

  /** Adds the bytes to a hash, without a copy. */
  void addTo(MessageDigest hash) {
    hash.update(buf, 0, count);
  }
}
