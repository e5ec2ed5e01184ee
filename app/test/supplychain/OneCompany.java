package supplychain;

import java.util.UUID;

/** What a test of one company starts from. */
public abstract class OneCompany {
  protected final World world = new World();
  protected final UUID company = world.company("Cooperative");
}
