package supplychain.proof.requests;

import java.util.UUID;
import org.jooq.DSLContext;

/**
 * A farmer on the way to another company.
 *
 * @param id the farmer
 * @param to the company that the farmer moves to
 */
record MovingFarmer(UUID id, UUID to) {
  /** What the new company writes about the farmer: the old company must never read it. */
  static final String SECRET = "a secret of the new company";

  /**
   * Moves the farmer as the service does, with all that is locked for it, and changes every plot:
   * to be followed by a commit.
   */
  void move(DSLContext sql) {
    sql.execute("update farmer set buyer = ?, description = ? where id = ?", to, SECRET, id);
    sql.execute("update entity_card set is_active = false where entity = ? and is_active", id);
    sql.execute("update submission set farmer = null where farmer = ?", id);
    sql.execute("update plot set name = ? where farmer = ?", SECRET, id);
  }
}
