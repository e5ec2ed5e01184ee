// The same five operations as a plain Fastify service with node-postgres would do them.
// node server.js PORT; PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE say where its records are.

import { createHash, randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import * as documents from './documents.js'

const pool = new pg.Pool({ max: 10 })
const app = Fastify({ logger: false })

// A statement that PostgreSQL keeps prepared, by its text.
const names = new Map()
const prepared = (text, values) => {
  if (!names.has(text)) names.set(text, `s${names.size}`)
  return { name: names.get(text), text, values }
}
const rows = async (client, text, ...values) => (await client.query(prepared(text, values))).rows
const row = async (client, text, ...values) => (await rows(client, text, ...values))[0]

class Refusal extends Error {
  constructor(statusCode, message) {
    super(message)
    this.statusCode = statusCode
  }
}
const require = (is, message, status = 400) => {
  if (!is) throw new Refusal(status, message)
}

app.addHook('onRequest', async (request) => {
  if (!request.url.startsWith('/v1/')) return
  const secret = (request.headers.authorization ?? '').replace(/^Bearer /, '')
  request.caller = await row(
    pool,
    `select app_user, company, role from token
      where hash = $1 and revoked_on is null and coalesce(expires_on > now(), true)`,
    createHash('sha256').update(secret).digest(),
  )
  require(request.caller, 'unknown token', 401)
})

// Runs a write in one transaction and answers with a document; once for each Idempotency-Key.
const write = (status, path, document, work) => async (request, reply) => {
  const key = request.method === 'POST' && request.headers['idempotency-key']
  const hash = key && createHash('sha256').update(JSON.stringify(request.body)).digest()
  const { app_user: user } = request.caller
  const client = await pool.connect()
  try {
    await client.query('begin')
    if (key) {
      const first = await row(client, 'select * from idempotency_key where app_user = $1 and key = $2', user, key)
      if (first) {
        require(hash.equals(first.request_hash), 'this key was sent with another request', 422)
        await client.query('commit')
        return reply.code(first.status).header('location', first.location).type('application/json').send(first.body)
      }
    }
    const id = await work(client, request.caller, request.body, request.params.id)
    const { body } = await row(client, document, id)
    if (key) {
      await rows(
        client,
        'insert into idempotency_key (app_user, key, request_hash, status, location, body) values ($1, $2, $3, $4, $5, $6)',
        user, key, hash, status, `${path}${id}/`, body,
      )
    }
    await client.query('commit')
    if (status === 201) reply.header('location', `${path}${id}/`)
    return reply.code(status).type('application/json').send(body)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const number = () => randomBytes(5).toString('hex').toUpperCase().replace(/^(.{5})/, '$1-')

const submit = async (client, caller, submission, ofFarmer, ofTransaction) => {
  const fields = await rows(client, 'select f.id, f.required from form_field f join form o on o.id = f.form where o.id = $1 and o.owner = $2', submission.form, caller.company)
  const known = new Map(fields.map((field) => [field.id, field]))
  const given = new Set(submission.values.map((value) => value.field))
  require(submission.values.every((value) => known.has(value.field)), 'a value of another form')
  require(fields.every((field) => !field.required || ofFarmer || given.has(field.id)), 'a required field is missing')
  const { id } = await row(
    client,
    `insert into submission (form, farmer, product_transaction, creator, updater) values ($1, $2, $3, $4, $4)
     on conflict (farmer) do update set form = excluded.form, updater = excluded.updater, updated_on = now() returning id`,
    submission.form, ofFarmer, ofTransaction, caller.app_user,
  )
  await rows(
    client,
    `insert into submission_value (submission, field, value, creator, updater)
     select $1, field, value, $4, $4 from unnest($2::uuid[], $3::text[]) as given (field, value)
     on conflict (submission, field) do update set value = excluded.value, updater = excluded.updater, updated_on = now()`,
    id, submission.values.map((value) => value.field), submission.values.map((value) => value.value), caller.app_user,
  )
}

const pay = async (client, caller, payment, transaction, type) => {
  if (payment.premium) {
    const premium = await row(client, 'select id from premium where id = $1 and owner = $2 and is_active', payment.premium, caller.company)
    require(premium, 'no such premium')
  }
  if (payment.selected_option) {
    const option = await row(client, 'select id from premium_option where id = $1 and premium = $2 and is_active', payment.selected_option, payment.premium)
    require(option, 'no such option')
  }
  const { id } = await row(
    client,
    `insert into payment_transaction (company, type, payment_type, source, destination, transaction, premium, selected_option,
                                      amount, currency, number, creator, updater)
     values ($1, 'OUTGOING', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning id`,
    caller.company, type, payment.source, payment.destination, transaction, payment.premium, payment.selected_option, payment.amount,
    payment.currency, number(), caller.app_user,
  )
  return id
}

const ownFarmer = async (client, caller, id) =>
  require(await row(client, 'select id from farmer where id = $1 and buyer = $2', id, caller.company), 'no such farmer')

const currencyOf = async (client, named) => {
  const found = await row(client, 'select id from currency where id::text = $1 or code = $1', named)
  require(found, 'no such currency')
  return found.id
}

const uuid = { type: 'string', format: 'uuid' }
const decimal = { type: 'string', pattern: '^[0-9]{1,12}(\\.[0-9]{1,6})?$' }
const submissionSchema = {
  type: 'object',
  required: ['form', 'values'],
  properties: {
    form: uuid,
    values: { type: 'array', items: { type: 'object', required: ['field', 'value'], properties: { field: uuid, value: { type: 'string', maxLength: 1000 } } } },
  },
}
const body = (required, properties) => ({ schema: { body: { type: 'object', required, properties } } })

app.get('/v1/supply-chains/companies/:id/', async (request, reply) => {
  require(request.caller.company === request.params.id, 'not found', 404)
  const { body } = await row(pool, documents.company, request.params.id)
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json').send(body)
})

app.patch(
  '/v1/supply-chains/farmers/:id/',
  body([], {
    first_name: { type: 'string', minLength: 1, maxLength: 100 },
    phone: { type: 'string', maxLength: 30 },
    consent_status: { enum: ['GRANTED', 'UNKNOWN', 'DENIED'] },
    submission: submissionSchema,
  }),
  write(200, '', documents.farmer, async (client, caller, change, id) => {
    const present = await row(client, 'select id from farmer where id = $1 and buyer = $2 for update', id, caller.company)
    require(present, 'not found', 404)
    const { submission, ...columns } = change
    const set = Object.keys(columns).map((name, i) => `${name} = $${i + 3}`)
    await rows(client, `update farmer set ${[...set, 'updater = $2', 'updated_on = now()'].join(', ')} where id = $1`, id, caller.app_user, ...Object.values(columns))
    if (submission) await submit(client, caller, submission, id, null)
    return id
  }),
)

app.post(
  '/v1/transactions/product-transactions/',
  body(['source', 'destination', 'product', 'quantity', 'amount', 'currency'], {
    source: uuid, destination: uuid, product: uuid, quantity: decimal, amount: decimal, currency: { type: 'string', maxLength: 36 },
    submissions: { type: 'array', maxItems: 100, items: submissionSchema },
    transaction_payments: {
      type: 'array',
      maxItems: 100,
      items: { type: 'object', required: ['amount'], properties: { amount: { type: 'number', minimum: 0 }, premium: uuid, selected_option: uuid } },
    },
  }),
  write(201, '/v1/transactions/product-transactions/', documents.productTransaction, async (client, caller, goods) => {
    require(goods.destination === caller.company, 'another company')
    await ownFarmer(client, caller, goods.source)
    const handled = await row(client, 'select id from company_product where company = $1 and product = $2 and is_active', caller.company, goods.product)
    require(handled, 'no such product')
    const currency = await currencyOf(client, goods.currency)
    const { id } = await row(
      client,
      `insert into product_transaction (company, type, source, destination, product, amount, quantity, source_quantity, remaining,
                                        currency, number, creator, updater)
       values ($1, 'INCOMING', $2, $1, $3, $4, $5, $5, $5, $6, $7, $8, $8) returning id`,
      caller.company, goods.source, goods.product, goods.amount, goods.quantity, currency, number(), caller.app_user,
    )
    for (const submission of goods.submissions ?? []) await submit(client, caller, submission, null, id)
    for (const payment of goods.transaction_payments ?? []) {
      await pay(client, caller, { ...payment, source: caller.company, destination: goods.source, currency }, id, 'TRANSACTION_PREMIUM')
    }
    return id
  }),
)

app.post(
  '/v1/transactions/payment-transactions/',
  body(['source', 'destination', 'amount', 'currency'], {
    source: uuid, destination: uuid, amount: { type: 'number', minimum: 0 }, currency: { type: 'string', maxLength: 36 }, premium: uuid, selected_option: uuid,
  }),
  write(201, '/v1/transactions/payment-transactions/', documents.payment, async (client, caller, payment) => {
    require(payment.source === caller.company, 'another company')
    await ownFarmer(client, caller, payment.destination)
    const currency = await currencyOf(client, payment.currency)
    return pay(client, caller, { ...payment, currency }, null, 'PREMIUM')
  }),
)

app.post(
  '/v1/supply-chains/company-products/',
  body(['company', 'product'], {
    company: uuid,
    product: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1, maxLength: 100 } } },
    premiums: { type: 'array', maxItems: 100, items: uuid },
  }),
  write(201, '/v1/supply-chains/company-products/', documents.companyProduct, async (client, caller, given) => {
    require(given.company === caller.company, 'another company')
    const owned = await rows(client, 'select id from premium where id = any ($1::uuid[]) and owner = $2', given.premiums ?? [], caller.company)
    require(owned.length === (given.premiums ?? []).length, 'no such premium')
    const product = await row(client, 'insert into product (id, name, creator, updater) values (gen_random_uuid(), $1, $2, $2) returning id', given.product.name, caller.app_user)
    const { id } = await row(
      client,
      'insert into company_product (id, company, product, creator, updater) values (gen_random_uuid(), $1, $2, $3, $3) returning id',
      caller.company, product.id, caller.app_user,
    )
    await rows(client, 'insert into company_product_premium select $1, unnest($2::uuid[])', id, given.premiums ?? [])
    return id
  }),
)

app.get('/health/ready', async () => (await row(pool, 'select 1 as ready')).ready && 'ready')

app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
