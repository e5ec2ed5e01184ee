package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import supplychain.AtOnce;
import supplychain.Installation;
import supplychain.Records;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/** The service says what is wrong with any request, and stays as it was. */
@ExtendWith(Seeded.class)
@Tag("proof")
class FuzzTest {
  private static final int THREADS = 4;
  private static final int REQUESTS = Proof.count(3_000, 30_000);
  private static final int PARTS = 10;

  /** How much more the process may hold at the end than after the first part. */
  private static final int MORE_MEBIBYTES = 24;

  private static final int MORE_THREADS = 10;

  @Test
  void everyOddRequestGetsADocumentedAnswer(Seed seed) throws Exception {
    var postgres = Installation.shared().postgres();
    Map<String, String> environment =
        Map.of(
            "JAVA_TOOL_OPTIONS",
            "-Xmx256m -Dorg.slf4j.simpleLogger.log.request=off",
            "SUPPLY_CHAIN_DB_PASSWORD_FILE",
            CommandRun.passwordFile(postgres.password()));
    try (ServiceProcess service =
        ServiceProcess.start(
            environment, "--port", "0", "--db-url", postgres.url(), "--db-user", postgres.user())) {
      String origin = URI.create(service.baseUrl()).resolve("/").toString().replaceAll("/$", "");
      try {
        attack(seed, origin, service.pid());
      } catch (AssertionError | CompletionException e) {
        throw new AssertionError("the service said: " + service.err(), e);
      }
      List<String> said =
          service.err().stream()
              .filter(line -> line.matches(".*( ERROR | WARN |\\tat ).*"))
              .toList();
      assertEquals("", String.join("\n", said));
    }
    assertEquals(List.of(), Records.mistakes(Installation.shared().database()));
  }

  private static void attack(Seed seed, String origin, long pid) throws Exception {
    UUID product = new World().product("Cherry");
    List<Fuzzer> fuzzers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      fuzzers.add(new Fuzzer(origin, seed.random(i), product));
    }
    List<Integer> heaps = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    try {
      for (int part = 0; part < PARTS; part++) {
        AtOnce.send(THREADS, i -> fuzzers.get(i).attack(REQUESTS / THREADS / PARTS));
        heaps.add(heapMebibytes(pid));
        counts.add(threads(pid));
      }
    } finally {
      fuzzers.forEach(Fuzzer::close);
    }
    assertTrue(heaps.get(PARTS - 1) <= heaps.get(0) + MORE_MEBIBYTES, "MiB on the heap: " + heaps);
    assertTrue(counts.get(PARTS - 1) <= counts.get(0) + MORE_THREADS, "threads: " + counts);
  }

  /** How much of the heap is in use, once all garbage is collected. */
  private static int heapMebibytes(long pid) throws IOException {
    String total = jcmd(pid, "GC.class_histogram", line -> line.startsWith("Total ")).get(0);
    return (int) (Long.parseLong(total.split(" +", -1)[2]) >> 20);
  }

  private static int threads(long pid) throws IOException {
    return jcmd(pid, "Thread.print", line -> line.startsWith("\"") && line.contains(" #")).size();
  }

  /** The lines of the answer of {@code jcmd} that match. */
  private static List<String> jcmd(long pid, String question, Predicate<String> matching)
      throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process process = new ProcessBuilder(jcmd.toString(), "" + pid, question).start();
    return process.inputReader().lines().filter(matching).toList();
  }
}
