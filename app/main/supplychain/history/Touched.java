package supplychain.history;

import java.util.UUID;

/** Which records a row of the history changes, which of their fields, and whose they are. */
final class Touched {
  /** Who reads what everybody reads. */
  static final UUID EVERYBODY = new UUID(0, 0);

  /**
   * Common table expressions that make rows of {@code touched} out of those of {@code taken}: one
   * for each record that a row of the history changes. The company whose farmer it was is found by
   * the next move in the history; of all else the company stays. The newcomer is the company that a
   * farmer moves to.
   */
  static final String SQL =
      """
      kind (kind, resource) as (
        values ('app_user', 'users'), ('product', 'products'), ('company', 'companies'),
               ('company_member', 'company-members'), ('token', 'tokens'), ('farmer', 'farmers'),
               ('card', 'connect-cards'), ('entity_card', 'entity-cards'), ('premium', 'premiums'),
               ('form', 'forms'), ('company_product', 'company-products'), ('submission', 'submissions'),
               ('product_transaction', 'product-transactions'),
               ('payment_transaction', 'payment-transactions'), ('origin_file', 'origin-files')
      ),
      part (kind, resource, field) as (
        values ('field_visibility', 'companies', 'field_visibilties'), ('entity_card', 'companies', 'entity_card'),
               ('entity_card', 'farmers', 'entity_card'), ('submission', 'farmers', 'submission'),
               ('plot', 'farmers', 'plots'), ('form_field', 'forms', 'fields'),
               ('field_config', 'forms', 'field_config'), ('form_product', 'forms', 'products'),
               ('premium_option', 'premiums', 'options'), ('premium_range', 'premiums', 'ranges'),
               ('company_product_form', 'company-products', 'forms'),
               ('company_product_premium', 'company-products', 'premiums'),
               ('submission', 'product-transactions', 'submissions'),
               ('submission_value', 'submissions', 'values'),
               ('reversal', 'product-transactions', 'is_reversed'),
               ('reversal', 'payment-transactions', 'is_reversed')
      ),
      named as (
        select taken.id, resource, record, operation = 'INSERT' as is_new, field, true as is_itself
          from taken join kind using (kind)
          left join lateral (
                 select case key when 'app_user' then 'user' when 'remaining' then 'current_quantity' else key end
                   from jsonb_object_keys(after) as key
                  where operation = 'UPDATE') as one (field) on true
        union all
        select taken.id, resource, coalesce(part_of, (after ->> 'farmer')::uuid, record), false, field, false
          from taken join part using (kind)
        union all
        select taken.id, 'farmers', submission.farmer, false, 'submission', false
          from taken join submission on submission.id = part_of
         where kind = 'submission_value' and submission.farmer is not null
      ),
      touched as materialized (
        select id, transaction, resource, named.record, is_new, field, readers,
               case when taken.kind = 'farmer' and taken.before ->> 'buyer' is not null
                    then (taken.after ->> 'buyer')::uuid end as newcomer
          from named join taken using (id)
          cross join lateral (
                 select case resource
                   when 'users' then '{}'
                   when 'products' then array['00000000-0000-0000-0000-000000000000'::uuid]
                   when 'companies' then array(select company.id from company where company.id = named.record)
                   when 'company-members' then array(select company from company_member m where m.id = named.record)
                   when 'tokens' then array(select company from token t where t.id = named.record and company is not null)
                   when 'connect-cards' then array(select company from card c where c.id = named.record)
                   when 'entity-cards' then array(select company from entity_card c where c.id = named.record)
                   when 'premiums' then array(select owner from premium p where p.id = named.record)
                   when 'forms' then array(select owner from form f where f.id = named.record)
                   when 'company-products' then array(select company from company_product c where c.id = named.record)
                   when 'submissions' then array(select company from submission s where s.id = named.record)
                   when 'origin-files' then array(
                          select company from origin_file f where f.id = named.record and company is not null)
                   when 'product-transactions' then array(
                          select company.id from product_transaction t
                            join company on company.id in (t.company, t.source, t.destination)
                           where t.id = named.record)
                   when 'payment-transactions' then array(
                          select company.id from payment_transaction t
                            join company on company.id in (t.company, t.source, t.destination)
                           where t.id = named.record)
                   when 'farmers' then array(
                          select coalesce((select (moved.before ->> 'buyer')::uuid from history moved
                                            where moved.record = named.record and moved.kind = 'farmer'
                                              and moved.id > taken.id and moved.before ->> 'buyer' is not null
                                            order by moved.id limit 1),
                                          farmer.buyer)
                            from farmer where farmer.id = named.record
                           union
                          select (taken.before ->> 'buyer')::uuid
                           where taken.kind = 'farmer' and taken.before ->> 'buyer' is not null)
                   end as readers) as whose
         where is_itself or readers <> '{}'
      ),
      """;

  private Touched() {}
}
