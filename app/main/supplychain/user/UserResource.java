package supplychain.user;

import static org.jooq.impl.DSL.noCondition;
import static supplychain.schema.Tables.APP_USER;

import java.util.List;
import supplychain.database.JsonObject;
import supplychain.resource.Filter;
import supplychain.resource.Resource;

/** Users as they are read: everyone sees itself, an operator sees all. */
public final class UserResource {
  /** Users. */
  public static final Resource USERS =
      Resource.of(
          APP_USER,
          APP_USER.ID,
          APP_USER.UPDATED_ON,
          new JsonObject()
              .columns(APP_USER.EMAIL, APP_USER.ID, APP_USER.UPDATED_ON, APP_USER.CREATED_ON)
              .columns(APP_USER.CREATOR, APP_USER.UPDATER)
              .build(),
          caller -> List.of(caller.isOperator() ? noCondition() : APP_USER.ID.eq(caller.user())),
          List.of(Filter.start("email", "whose address starts so", APP_USER.EMAIL)),
          APP_USER.ID,
          APP_USER.EMAIL,
          APP_USER.CREATED_ON,
          APP_USER.UPDATED_ON);

  private UserResource() {}
}
