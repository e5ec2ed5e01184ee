package supplychain.proof.failure;

import java.util.List;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.World;
import supplychain.proof.Proof;

/**
 * Every write that the service takes, with as many parts as it can have. A route that is added to
 * the service is added to one of these.
 */
final class Writes {
  private final World world;
  private final Client client;

  /** Writes of new cooperatives in this world, of which {@code client} is an operator. */
  Writes(World world, Client client) {
    this.world = world;
    this.client = client;
  }

  /** Each of them. */
  List<Write> all() {
    return Stream.of(
            new MasterWrites(world, client).all(),
            new FarmerWrites(world, client).all(),
            new CatalogueWrites(world, client).all(),
            new TradeWrites(world, client).all(),
            new ManyWrites(world, client)
                .all()
                .flatMap(many -> Stream.of(many.stopping(), many.proceeding())))
        .flatMap(writes -> writes)
        .flatMap(Writes::withAndWithoutKey)
        .toList();
  }

  /** Many records take long: without a key they come in the proof alone. */
  private static Stream<Write> withAndWithoutKey(Write write) {
    if (!write.route().startsWith("POST ")) {
      return Stream.of(write);
    }
    boolean keyedAlone = write.lines() != null && Proof.count(0, 1) == 0;
    return keyedAlone ? Stream.of(write.keyed()) : Stream.of(write, write.keyed());
  }
}
