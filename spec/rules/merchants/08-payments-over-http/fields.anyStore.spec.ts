import { expect } from 'chai'
import { refusal, rule, table } from '../../../rule.ts'
import { accepted, overHttp, refused, type Send } from '../../../stages/overHttp.ts'

const withFields =
  (fields: object): Send =>
  ({ post, bodies }) =>
    post('send-money', { ...bodies['send-money'], ...fields })

/** Puts JSON text in place of a field's value, for values that JSON.stringify cannot write. */
const withText =
  (field: string, text: string): Send =>
  ({ post, bodies }) =>
    post('send-money', JSON.stringify({ ...bodies['send-money'], [field]: '@' }).replace('"@"', text))

/** The good body with another field before it, as text. */
const withFirst =
  (text: string): Send =>
  ({ post, bodies }) =>
    post('send-money', JSON.stringify(bodies['send-money']).replace('{', `{${text},`))

const asBody =
  (body: string): Send =>
  ({ post }) =>
    post('send-money', body)

const malformed = (problems: string, send: Send) =>
  refused(400, 'malformed_fields', `Malformed fields: ${problems}`, send)
const missing = (fields: string, send: Send) =>
  refused(400, 'missing_fields', `Missing required fields: ${fields}`, send)

const description = 'a string of at most 200 characters without control characters'
const metadata = 'an object of at most 20 strings of up to 200 characters, with names of up to 40'
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${index}`, 'x']))

describe('8 Payments over HTTP: the fields', () => {
  refusal(
    '8.8',
    'missing_fields',
    'a field that is absent, null or empty is missing; all are named in the contract’s order',
    {
      'an empty body': missing('apikey, reference, phone_number, amount, currency, network, pin', asBody('')),
      'an empty object': missing('apikey, reference, phone_number, amount, currency, network, pin', asBody('{}')),
      'collect-money needs no PIN': missing('apikey, reference, phone_number, amount, currency, network', (api) =>
        api.post('collect-money', '{}'),
      ),
      'null and empty': missing('reference, amount, pin', withFields({ pin: '', amount: null, reference: null })),
      'an empty amount': missing('amount', withFields({ amount: '' })),
      'together with malformed ones': missing('network', withFields({ network: null, amount: '5000', currency: 7 })),
    },
  )

  refusal('8.9', 'malformed_fields', 'a field of a wrong type or form is named with its valid form', {
    'an amount as a string': malformed('amount must be a number', withFields({ amount: '5000' })),
    'an amount that is not finite': malformed('amount must be a finite number', withText('amount', '1e400')),
    'a boolean amount': malformed('amount must be a number', withFields({ amount: true })),
    'a number as reference': malformed('reference must be a string', withFields({ reference: 7 })),
    'the length of a reference': table(
      ['characters', 'answer'],
      [
        [1, 'accepted'],
        [99, 'accepted'],
        [100, 'accepted'],
        [101, 'malformed_fields'],
      ],
      (length, answer) => {
        const send = withFields({ reference: 'x'.repeat(length) })
        const problem = 'reference must be 1 to 100 visible ASCII characters'
        return answer === 'accepted' ? accepted(send)() : malformed(problem, send)()
      },
    ),
    'the length of a phone number, 12 digits in Uganda': table(
      ['digits', 'answer'],
      [
        [7, 'malformed_fields'],
        [8, 'invalid_phone_number'],
        [12, 'accepted'],
        [15, 'invalid_phone_number'],
        [16, 'malformed_fields'],
      ],
      (digits, answer) => {
        const send = withFields({ phone_number: '256770000001'.padEnd(16, '0').slice(0, digits) })
        if (answer === 'accepted') return accepted(send)()
        if (answer === 'invalid_phone_number') return refused(400, answer, 'Invalid phone number for MTN', send)()
        return malformed('phone_number must be 8 to 15 digits without a plus sign', send)()
      },
    ),
    'a reference with a newline': malformed(
      'reference must be 1 to 100 visible ASCII characters',
      withFields({ reference: 'order-1\n' }),
    ),
    'a reference with a space': malformed(
      'reference must be 1 to 100 visible ASCII characters',
      withFields({ reference: 'order 1' }),
    ),
    'a phone number with +': malformed(
      'phone_number must be 8 to 15 digits without a plus sign',
      withFields({ phone_number: '+256770000001' }),
    ),
    'a phone number as a number': malformed(
      'phone_number must be a string',
      withFields({ phone_number: 256770000001 }),
    ),
    'a PIN as a number': malformed('pin must be a string', withFields({ pin: 4071 })),
    'a currency and a network as objects': malformed(
      'currency must be a string; network must be a string',
      withFields({ currency: {}, network: ['MTN'] }),
    ),
    several: malformed(
      'phone_number must be 8 to 15 digits without a plus sign; amount must be a number',
      withFields({ amount: [], phone_number: '0770 000 001' }),
    ),
    'the description and metadata of a payment': async () => {
      const said: [bad: object, problem: string][] = [
        [{ description: 7 }, `description must be ${description}`],
        [{ description: 'x'.repeat(201) }, `description must be ${description}`],
        [{ description: 'two\nlines' }, `description must be ${description}`],
        [{ metadata: 'order 1' }, `metadata must be ${metadata}`],
        [{ metadata: ['order 1'] }, `metadata must be ${metadata}`],
        [{ metadata: { order: 1 } }, `metadata must be ${metadata}`],
        [{ metadata: { order: 'x'.repeat(201) } }, `metadata must be ${metadata}`],
        [{ metadata: { ['x'.repeat(41)]: '' } }, `metadata must be ${metadata}`],
        [{ metadata: { '': 'no name' } }, `metadata must be ${metadata}`],
        [{ metadata: { order: '\u0000' } }, `metadata must be ${metadata}`],
        [{ metadata: many(21) }, `metadata must be ${metadata}`],
        [
          { metadata: { a: 1, b: 2 }, description: [] },
          `description must be ${description}; metadata must be ${metadata}`,
        ],
      ]
      for (const [bad, problem] of said) await malformed(problem, withFields(bad))()
      await malformed(`metadata must be ${metadata}`, withText('metadata', '{"__proto__":"x"}'))()
      await malformed(`description must be ${description}`, withText('description', '"\\ud800"'))()
      for (const good of [
        { description: 'x'.repeat(200), metadata: many(20) },
        { description: '👟'.repeat(200), metadata: { ['é'.repeat(40)]: '👟'.repeat(200) } },
        { description: '', metadata: {} },
        { description: null, metadata: null },
      ])
        await accepted(withFields(good))()
    },
    'an empty array of metadata is an empty object': async () => {
      const api = await overHttp()
      expect((await withFields({ metadata: [] })(api)).status).to.equal(201)
      const { transactions } = await api.ports.books.list({ limit: 1 })
      expect(transactions[0]?.metadata).to.deep.equal({})
    },
    '5,000 nested arrays': malformed(
      'amount must be a number',
      withText('amount', '['.repeat(5_000) + ']'.repeat(5_000)),
    ),
  })

  rule('8.10', 'a field named `__proto__` or `constructor` is refused and changes no object', {
    'the name __proto__': malformed('__proto__ is not allowed', withFirst('"__proto__":{"polluted":1}')),
    'escaped __proto__': malformed('__proto__ is not allowed', withFirst('"\\u005f_proto__":null')),
    'the name constructor': malformed(
      'constructor is not allowed',
      withFirst('"constructor":{"prototype":{"polluted":1}}'),
    ),
    'nothing is polluted': async () => {
      const { post } = await overHttp()
      await post('send-money', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
      expect(({} as Record<string, unknown>).polluted).to.equal(undefined)
    },
    'as a value': refused(
      400,
      'currency_not_supported',
      'Currency not supported',
      withFields({ currency: '__proto__' }),
    ),
    'instead of the fields': missing('apikey, reference, phone_number, amount, currency, network, pin', async (api) =>
      api.post('send-money', `{"__proto__":${JSON.stringify(api.bodies['send-money'])}}`),
    ),
  })

  rule('8.11', 'a number that cannot be an amount is refused by the rules for amounts', {
    '-0': refused(400, 'amount_below_minimum', 'Amount must be at least 500 for UGX', withText('amount', '-0')),
    '1e21': refused(400, 'amount_above_maximum', 'Amount cannot exceed 5000000 for UGX', withText('amount', '1e21')),
    '500.5': refused(400, 'amount_too_precise', 'Amount must be a whole number for UGX', withText('amount', '500.5')),
  })

  rule('8.12', 'other fields are ignored, with any content', {
    'an unknown field': accepted(withFirst('"note":{"__proto__":[null]}')),
    'a field that names a refusal': accepted(withFirst('"refused":"invalid_pin"')),
    'a PIN of any type for collect-money': accepted(({ post, bodies }) =>
      post('collect-money', { ...bodies['collect-money'], pin: [] }),
    ),
  })

  rule('8.13', 'an amount is returned as it was sent', async () => {
    for (const text of ['5000', '5000.0', '5e3', '5E+3', '5.0e+3', '5000.00000000000000000000']) {
      const answer = await withText('amount', text)(await overHttp())
      expect(answer.text, text).to.contain('"amount":5000,')
    }
  })
})
