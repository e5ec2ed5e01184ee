// The documents of the answers, which PostgreSQL builds, field by field as in the interface.

// columns('t', 'name id') is 'name', t.name, 'id', t.id
const columns = (table, names) => names.trim().split(/\s+/).map((name) => `'${name}', ${table}.${name}`).join(', ')
const object = (...parts) => `json_build_object(${parts.join(', ')})`
const many = (item, rest, order) => `(select coalesce(json_agg(${item} order by ${order}), '[]') from ${rest})`
const one = (item, rest) => `(select ${item} from ${rest})`

const made = 'updated_on created_on creator updater'
const currency = (id) => one(object(columns('c', 'name id code')), `currency c where c.id = ${id}`)
const entityCard = (entity) =>
  one(
    object(
      "'card'", one(object(columns('k', `card_id id display_id ${made}`)), 'card k where k.id = ec.card'),
      columns('ec', `entity id is_active ${made}`),
    ),
    `entity_card ec where ec.entity = ${entity} and ec.is_active`,
  )
const field = object(
  columns('f', `label type id label_en_us label_en_uk label_fr label_nl label_ind key required default_value options ${made}`),
)
const product = (company) =>
  object(
    columns('p', 'name id'),
    "'premiums'",
    one(
      "coalesce(string_agg(cpp.premium::text, ',' order by cpp.premium), '')",
      `company_product cp join company_product_premium cpp on cpp.company_product = cp.id
        where cp.product = p.id and cp.company = ${company}`,
    ),
    "'is_active', p.is_active::text, 'description', coalesce(p.description, ''), 'image', coalesce(p.image, '')",
    columns('p', made),
  )
const form = object(
  "'fields'", many(field, 'form_field f where f.form = fo.id', 'f.position'),
  columns('fo', 'owner id'),
  "'products'", many(product('fo.owner'), 'form_product fp join product p on p.id = fp.product where fp.form = fo.id', 'p.id'),
  "'field_config'", many(object(columns('fc', `label key id visibility required ${made}`)), 'field_config fc where fc.form = fo.id', 'fc.id'),
  columns('fo', `form_type ${made}`),
)
const address = `image description house_name street city sub_province province latitude longitude zipcode country email`

export const company = `select ${object(
  columns('t', 'name id'),
  "'currency'", currency('t.currency'),
  "'buyer'", one(object(columns('b', 'id name image description')), 'company b where b.id = t.buyer'),
  "'entity_card'", entityCard('t.id'),
  "'forms'", many(form, 'form fo where fo.owner = t.id', 'fo.id'),
  "'field_visibilties'", many(object(columns('v', `name company id visibility type ${made}`)), 'field_visibility v where v.company = t.id', 'v.id'),
  "'owned_premiums'", many('o.id', 'premium o where o.owner = t.id', 'o.id'),
  columns('t', `${address} phone buy_enabled sell_enabled quality_correction allow_multiple_login ${made}`),
  "'members'", many('m.app_user', 'company_member m where m.company = t.id and m.is_active', 'm.app_user'),
  "'products'", many('cp.product', 'company_product cp where cp.company = t.id and cp.product is not null', 'cp.id'),
)}::text as body from company t where t.id = $1`

const value = (...more) => object(columns('sv', 'field value id'), ...more, columns('sv', made))
const submission = object(
  "'values'", many(value(), 'submission_value sv where sv.submission = s.id', 'sv.id'),
  columns('s', `form id product ${made}`),
)

export const farmer = `select ${object(
  columns('t', 'first_name id'),
  "'entity_card'", entityCard('t.id'),
  "'submission'",
  one(
    object(
      "'values'",
      many(value("'field_details'", field), 'submission_value sv join form_field f on f.id = sv.field where sv.submission = s.id', 'f.position'),
      columns('s', 'form id'),
      "'form_details'", one(form, 'form fo where fo.id = s.form'),
      columns('s', `${made} product`),
    ),
    'submission s where s.farmer = t.id',
  ),
  columns('t', `phone ${address} number identification_no reference_number last_name date_of_birth gender consent_status ${made} buyer`),
)}::text as body from farmer t where t.id = $1`

const paymentFields = `source destination id currency number date invoice_number verification_latitude verification_longitude
  method payment_type amount selected_option card premium transaction type invoice ${made}`

export const productTransaction = `select ${object(
  "'amount', t.amount::text, 'quantity', t.quantity::text, 'source_quantity', t.source_quantity::text",
  "'current_quantity', t.remaining::text",
  columns('t', 'source destination product id currency number date invoice_number verification_latitude verification_longitude'),
  "'transaction_payments'", many(object(columns('y', paymentFields), "'submissions', '[]'::json"), 'payment_transaction y where y.transaction = t.id', 'y.id'),
  "'submissions'", many(submission, 'submission s where s.product_transaction = t.id', 's.id'),
  "'card_details'", one(object(columns('k', `card_id id display_id ${made}`)), 'card k where k.id = t.card'),
  "'currency_details'", currency('t.currency'),
  "'parents'", many('q.parent', 'product_transaction_parent q where q.child = t.id', 'q.parent'),
  columns('t', `method quality_correction card type invoice ${made}`),
)}::text as body from product_transaction t where t.id = $1`

export const payment = `select ${object(
  "'premium_details'",
  one(
    object(
      columns('p', 'name id'),
      "'options'", many(object(columns('o', `name amount id is_active ${made}`)), 'premium_option o where o.premium = p.id', 'o.id'),
      columns('p', `category type amount included dependant_on_card applicable_activity calculation_type is_active owner ${made}`),
    ),
    'premium p where p.id = y.premium',
  ),
  "'currency_details'", currency('y.currency'),
  columns('y', paymentFields),
  "'submissions', '[]'::json",
)}::text as body from payment_transaction y where y.id = $1`

export const companyProduct = `select ${object(
  columns('t', 'company id'),
  "'product'", one(product('t.company'), 'product p where p.id = t.product'),
  "'product_id', t.product, 'is_active', t.is_active, 'forms', '[]'::json",
  "'premiums'", many('x.premium', 'company_product_premium x where x.company_product = t.id', 'x.premium'),
  columns('t', made),
)}::text as body from company_product t where t.id = $1`
