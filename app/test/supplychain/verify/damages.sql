-- What can be wrong with the records of books.json: the SQL that does it, and each line that verify prints.

update product_transaction set quantity = 25, source_quantity = 25, remaining = 0 where id = <lot>
--> WRONG overdrawn <lot>: 30 was drawn from a quantity of 25

insert into product_transaction_parent values (<split>, <unknown>, 1, null)
--> WRONG overdrawn <unknown>: its quantity is unknown, and it was drawn completely 2 times

update product_transaction_parent set drawn = null where parent = <lot>
--> WRONG draw <split> <lot>: the drawn quantity is unknown, but the lot has a quantity: 50
--> WRONG current-quantity <lot>: the recorded remaining quantity is 20, and the draws leave 50
--> WRONG source-quantity <split>: the recorded drawn quantity is 30, and the draws add up to 0
--> WRONG moved-quantity <split>: 30 was moved, but 0 was drawn from lots of the same product

update product_transaction_parent set drawn = 3 where parent = <unknown>
--> WRONG draw <beans> <unknown>: 3 was drawn from a lot of unknown quantity
--> WRONG current-quantity <unknown>: the recorded remaining quantity is 0, and the draws leave all
--> WRONG source-quantity <beans>: the recorded drawn quantity is 30, and the draws add up to 33

update product_transaction set remaining = 21 where id = <lot>
--> WRONG current-quantity <lot>: the recorded remaining quantity is 21, and the draws leave 20

update product_transaction set remaining = null where id = <unknown>
--> WRONG current-quantity <unknown>: the recorded remaining quantity is all, and the draws leave 0

update product_transaction set last_draw = null where id = <unknown>
--> WRONG last-draw <unknown>: goods of a later date than its last_draw were drawn from it

update product_transaction set last_draw = last_draw - interval '1 microsecond' where id = <lot>
--> WRONG last-draw <lot>: goods of a later date than its last_draw were drawn from it

update product_transaction set source_quantity = 49 where id = <lot>
--> WRONG source-quantity <lot>: the recorded drawn quantity is 49, and the draws add up to 50

update product_transaction set quantity = 31, remaining = 1 where id = <split>
--> WRONG moved-quantity <split>: 31 was moved, but 30 was drawn from lots of the same product

insert into product_transaction_parent values (<split>, <beans>, 1, 0)
--> WRONG cycle <split> <beans>: each of the two came from the other

insert into product_transaction_parent values (<split>, <split>, 1, 0)
--> WRONG cycle <split>: it is its own parent

insert into product_transaction_parent values (<lot>, <beans>, 0, 0)
--> WRONG source-quantity <lot>: the recorded drawn quantity is 50, and the draws add up to 0
--> WRONG cycle <lot> <beans>: each of the two came from the other
--> WRONG parent-destination <lot> <beans>: the source never received its parent

insert into product_transaction_parent values (<beans>, <onward>, 2, 0)
--> WRONG parent-destination <beans> <onward>: the source never received its parent

update product_transaction set company = <exporter>, type = 'INCOMING' where id = <sale>
--> WRONG parents-of-others <sale>: it has parents, but its source did not record it

update product_transaction set remaining = 50 where id = <lot>;
update product_transaction set reversed_on = now() where id = <split>;
insert into reversal (id, company, product_transaction, payment_transaction, reason, creator, updater)
  values (<one>, <coop>, <split>, null, 'typo', <system>, <system>)
--> WRONG reversed-parent <split> <beans>: the second draws from the first, which is reversed

update product_transaction set reversed_on = now() where id = <spare-lot>;
insert into reversal (id, company, product_transaction, payment_transaction, reason, creator, updater)
  values (<one>, <coop>, <spare-lot>, null, 'typo', <system>, <system>)
--> WRONG current-quantity <spare-lot>: the recorded remaining quantity is 7, and the draws leave 0

update product_transaction set reversed_on = now() where id = <onward>
--> WRONG reversed-on <onward>: its reversed_on is not the time of its reversal

insert into reversal (id, company, product_transaction, payment_transaction, reason, creator, updater)
  values (<one>, <exporter>, null, <advance>, 'typo', <system>, <system>)
--> WRONG reversal-company <one> <advance>: another company reversed it

insert into reversal (id, company, product_transaction, payment_transaction, reason, creator, updater)
  values (<two>, <coop>, null, <advance>, 'typo', <system>, <system>);
insert into reversal (id, company, product_transaction, payment_transaction, reason, creator, updater)
  values (<one>, <coop>, null, <advance>, 'typo', <system>, <system>)
--> WRONG reversed-twice <advance> <one> <two>: it has more than one reversal

insert into reversal (id, company, product_transaction, payment_transaction, reason, creator, updater)
  values (<one>, <coop>, null, null, 'typo', <system>, <system>)
--> WRONG reversal-of-one <one>: it must reverse either a product transaction or a payment

update payment_transaction set company = <roaster>, type = 'INCOMING' where id = <advance>
--> WRONG recorder <advance>: the company that recorded it is not a party

update product_transaction set company = <coop>, type = 'INCOMING' where id = <onward>
--> WRONG recorder <onward>: the company that recorded it is not a party

update product_transaction set type = 'OUTGOING' where id = <lot>
--> WRONG direction <lot>: it is OUTGOING for the company that recorded it

update payment_transaction set destination = <coop> where id = <advance>
--> WRONG same-party <advance>: source and destination are the same

update product_transaction set destination = <exporter> where id = <onward>
--> WRONG same-party <onward>: source and destination are the same

update payment_transaction set card = <spare> where id = <advance>
--> WRONG card-holder <advance> <spare>: neither party ever held the card

update product_transaction set card = <spare> where id = <lot>
--> WRONG card-holder <lot> <spare>: neither party ever held the card

update payment_transaction set transaction = <lot> where id = <export>
--> WRONG payment-parties <export> <lot>: the parties are not those of the transaction

update payment_transaction set payment_type = null where id = <export>
--> WRONG payment-type <export>: its type is none

update payment_transaction set payment_type = 'PREMIUM' where id = <advance>
--> WRONG payment-type <advance>: its type is PREMIUM

update payment_transaction set premium = <roasters>, selected_option = null where id = <lot-payment>
--> WRONG premium-owner <lot-payment> <roasters>: neither party owns the premium

update payment_transaction set selected_option = 'Silver' where id = <lot-payment>
--> WRONG premium-option <lot-payment>: its premium does not have the selected option

update premium_option set name = 'Golden' where premium = <organic>
--> WRONG premium-option <lot-payment>: its premium does not have the selected option

insert into payment_transaction_submission values (<export>, <lot-submission>, 0)
--> WRONG payment-submission <export> <lot-submission>: the form was filled in for another company

update payment_transaction set currency = <one> where id = <advance>
--> WRONG orphan <advance>: payment_transaction.currency is <one>, which is no currency

insert into company_member (id, company, app_user, creator, updater) values (<one>, <coop>, <one>, <system>, <system>)
--> WRONG orphan <one>: company_member.app_user is <one>, which is no app_user

delete from product where id = <cherry>
--> WRONG orphan <coop-cherry>: company_product.product is <cherry>, which is no product
--> WRONG orphan <lot>: product_transaction.product is <cherry>, which is no product
--> WRONG orphan <unknown>: product_transaction.product is <cherry>, which is no product
--> WRONG orphan <spare-lot>: product_transaction.product is <cherry>, which is no product
--> WRONG orphan <split>: product_transaction.product is <cherry>, which is no product
--> WRONG load-ref <cherry>: products/cherry of a loaded file refers to a record that does not exist

update entity set kind = 'COMPANY' where id = <moses>
--> WRONG entity <moses>: it is marked as a company, but that record is missing, or there are two

insert into entity values (<one>, 'FARMER')
--> WRONG entity <one>: it is marked as a farmer, but that record is missing, or there are two

update load_ref set id = <one> where ref = 'spare'
--> WRONG load-ref <one>: cards/spare of a loaded file refers to a record that does not exist

insert into entity_card (id, company, card, entity, creator, updater)
values (<one>, <coop>, <spare>, <grace>, <system>, <system>)
--> WRONG active-cards <grace> <one> <grace-card>: a card has several holders, or a holder has several cards

update farmer set replaced_by = <moses> where id = <grace>
--> WRONG replaced-farmer <grace> <moses>: the second replaced the first, and the first still holds a card

insert into plot (id, company, farmer, geometry, creator, updater) values (<one>, <coop>, <moses>, '{}', <system>, <system>);
update farmer set replaced_by = <grace> where id = <moses>
--> WRONG replaced-farmer <moses> <grace>: the second replaced the first, and the first still has an active plot

update farmer set replaced_by = <moses> where id = <moses>
--> WRONG replaced-farmer <moses> <moses>: the second replaced the first, and was replaced too

update card set company = <roaster> where id = <card>
--> WRONG card-company <grace> <card>: it holds the card of another company

update entity_card set company = <roaster> where id = <grace-card>
--> WRONG card-company <grace> <card>: it holds the card of another company

insert into origin_file (
  id, company, product_transaction, is_complete, product, plots, producers, countries,
  bytes, sha256, transactions, blockers, blockers_total, warnings, warnings_total, creator,
  updater)
values (<one>, <coop>, <lot>, true, <cherry>, 0, 0, '[]', 1, '0000000000000000000000000000000000000000000000000000000000000000', '[]', '[]', 0,
        '[]', 0, <system>, <system>);
insert into origin_file_content values (<one>, 'x');
insert into origin_file (
  id, company, product_transaction, is_complete, product, plots, producers, countries,
  bytes, sha256, transactions, blockers, blockers_total, warnings, warnings_total, creator,
  updater)
values (<two>, <coop>, <lot>, true, <cherry>, 0, 0, '[]', 7, '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881', '[]', '[]', 0,
        '[]', 0, <system>, <system>);
insert into origin_file_content values (<two>, 'x')
--> WRONG origin-file <one>: its content changed after it was kept
--> WRONG origin-file <two>: its content changed after it was kept

insert into premium_range (id, premium, min_quantity, max_quantity, amount, creator, updater)
values (<one>, <organic>, 0, 5.1, 1, <system>, <system>),
       (<two>, <organic>, 5, null, 1, <system>, <system>)
--> WRONG premium-range <organic> <one> <two>: the two ranges overlap

update submission set form = <others> where id = <lot-submission>
--> WRONG submission <lot-submission>: the form has the wrong type for this record
--> WRONG submission-value <lot-submission> <purchase-grade>: the field belongs to another form

update submission set company = <roaster> where id = <grace-submission>
--> WRONG submission <grace-submission>: the form has the wrong type for this record

update form set form_type = 'FARMER' where id = <purchase>
--> WRONG submission <lot-submission>: the form has the wrong type for this record
--> WRONG company-product <coop-cherry> <purchase>: the form is not there, belongs to another company, or is for farmers

update company_product set premiums = array_append(premiums, <roasters>) where id = <coop-cherry>
--> WRONG company-product <coop-cherry> <roasters>: the premium is not there, or belongs to another company

update company_product set forms = array_append(forms, <one>), premiums = array_append(premiums, <two>)
 where id = <coop-cherry>
--> WRONG company-product <coop-cherry> <one>: the form is not there, belongs to another company, or is for farmers
--> WRONG company-product <coop-cherry> <two>: the premium is not there, or belongs to another company

update company_product set forms = forms || forms where id = <coop-cherry>
--> WRONG company-product <coop-cherry>: it names a form or a premium twice
