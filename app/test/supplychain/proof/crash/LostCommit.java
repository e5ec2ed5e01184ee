package supplychain.proof.crash;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import supplychain.Bridge;

/**
 * A proxy that loses the answer to a COMMIT: PostgreSQL has committed, and the client never knows.
 */
final class LostCommit extends Bridge {
  private static final byte COMMAND_COMPLETE = 'C';
  private static final String COMMIT = "COMMIT\0";
  private static final long PATIENCE_SECONDS = 60;

  private final AtomicBoolean losesNext = new AtomicBoolean();
  private final CountDownLatch lost = new CountDownLatch(1);

  LostCommit(String url) throws IOException {
    super(url);
  }

  @Override
  public String url() {
    return super.url() + "?sslmode=disable";
  }

  /** Loses the answer to the next COMMIT, and all that follows on its connection. */
  void loseNext() {
    losesNext.set(true);
  }

  /** Waits until an answer was lost. */
  boolean hasLostOne() throws InterruptedException {
    return lost.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Carries PostgreSQL's messages: a byte for the type, the length, and the text. */
  @Override
  protected void answer(Socket from, Socket to) {
    try (from;
        to) {
      DataInputStream in = new DataInputStream(from.getInputStream());
      DataOutputStream out = new DataOutputStream(to.getOutputStream());
      for (boolean arrives = true; ; ) {
        byte type = in.readByte();
        int length = in.readInt();
        byte[] said = in.readNBytes(length - Integer.BYTES);
        if (isCommit(type, said) && losesNext.getAndSet(false)) {
          arrives = false;
          lost.countDown();
        }
        if (arrives) {
          out.writeByte(type);
          out.writeInt(length);
          out.write(said);
        }
      }
    } catch (IOException e) {
      // One end closed it.
    }
  }

  private static boolean isCommit(byte type, byte[] said) {
    return type == COMMAND_COMPLETE && new String(said, StandardCharsets.US_ASCII).equals(COMMIT);
  }
}
