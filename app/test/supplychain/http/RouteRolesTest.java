package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import io.javalin.security.RouteRole;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Main;
import supplychain.core.Problem;
import supplychain.core.Role;

/** A route without a role cannot be: the service does not start with it, and would not open it. */
class RouteRolesTest {
  private static final Handler ANSWER = ctx -> ctx.result("open");

  /** A role of somebody else's making, which says nothing here. */
  private enum Stranger implements RouteRole {
    STRANGER
  }

  @Test
  void theServiceDoesNotStartWithARouteThatNamesNoRole() {
    refused("The route GET /open names no role.", routes -> routes.get("/open", ANSWER));
    refused("The route POST /v1/open/ names no role.", routes -> routes.post("/v1/open/", ANSWER));
    refused(
        "The route PUT /open names no role.",
        routes -> routes.put("/open", ANSWER, Stranger.STRANGER));
  }

  @Test
  void itStartsWithARouteThatNamesOne() {
    Javalin service =
        Main.service(
            Installation.shared().database(),
            config -> config.routes.get("/health/open", ANSWER, Role.ANYONE));
    try {
      Client client =
          Client.ofOtherRoutes("http://127.0.0.1:" + service.start("127.0.0.1", 0).port());
      assertEquals("open", client.get("/health/open").text());
    } finally {
      service.stop();
    }
  }

  @Test
  void aRouteThatNamedNoneWouldBeClosedToEverybody() {
    Authentication authentication = new Authentication(Installation.shared().database());
    Javalin service =
        Javalin.create(
            config -> {
              config.routes.beforeMatched(authentication::authorize);
              config.routes.exception(Problem.class, Problems::answer);
              config.routes.get("/open", ANSWER);
            });
    try {
      Client client =
          Client.ofOtherRoutes("http://127.0.0.1:" + service.start("127.0.0.1", 0).port());
      assertEquals(403, client.get("/open").status());
    } finally {
      service.stop();
    }
  }

  private static void refused(String why, Consumer<RoutesConfig> route) {
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () ->
                Main.service(
                    Installation.shared().database(), config -> route.accept(config.routes)));
    assertEquals(why, e.getMessage());
  }
}
