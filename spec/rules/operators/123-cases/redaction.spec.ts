import { expect } from 'chai'
import fc from 'fast-check'
import { systemClock } from '../../../../adapters/node/node.ts'
import { mtnMomo } from '../../../../adapters/providers/mtn/mtnMomo.ts'
import { providerHttp } from '../../../../adapters/providers/transport/http/providerHttp.ts'
import { deadlineIn, type Exchange, type MobileProvider, type Transaction } from '../../../../core/sente.ts'
import { payout as airtelPayout, id, overAirtel, said, withAirtel } from '../../../networks/airtelScript.ts'
import { grant, type Reply, transactionOf, withNetwork } from '../../../networks/scriptedNetwork.ts'
import { rule, table } from '../../../rule.ts'

const soon = () => deadlineIn(systemClock, 5_000)

/** The reports of MTN's adapter about a submission with this answer, and of its callback reader. */
async function exchangesWithMtn(reply: Reply, transaction = transactionOf()): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  await withNetwork({ submission: () => reply }, async ({ settings }) => {
    await overMtn(settings).payOut(transaction, soon(), (exchange) => exchanges.push(exchange))
  })
  return exchanges
}

function overMtn(settings: Parameters<typeof mtnMomo>[0]['settings']): MobileProvider {
  return mtnMomo({ settings, http: providerHttp(), clock: systemClock })
}

/** A provider that reads callbacks and sends nothing. */
const mtn = overMtn({
  network: 'MTN',
  baseUrl: 'http://127.0.0.1:1',
  targetEnvironment: 'mtnuganda',
  collection: { subscriptionKey: 'c-subscription-key', apiUser: 'c-user-name', apiKey: 'c-api-key-1' },
  disbursement: { subscriptionKey: 'd-subscription-key', apiUser: 'd-user-name', apiKey: 'd-api-key-1' },
})

function readBy(provider: MobileProvider, body: string, transaction: Transaction = transactionOf()): Exchange {
  const read = provider.readCallback?.({ method: 'POST', body: Buffer.from(body) }, transaction)
  if (!read) throw new Error('the provider reads no callbacks')
  return read
}

const keptOfMtn = (body: object) => readBy(mtn, JSON.stringify(body)).answer

describe('123 The case of a payment: redaction', () => {
  rule(
    '123.6',
    'the time, the HTTP status, all codes and the beginning of an answer are kept, or the reason why there was none',
    {
      'a refusal of MTN': async () => {
        const body = { code: 'NOT_ALLOWED', message: 'Authorization failed. Insufficient permissions.' }
        const [exchanges, ...others] = await exchangesWithMtn({ status: 500, body })
        const answer = '{"code":"NOT_ALLOWED","message":"Authorization failed. Insufficient …"}'
        expect(others).to.deep.equal([])
        expect(exchanges).to.deep.include({
          question: 'submission',
          status: 500,
          codes: ['NOT_ALLOWED'],
          answer,
          problem: null,
        })
        expect(exchanges?.tookMs).to.be.at.least(0)
      },
      'a payment at MTN': () =>
        withNetwork({}, async ({ settings }) => {
          const exchanges: Exchange[] = []
          await overMtn(settings).enquire(transactionOf(), (exchange) => exchanges.push(exchange))
          const answer = `{"externalId":"${transactionOf().id}","status":"PENDING"}`
          expect(exchanges[0]).to.deep.include({ question: 'enquiry', status: 200, codes: ['PENDING'], answer })
        }),
      'a payout at Airtel': () => {
        const transaction = { id, status: 'TS', airtel_money_id: 'MP1', message: 'Sent UGX 5,000 to JOHN MUKASA' }
        const body = said({ response_code: 'DP00900001001', result_code: 'ESB000010' }, transaction)
        return withAirtel({ submission: () => ({ status: 200, body }) }, async ({ settings }) => {
          const exchanges: Exchange[] = []
          await overAirtel(settings).payOut(airtelPayout, soon(), (exchange) => exchanges.push(exchange))
          expect(exchanges[0]?.codes).to.deep.equal(['DP00900001001', 'ESB000010', 'TS'])
          const kept = { ...transaction, message: 'Sent … to …' }
          expect(JSON.parse(exchanges[0]?.answer ?? '').data).to.deep.equal({ transaction: kept })
        })
      },
      'no answer': async () => {
        const [exchanges] = await exchangesWithMtn((response) => response.destroy())
        expect(exchanges).to.include({ status: null, answer: '' })
        expect(exchanges?.problem).to.match(/^the connection failed with/)
      },
      'a web page': async () => {
        const body = '<html><style>p{}</style><h1>502 Bad Gateway</h1><p title="x">nginx for JOHN</html>'
        const [exchanges] = await exchangesWithMtn({ status: 502, body })
        expect(exchanges).to.include({ status: 502, answer: '… Bad Gateway nginx for …' })
      },
      'both answers when a token was refused': () => {
        const submission = (nth: number) => ({ status: nth === 1 ? 401 : 202 })
        return withNetwork({ submission, token: (nth) => grant(`token-${nth}`, 3600) }, async ({ settings }) => {
          const exchanges: Exchange[] = []
          await overMtn(settings).payOut(transactionOf(), soon(), (exchange) => exchanges.push(exchange))
          expect(exchanges.map(({ status }) => status)).to.deep.equal([401, 202])
        })
      },
    },
  )

  rule('123.7', 'the first 2,048 bytes of a longer answer are kept, without half a character', () => {
    const long = { externalId: transactionOf().id, message: 'payment '.repeat(1_000) }
    expect(Buffer.byteLength(keptOfMtn(long))).to.equal(2_048)
    const characters = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`é${n}`, 'x']))
    const kept = keptOfMtn({ message: 'ÉCOLE '.repeat(10), ...characters })
    expect(Buffer.byteLength(kept)).to.be.at.most(2_048)
    expect(kept).not.to.include('\uFFFD')
  })

  rule('123.8', 'only the transaction’s own phone number is kept, in any form', {
    'in the field of the party': table(
      ['party', 'kept'],
      [
        ['256770000001', '256770000001'],
        ['+256770000001', '+256770000001'],
        ['0770000001', '0770000001'],
        ['770000001', '770000001'],
        ['256770000002', '[removed]'],
        ['70000001', '[removed]'],
        ['JOHN', '[removed]'],
      ],
      (partyId, kept) => {
        const body = { payee: { partyIdType: 'MSISDN', partyId } }
        expect(JSON.parse(keptOfMtn(body))).to.deep.equal({ payee: { partyIdType: 'MSISDN', partyId: kept } })
      },
    ),
    'in a message': () => {
      const kept = JSON.parse(keptOfMtn({ message: 'from 256770000001 to 256770000002, 0772 123 456' }))
      expect(kept.message).to.equal('from 256770000001 to …')
    },
    'in the place of an id': () => {
      const ids = { externalId: '256770000002', financialTransactionId: 13_502_837_451 }
      expect(JSON.parse(keptOfMtn(ids))).to.deep.equal({
        externalId: '[removed]',
        financialTransactionId: '13502837451',
      })
    },
  })

  rule('123.9', 'PINs, tokens, keys, names and unknown fields are never kept, wherever they stand in an answer', {
    'anywhere in a callback': () =>
      fc.assert(
        fc.property(secrets, places, (secret, plant) => {
          const { answer, codes } = readBy(mtn, plant(secret))
          expect(`${answer} ${codes.join(' ')}`).not.to.include(secret)
        }),
        { numRuns: 2_000 },
      ),
    'a name in the place of a code': () => {
      const { answer, codes } = readBy(mtn, '{"status":"JOHN","reason":{"code":"mukasa"},"currency":"UGX"}')
      expect(JSON.parse(answer)).to.deep.equal({
        ...{ status: '[removed]', reason: { code: '[removed]' }, currency: 'UGX' },
      })
      expect(codes.join(' ')).not.to.match(/john|mukasa/i)
    },
    'the contents of unknown fields': () => {
      const body = { remark: 'payment failed', code: 'NOT_ALLOWED', paid: 5_000, deep: [{ list: ['payment', true] }] }
      expect(JSON.parse(keptOfMtn(body))).to.deep.equal({
        '[removed] 1': '[removed]',
        code: 'NOT_ALLOWED',
        '[removed] 3': '[removed]',
        '[removed] 4': [{ '[removed] 1': ['[removed]', true] }],
      })
    },
    'the token and the keys of the request': async () => {
      for (const secret of ['token-1', 'd-subscription', 'd-user', 'd-key']) {
        const body = { code: 'NOT_ALLOWED', referenceId: secret, message: `key ${secret}`, status: secret }
        const [exchanges] = await exchangesWithMtn({ status: 500, body })
        expect(exchanges?.answer, secret).not.to.include(secret)
      }
    },
    'the PIN of the wallet': () =>
      withAirtel(
        { submission: () => ({ status: 400, body: said({ response_code: '2468' }, { id: '2468' }) }) },
        async ({ settings }) => {
          const exchanges: Exchange[] = []
          await overAirtel(settings).payOut(airtelPayout, soon(), (exchange) => exchanges.push(exchange))
          expect(JSON.stringify(exchanges)).not.to.include('2468')
        },
      ),
  })
})

/** A secret of each kind, never the transaction's own number. */
const secrets = fc.oneof(
  fc.stringMatching(/^[0-9]{4,6}$/),
  fc.stringMatching(/^256[0-9]{9}$/).filter((digits) => digits !== transactionOf().phoneNumber),
  fc.stringMatching(/^[A-Z][a-z]{5,9} [A-Z][a-z]{5,9}$/),
  fc.stringMatching(/^eyJ[A-Za-z0-9_-]{20,60}\.[A-Za-z0-9_-]{20,60}$/),
  fc.constantFrom('d-subscription-key', 'd-api-key-1', 'c-user-name'),
)

/** Ways to plant a secret in an answer: in known fields and others, alone and within words, deep, and in no JSON. */
const places = fc.constantFrom<(secret: string) => string>(
  (secret) => JSON.stringify({ message: secret }),
  (secret) => JSON.stringify({ message: `Transaction failed: ${secret}.` }),
  (secret) => JSON.stringify({ reason: { code: 'PAYER_NOT_FOUND', message: `"${secret}"` } }),
  (secret) => JSON.stringify({ pin: secret }),
  (secret) => JSON.stringify({ name: { first: secret } }),
  (secret) => JSON.stringify({ payee: { partyIdType: 'MSISDN', partyId: secret, fullName: secret } }),
  (secret) => JSON.stringify({ payerMessage: secret, payeeNote: [secret, { note: secret }] }),
  (secret) => JSON.stringify({ [secret]: true }),
  (secret) => JSON.stringify({ data: { [secret]: { message: secret } } }),
  (secret) => JSON.stringify({ unknown: Number.isSafeInteger(Number(secret)) ? Number(secret) : secret }),
  (secret) => `<html><p title="${secret}">payment of ${secret}</p>`,
  (secret) => `error ${secret}`,
  (secret) => `{"message":"${secret}`,
  (secret) => JSON.stringify([secret]),
)
