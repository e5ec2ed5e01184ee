package supplychain.history;

import java.nio.ByteBuffer;
import supplychain.http.Tokens;

/**
 * How far somebody has followed.
 *
 * @param position the last change that was answered; 0 before the first
 * @param check what tells that change from another that has its number in another database, or in
 *     this one after an older backup was restored
 */
record Mark(long position, long check) {
  /** One that no change of this database has. */
  static final Mark ELSEWHERE = new Mark(-1, 0);

  /** The mark of a change that is described so. */
  static Mark of(long position, String description) {
    return new Mark(position, ByteBuffer.wrap(Tokens.hash(description)).getLong());
  }
}
