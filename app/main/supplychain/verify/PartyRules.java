package supplychain.verify;

import java.util.List;

/**
 * Every transaction and payment has allowed parties. A farmer may have moved to another buyer since
 * then, so no rule compares a transaction with the present buyer.
 */
final class PartyRules {
  /** Transactions and payments together. */
  private static final String RECORDED =
      """
      with recorded as (
        select id, company, type, source, destination, card, null::uuid as transaction,
               exists (select from product_transaction_parent where child = goods.id) as is_step
          from product_transaction goods
        union all
        select id, company, type, source, destination, card, transaction, transaction is not null
          from payment_transaction)
      """;

  static final List<Rule> ALL =
      List.of(
          Rule.that(
              "recorder",
              RECORDED
                  + """
                  select array[recorded.id], 'the company that recorded it has no part in it'
                    from recorded
                   where company not in (source, destination)
                     and exists (select from company where id in (source, destination))"""),
          Rule.that(
              "direction",
              RECORDED
                  + """
                  select array[id], 'it is ' || type || ' for the company that recorded it'
                    from recorded
                   where (type = 'OUTGOING') <> (source = company)"""),
          Rule.that(
              "same-party",
              RECORDED
                  + """
                  select array[id], 'source and destination are the same'
                    from recorded
                   where source = destination and not is_step"""),
          Rule.that(
              "card-holder",
              RECORDED
                  + """
                  select array[id, card], 'neither party ever held the card'
                    from recorded
                   where card is not null
                     and not exists (select from entity_card held
                                      where held.card = recorded.card
                                        and held.entity in (source, destination))"""),
          Rule.that(
              "payment-parties",
              """
              select array[payment.id, goods.id], 'the parties are not those of the transaction'
                from payment_transaction payment
                join product_transaction goods on goods.id = payment.transaction
               where (payment.source, payment.destination) <> (goods.source, goods.destination)
                 and (payment.destination, payment.source) <> (goods.source, goods.destination)"""),
          Rule.that(
              "payment-type",
              """
              select array[id], 'its type is ' || coalesce(payment_type, 'none')
                from payment_transaction
               where payment_type is distinct from
                     nullif(concat_ws('_', case when transaction is not null then 'TRANSACTION' end,
                                           case when premium is not null then 'PREMIUM' end), '')"""),
          Rule.that(
              "premium-owner",
              """
              select array[payment.id, premium.id], 'neither party owns the premium'
                from payment_transaction payment
                join premium on premium.id = payment.premium
               where premium.owner not in (payment.source, payment.destination)"""),
          Rule.that(
              "premium-option",
              """
              select array[payment.id], 'its premium has no such option as it selects'
                from payment_transaction payment
               where payment.selected_option is not null
                 and not exists (select from premium_option option
                                  where option.premium = payment.premium
                                    and (option.name = payment.selected_option
                                         or option.id::text = lower(payment.selected_option)))
                 and not exists (select from history renamed
                                  where renamed.part_of = payment.premium
                                    and renamed.kind = 'premium_option'
                                    and renamed.before ->> 'name' = payment.selected_option)"""),
          Rule.that(
              "payment-submission",
              """
              select array[payment.id, submission.id], 'the form was filled in for another company'
                from payment_transaction_submission link
                join payment_transaction payment on payment.id = link.payment_transaction
                join submission on submission.id = link.submission
               where submission.company <> payment.company"""));

  private PartyRules() {}
}
