package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Shell;

/** The demo as people start it: in a folder of its own, with its PostgreSQL, again and again. */
class DemoTest {
  private static final Map<String, String> AWKWARD =
      Map.of("NAME", "$HOME `id` \"quoted\" \\ and so on");

  @TempDir Path temp;

  @Test
  @Tag("proof")
  void theDemoWorksWhenPastedAndStaysAsItIs() throws Exception {
    Path data = temp.resolve("demo data");
    int port = freePort();
    Map<String, String> first;
    try (ServiceProcess demo = start(data, port)) {
      demo.baseUrl();
      first = ServeDemo.read(data.resolve("demo.env"));
      assertEquals("http://127.0.0.1:" + port + "/v1", first.get("BASE_URL"));
      List<String> commands = Files.readAllLines(demo.out());
      assertEquals(5, commands.stream().filter(line -> line.startsWith("curl")).count());
      Shell.run("sh", "-ec", "cd \"$0\"; exec sh -e \"$1\"", "" + temp, "" + demo.out());
      aCommandWorksBeside(data);
      demo.terminate();
      assertEquals(0, demo.exitCode(), demo.err().toString());
    }
    assertFalse(Files.exists(data.resolve("data").resolve("postmaster.pid")));
    aCommandWorksAlone(data);
    try (ServiceProcess demo = start(data, port)) {
      demo.baseUrl();
      assertEquals(first, ServeDemo.read(data.resolve("demo.env")));
      assertEquals(200, readCompany(demo, first));
    }
    Files.delete(data.resolve("demo.env"));
    try (ServiceProcess demo = start(data, port)) {
      demo.baseUrl();
      Map<String, String> restarted = ServeDemo.read(data.resolve("demo.env"));
      assertEquals(first.get("COMPANY"), restarted.get("COMPANY"));
      assertNotEquals(first.get("TOKEN"), restarted.get("TOKEN"));
      assertEquals(200, readCompany(demo, restarted));
      assertEquals(200, readCompany(demo, first));
    }
  }

  private static ServiceProcess start(Path data, int port) throws IOException {
    return ServiceProcess.start(
        Map.of(), "demo", "--data", data.toString(), "--port", Integer.toString(port));
  }

  /** A port on which nothing listens. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static int readCompany(ServiceProcess demo, Map<String, String> names) throws Exception {
    String path = COMPANIES + names.get("COMPANY") + "/";
    return demo.client(names.get("TOKEN")).get(path).status();
  }

  private static void aCommandWorksBeside(Path data) {
    CommandRun run =
        CommandRun.of(
            "token", "create", "--user=new@example.org", "--role=OPERATOR", "--data=" + data);
    assertTrue(run.out().startsWith("sct_"), run.err());
  }

  private static void aCommandWorksAlone(Path data) {
    CommandRun run = CommandRun.of("token", "list", "--data", data.toString()).requireExit(0);
    assertTrue(run.out().contains("new@example.org"), run.out());
    assertFalse(Files.exists(data.resolve("data").resolve("postmaster.pid")));
  }

  @Test
  void aShellReadsEveryValueUnchanged() throws IOException, InterruptedException {
    Path file = temp.resolve("demo.env");
    ServeDemo.write(file, AWKWARD);
    String read = Shell.run("sh", "-c", ". \"$0\"; printf %s \"$NAME\"", file.toString());
    assertEquals(AWKWARD.get("NAME"), read);
    assertEquals(AWKWARD, ServeDemo.read(file));
  }

  @Test
  void onlyItsOwnerCanReadTheFile() throws IOException {
    Path file = temp.resolve("demo.env");
    ServeDemo.write(file, Map.of("TOKEN", "old"));
    ServeDemo.write(file, Map.of("TOKEN", "new"));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(Map.of("TOKEN", "new"), ServeDemo.read(file));
  }
}
