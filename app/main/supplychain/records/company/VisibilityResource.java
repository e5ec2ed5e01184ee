package supplychain.records.company;

import static supplychain.schema.Tables.FIELD_VISIBILITY;

import java.util.List;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.RecordKind;

/** Field visibilities as they are read: each company sees its own. */
public final class VisibilityResource {
  static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(FIELD_VISIBILITY.NAME, FIELD_VISIBILITY.COMPANY, FIELD_VISIBILITY.ID)
          .columns(FIELD_VISIBILITY.UPDATED_ON, FIELD_VISIBILITY.CREATED_ON)
          .columns(FIELD_VISIBILITY.VISIBILITY, FIELD_VISIBILITY.TYPE)
          .columns(FIELD_VISIBILITY.CREATOR, FIELD_VISIBILITY.UPDATER)
          .build();

  /** Field visibilities. */
  public static final RecordKind FIELD_VISIBILITIES =
      RecordKind.of(
              "/v1/supply-chains/field-visibilities/",
              FIELD_VISIBILITY,
              FIELD_VISIBILITY.ID,
              FIELD_VISIBILITY.UPDATED_ON,
              OBJECT,
              RecordKind.Visibility.named(FIELD_VISIBILITY.COMPANY),
              List.of(
                  Filter.id("company", "of this company", FIELD_VISIBILITY.COMPANY),
                  Filter.start("name", "whose name starts so", FIELD_VISIBILITY.NAME),
                  Filter.choice(
                      "type",
                      "on these screens",
                      FieldVisibilities.Type.class,
                      FIELD_VISIBILITY.TYPE),
                  Filter.flag(
                      "visibility",
                      "that are shown, or are not",
                      FIELD_VISIBILITY.VISIBILITY.isTrue())),
              FIELD_VISIBILITY.ID,
              FIELD_VISIBILITY.COMPANY,
              FIELD_VISIBILITY.NAME,
              FIELD_VISIBILITY.TYPE,
              FIELD_VISIBILITY.VISIBILITY,
              FIELD_VISIBILITY.CREATED_ON,
              FIELD_VISIBILITY.UPDATED_ON)
          .createdBy(FieldVisibilities::record)
          .amendedBy(FieldVisibilities::amend);

  private VisibilityResource() {}
}
