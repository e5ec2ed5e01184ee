package supplychain.history;

import static supplychain.Paths.*;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import supplychain.Client;
import supplychain.backup.Room;

/** A farmer for each test of the class, in an installation of its own with the demo. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ErasureScene {
  @AutoClose final Room room = Room.ofDemo();
  KnownFarmer farmer;
  Client admin;
  String path;

  @BeforeEach
  void register() {
    farmer = new KnownFarmer(room);
    admin = farmer.admin;
    path = FARMERS + farmer.id + "/";
  }

  List<String> found() {
    return farmer.found(room.database(), room.tables());
  }
}
