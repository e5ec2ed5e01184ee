package supplychain;

import java.util.UUID;

/** What a test of one company starts from. */
public abstract class OneCompany {
  public final World world = new World();
  public final UUID company = world.company("Cooperative");
}
