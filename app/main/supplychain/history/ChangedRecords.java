package supplychain.history;

/** The records that a row of the history changes, and their fields. */
final class ChangedRecords {
  /**
   * The condition for a record that the company may read. It matters after a farmer moved: both
   * companies follow the change, but only the old buyer still reads the farmer's cards and
   * submissions, and only the new buyer reads the farmer.
   */
  static final String IS_READ =
      """
      case when resource in ('submissions', 'entity-cards') then is_own
           when resource in ('farmers', 'companies') and not is_itself
           then not is_own or cardinality(readers) = 1
           else true end
      """;

  /**
   * Common table expressions. {@code taken} has rows of the history; {@code touched} gets a row for
   * each record that such a row changes. The newcomer is the company to which a farmer moved.
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
        select taken.*, resource, taken.record as touched, operation = 'INSERT' as is_new, field, true as is_itself
          from taken join kind using (kind)
          left join lateral (
                 select case key when 'app_user' then 'user' when 'remaining' then 'current_quantity' else key end
                   from jsonb_object_keys(after) as key
                  where operation = 'UPDATE') as one (field) on true
        union all
        select taken.*, resource, coalesce(part_of, (after ->> 'farmer')::uuid, record), false, field, false
          from taken join part using (kind)
        union all
        select taken.*, 'farmers', submission.farmer, false, 'submission', false
          from taken join submission on submission.id = part_of
         where kind = 'submission_value' and submission.farmer is not null
      ),
      touched as (
        select id, transaction, resource, touched as record, is_new, field, is_itself, is_own, readers,
               case when kind = 'farmer' and before ->> 'buyer' is not null
                    then (after ->> 'buyer')::uuid end as newcomer
          from named
         where is_itself
            or case resource
                 when 'companies' then exists (select from company where company.id = touched)
                 when 'farmers' then exists (select from farmer where farmer.id = touched)
                 when 'product-transactions' then exists (select from product_transaction t where t.id = touched)
                 when 'payment-transactions' then exists (select from payment_transaction t where t.id = touched)
                 else true end
      ),
      """;

  private ChangedRecords() {}
}
