package supplychain.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;

class TraceTest {
  private final Chain chain = new Chain();

  @Test
  void look() throws Exception {
    var f2 = chain.world.farmer(chain.coop);
    var f3 = chain.world.farmer(chain.coop);
    String a = chain.buy("100");
    String b = chain.buy(f2, "40.5");
    String c = chain.buy(f3, "7");
    String mixed = chain.move(chain.ofCoop, chain.coop, chain.coop, chain.cherry, "120", a, b);
    String green = chain.move(chain.ofCoop, chain.coop, chain.coop, chain.green, "24", mixed);
    String old = chain.move(chain.ofCoop, chain.exporter, chain.coop, chain.green, "10");
    String sold =
        chain.move(chain.ofCoop, chain.coop, chain.exporter, chain.green, "30", green, old);
    String rest = chain.move(chain.ofCoop, chain.coop, chain.exporter, chain.cherry, "20", b, c);
    String all = chain.export(chain.green, "45", sold, rest);
    for (String[] each :
        new String[][] {
          {"text/plain", "txt"},
          {"image/svg+xml", "svg"},
          {"text/vnd.graphviz", "dot"},
          {"application/json", "json"}
        }) {
      for (Object[] who :
          new Object[][] {
            {chain.operator, all, "up"},
            {chain.ofRoaster, all, "up"},
            {chain.ofCoop, mixed, "both"},
            {chain.operator, b, "down"}
          }) {
        Reply reply =
            ((Client) who[0])
                .get(Chain.GOODS + who[1] + "/trace/?direction=" + who[2], "Accept", each[0]);
        assertEquals(200, reply.status(), reply.text());
        String name =
            who[0] == chain.operator
                ? "op-" + who[2]
                : who[0] == chain.ofRoaster ? "roaster" : "coop";
        Files.writeString(Path.of("/tmp/trace-dev/out-" + name + "." + each[1]), reply.text());
      }
    }
  }
}
