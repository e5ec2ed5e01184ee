package supplychain.records.form;

import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.Field;
import org.jooq.TableField;
import supplychain.core.Json;
import supplychain.records.Parts;
import supplychain.validation.Columns;
import supplychain.validation.Kind.Read;

/** The parts of a form: its fields and its field configurations. A part keeps its key. */
final class FormParts extends Parts {
  static final FormParts FIELDS =
      new FormParts(
          "fields",
          FORM_FIELD.ID,
          FORM_FIELD.FORM,
          FORM_FIELD.KEY,
          FORM_FIELD.LABEL,
          FormParts::readField);

  static final FormParts CONFIGS =
      new FormParts(
          "field_config",
          FIELD_CONFIG.ID,
          FIELD_CONFIG.FORM,
          FIELD_CONFIG.KEY,
          FIELD_CONFIG.LABEL,
          config ->
              config
                  .getOr(FLAG, true, FIELD_CONFIG.VISIBILITY)
                  .getOr(FLAG, false, FIELD_CONFIG.REQUIRED));

  private static final int MOST_OPTIONS = 1_000;
  private static final int OPTION_LENGTH = 500;

  private final Field<String> key;

  private FormParts(
      String name,
      TableField<?, UUID> id,
      Field<UUID> form,
      Field<String> key,
      Field<String> label,
      Consumer<Columns> rest) {
    super(
        name,
        SubmissionBody.MOST_VALUES,
        id,
        form,
        key,
        part ->
            rest.accept(
                part.required(filledText(Columns.limit(key)), key)
                    .required(filledText(Columns.limit(label)), label)));
    this.key = key;
  }

  @Override
  protected void check(Part part, List<Part> others) {
    super.check(part, others);
    if (part.changes(key)) {
      part.body().refuse("key", "fixed", "It cannot be changed. Leave it out.");
    }
  }

  private static void readField(Columns field) {
    field
        .choice(FORM_FIELD.TYPE, FieldType.TEXT)
        .getOr(
            text(Columns.limit(FORM_FIELD.LABEL)),
            "",
            FORM_FIELD.LABEL_EN_US,
            FORM_FIELD.LABEL_EN_UK,
            FORM_FIELD.LABEL_FR,
            FORM_FIELD.LABEL_NL,
            FORM_FIELD.LABEL_IND)
        .getOr(FLAG, false, FORM_FIELD.REQUIRED)
        .getOr(text(Columns.limit(FORM_FIELD.DEFAULT_VALUE)), "", FORM_FIELD.DEFAULT_VALUE)
        .getOr(FormParts::readOptions, "[]", FORM_FIELD.OPTIONS);
  }

  /** Options are an array of strings, or its JSON text; they are stored as JSON text. */
  private static Read<String> readOptions(JsonNode value) {
    if (!value.isArray() && !value.isTextual()) {
      return Read.wrong("type", "It must be an array of strings, as JSON text or as an array.");
    }
    Optional<List<String>> options =
        FieldType.texts(value.isTextual() ? value.asText() : value.toString());
    if (options.isEmpty()) {
      return Read.wrong("format", "It must be a JSON array of strings.");
    }
    if (options.get().size() > MOST_OPTIONS) {
      return Read.wrong("too_many", "It may have at most " + MOST_OPTIONS + " options.");
    }
    Set<String> seen = new HashSet<>();
    for (String option : options.get()) {
      Read<String> read = filledText(OPTION_LENGTH).read(Json.MAPPER.valueToTree(option));
      if (read.isWrong()) {
        return Read.wrong(read.code(), "Of an option: " + read.detail());
      }
      if (!seen.add(option)) {
        String twice = "The option `" + option + "` appears more than once.";
        return Read.wrong("duplicate", twice);
      }
    }
    return Read.right(Json.MAPPER.valueToTree(options.get()).toString());
  }
}
