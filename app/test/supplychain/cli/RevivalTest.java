package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Await;
import supplychain.database.Database;

/** Another program takes the port of a killed PostgreSQL before the service starts it again. */
@Tag("proof")
class RevivalTest {
  private static final Duration WAIT = Duration.ofSeconds(1);
  private static final int PORT_LINE = 3;
  private static final int CLEAR_TEXT_PASSWORD = 3;

  @TempDir Path temp;

  @Test
  void theOtherProgramDoesNotLearnThePasswordAndTheServiceAnswersWhenThePortIsFree()
      throws Exception {
    Path folder = temp.resolve("data");
    try (OpenParts parts = new OpenParts(false)) {
      Database database = DatabaseAddress.embedded(folder).openService(parts, 2, WAIT, line -> {});
      Await.until(() -> answers(database));
      Queue<Integer> told = new ConcurrentLinkedQueue<>();
      try (ServerSocket impostor = takePort(folder)) {
        // The sessions of a killed server answer until they notice its end.
        Await.until(() -> !answers(database));
        new Thread(() -> listen(impostor, told)).start();
        while (told.isEmpty()) {
          assertFalse(answers(database));
        }
      }
      Await.until(() -> answers(database));
      assertEquals(List.of(-1), told.stream().distinct().toList());
    }
  }

  private static ServerSocket takePort(Path folder) throws IOException {
    List<String> killed = runningServer(folder);
    assertTrue(ProcessHandle.of(Long.parseLong(killed.get(0))).orElseThrow().destroyForcibly());
    int port = Integer.parseInt(killed.get(PORT_LINE));
    while (true) {
      try {
        return new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
      } catch (BindException taken) {
        // It is still going, or another has come already: then that one has to go too.
        if (!runningServer(folder).get(0).equals(killed.get(0))) {
          return takePort(folder);
        }
      }
    }
  }

  /** The lines of {@code postmaster.pid}, once they are all written. */
  private static List<String> runningServer(Path folder) throws IOException {
    while (true) {
      try {
        List<String> lines = Files.readAllLines(folder.resolve("data/postmaster.pid"));
        if (lines.size() > PORT_LINE) {
          return lines;
        }
      } catch (NoSuchFileException notYet) {
        Thread.onSpinWait();
      }
    }
  }

  /** Asks whoever connects for the password in clear, and notes the first byte of the answer. */
  private static void listen(ServerSocket impostor, Queue<Integer> told) {
    while (!impostor.isClosed()) {
      try (Socket socket = impostor.accept();
          DataInputStream in = new DataInputStream(socket.getInputStream());
          DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
        in.readNBytes(in.readInt() - Integer.BYTES);
        out.writeByte('R');
        out.writeInt(2 * Integer.BYTES);
        out.writeInt(CLEAR_TEXT_PASSWORD);
        told.add(in.read());
      } catch (IOException e) {
        // It is closed, or this one connection did not come about.
      }
    }
  }

  private static boolean answers(Database database) {
    try {
      database.check();
      return true;
    } catch (DataAccessException notYet) {
      return false;
    }
  }
}
