package supplychain.verify;

import static java.util.stream.Collectors.joining;
import static supplychain.schema.Tables.APP_USER;
import static supplychain.schema.Tables.CHANGE_FEED;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.ENTITY;
import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.schema.Tables.HISTORY;
import static supplychain.schema.Tables.IDEMPOTENCY_KEY;
import static supplychain.schema.Tables.LOAD_REF;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.TableField;
import supplychain.schema.Public;

/** Records refer to existing records of their own company. */
final class RecordRules {
  private static final Set<Table<?>> WITHOUT_RECORDS =
      Set.of(HISTORY, CHANGE_FEED, IDEMPOTENCY_KEY, LOAD_REF);

  /** The tables of columns that do not have the table's name. */
  private static final Map<String, Table<?>> NAMED =
      Map.of(
          "creator", APP_USER,
          "updater", APP_USER,
          "owner", COMPANY,
          "buyer", COMPANY,
          "source", ENTITY,
          "destination", ENTITY,
          "transaction", PRODUCT_TRANSACTION,
          "child", PRODUCT_TRANSACTION,
          "parent", PRODUCT_TRANSACTION,
          "field", FORM_FIELD);

  static final List<Rule> ALL =
      List.of(
          Rule.that("orphan", orphans()),
          Rule.that(
              "entity",
              """
              select array[entity.id], 'it is no ' || lower(entity.kind) || ', or both'
                from entity
                left join farmer on farmer.id = entity.id
                left join company on company.id = entity.id
               where (entity.kind = 'FARMER') <> (farmer.id is not null)
                  or (entity.kind = 'COMPANY') <> (company.id is not null)"""),
          Rule.that(
              "load-ref",
              """
              with loaded (kind, id) as (
                select 'users', id from app_user
                union all select 'companies', id from company
                union all select 'members', id from company_member
                union all select 'products', id from product
                union all select 'premiums', id from premium
                union all select 'forms', id from form
                union all select 'company-products', id from company_product
                union all select 'visibilities', id from field_visibility
                union all select 'cards', id from card
                union all select 'farmers', id from farmer
                union all select 'plots', id from plot
                union all select 'transactions', id from product_transaction
                union all select 'payments', id from payment_transaction)
              select array[id], format('%s/%s of a loaded file names nothing', kind, ref)
                from load_ref
               where not exists (select from loaded
                                  where loaded.kind = load_ref.kind and loaded.id = load_ref.id)"""),
          Rule.that(
              "active-cards",
              """
              select array[held.id] || array_agg(entity_card.id order by entity_card.id),
                     'a card serves several, or several cards serve one'
                from entity_card
               cross join lateral unnest(array[card, entity]) as held (id)
               where is_active
               group by held.id
              having count(*) > 1"""),
          Rule.that(
              "card-company",
              """
              select array[held.entity, card.id], 'it holds the card of another company'
                from entity_card held
                join card on card.id = held.card
                left join farmer on farmer.id = held.entity
               where held.is_active and card.company <> coalesce(farmer.buyer, held.entity)
                  or held.company <> card.company"""),
          Rule.that(
              "origin-file",
              """
              select array[file.id], 'its bytes are not those that were made'
                from origin_file file
                left join origin_file_content kept on kept.origin_file = file.id
               where kept.content is null
                  or length(kept.content) <> file.bytes
                  or encode(sha256(kept.content), 'hex') <> file.sha256"""),
          Rule.that(
              "premium-range",
              """
              select array[one.premium, one.id, other.id], 'both ranges have a part of the other'
                from premium_range one
                join premium_range other on other.premium = one.premium and other.id > one.id
               where one.is_active
                 and other.is_active
                 and one.min_quantity < coalesce(other.max_quantity, 'Infinity')
                 and other.min_quantity < coalesce(one.max_quantity, 'Infinity')"""),
          Rule.that(
              "submission",
              """
              select array[submission.id], 'the form is not one to fill in there'
                from submission
                join form on form.id = submission.form
                left join farmer on farmer.id = submission.farmer
                left join product_transaction goods on goods.id = submission.product_transaction
               where submission.company <> form.owner
                  or submission.company <> coalesce(farmer.buyer, goods.company, form.owner)
                  or farmer.id is not null and form.form_type <> 'FARMER'
                  or goods.id is not null and form.form_type <> 'TRANSACTION'"""),
          Rule.that(
              "submission-value",
              """
              select array[value.submission, value.field], 'the field is one of another form'
                from submission_value value
                join submission on submission.id = value.submission
                join form_field field on field.id = value.field
               where field.form <> submission.form"""),
          Rule.that(
              "company-product",
              """
              select array[handled.id, form.id], 'the form is another company''s, or for farmers'
                from company_product_form link
                join company_product handled on handled.id = link.company_product
                join form on form.id = link.form
               where form.owner <> handled.company
                  or form.form_type not in ('PRODUCT', 'TRANSACTION')
              union all
              select array[handled.id, premium.id], 'the premium is another company''s'
                from company_product_premium link
                join company_product handled on handled.id = link.company_product
                join premium on premium.id = link.premium
               where premium.owner <> handled.company"""));

  private RecordRules() {}

  /** Checks every column that names a record: hot tables have no foreign keys (db/V006). */
  private static String orphans() {
    return Public.PUBLIC
        .tableStream()
        .filter(table -> !WITHOUT_RECORDS.contains(table))
        .flatMap(table -> table.fieldStream().filter(RecordRules::namesRecord))
        .map(column -> orphans(((TableField<?, ?>) column).getTable(), column.getName()))
        .collect(joining("\nunion all\n"));
  }

  private static boolean namesRecord(Field<?> column) {
    return column.getType() == UUID.class && !column.getName().equals("id");
  }

  private static String orphans(Table<?> table, String column) {
    Table<?> named = NAMED.getOrDefault(column, Public.PUBLIC.getTable(column));
    String ids =
        Arrays.stream(table.getPrimaryKey().getFieldsArray())
            .filter(field -> field.getType() == UUID.class)
            .map(TableField::getName)
            .collect(joining(", "));
    return """
        select array[%1$s], '%2$s.%3$s is ' || %3$s || ', which is no %4$s'
          from %2$s orphan
         where %3$s is not null
           and not exists (select from %4$s named where named.id = orphan.%3$s)"""
        .formatted(ids, table.getName(), column, named.getName());
  }
}
