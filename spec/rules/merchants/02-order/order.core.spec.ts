import { expect } from 'chai'
import sinon from 'sinon'
import { memoryProvider } from '../../../../adapters/memory/memory.ts'
import {
  authenticate,
  beginQuarantine,
  isRefusal,
  type Market,
  type Network,
  refusalCodes,
  rulesPassed,
  sendMoney,
  uganda,
} from '../../../../core/sente.ts'
import {
  breaches,
  breakable,
  breaking,
  impossiblePairs,
  isPossible,
  ofPayoutsAlone,
  pairsOf,
} from '../../../fixtures/breaches.ts'
import { openCore } from '../../../fixtures/core.ts'
import { refusal, rule, table } from '../../../rule.ts'

type Core = Awaited<ReturnType<typeof openCore>>

/** A function that makes a payment of either kind. */
const operations = { 'send money': 'send', 'collect money': 'collect' } as const
type Operation = keyof typeof operations

const order = Object.keys(breaches)
const ofPin = 'pin_not_set pin_locked invalid_pin'
const codesOf: Record<Operation, string[]> = {
  'send money': order,
  'collect money': order.filter((code) => !ofPayoutsAlone.includes(code)),
}

/** The code of the answer to a request that breaks these rules, from the secret key on; `prepare` runs before it. */
async function answerTo(
  operation: Operation,
  codes: readonly string[],
  prepare: (core: Core) => unknown = () => undefined,
): Promise<string> {
  const core = await openCore()
  const request = await breaking(codes, core)
  await prepare(core)
  const caller = await authenticate(core.ports)({ secretKey: core.secretKey })
  if (isRefusal(caller)) return caller.refused
  const answer = await core[operations[operation]]({ caller, request })
  return isRefusal(answer) ? answer.refused : 'opened'
}

/** Examples for both operations, one for each rule that a request can break. */
function forEachCode(example: (operation: Operation, code: string, behind: readonly string[]) => Promise<void>) {
  return Object.fromEntries(
    (['send money', 'collect money'] as const).flatMap((operation) =>
      codesOf[operation].map((code, index, codes) => [
        `${operation}, ${code}`,
        () => example(operation, code, codes.slice(index + 1)),
      ]),
    ),
  )
}

/** An example for each operation, with every rule that a request can break. */
function forEachOperation(example: (operation: Operation, code: string) => Promise<void>) {
  return Object.fromEntries(
    (['send money', 'collect money'] as const).map((operation) => [
      operation,
      async () => {
        for (const code of codesOf[operation]) await example(operation, code)
      },
    ]),
  )
}

function loseThePinKey({ ports }: Core) {
  Object.assign(ports.secrets, { pinKeyVersions: ['another key'] })
}

describe('2 The order of the rules', () => {
  rule('2.1', 'a request that breaks no rule is opened', async () => {
    expect(await answerTo('send money', [])).to.equal('opened')
    expect(await answerTo('collect money', [])).to.equal('opened')
  })

  rule(
    '2.2',
    'a request that breaks one rule is refused with the code of that rule',
    forEachCode(async (operation, code) => {
      expect(await answerTo(operation, [code])).to.equal(code)
    }),
  )

  rule(
    '2.3',
    'a request that breaks two rules is refused by the first of them, for any two',
    forEachCode(async (operation, code, behind) => {
      for (const later of behind) {
        if (isPossible([code, later])) {
          expect(await answerTo(operation, [code, later]), `with ${later}`).to.equal(code)
        }
      }
    }),
  )

  rule(
    '2.4',
    'a request that breaks all rules is refused by the first of them',
    forEachCode(async (operation, code, behind) => {
      expect(await answerTo(operation, breakable([code, ...behind]))).to.equal(code)
    }),
  )

  rule(
    '2.5',
    'the list of codes has the order of the checks, and every pair of codes is proven or listed as impossible',
    {
      'every code of the core': () => {
        const ofHttp = ['method_not_allowed', 'unsupported_media_type', 'body_too_large', 'malformed_json']
        const ofFields = ['missing_fields', 'malformed_fields']
        const outside = ['provider_unavailable', 'outcome_unknown', 'quarantined', 'not_found', 'transaction_not_found']
        const ofWebhooks = ['endpoint_not_found', 'event_not_found', 'beyond_last_event', 'too_many_endpoints']
        const ofRedelivery = ['too_many_redeliveries']
        const ofNames = ['no_name_look_up', 'name_unknown']
        const ofBatches = [
          'duplicate_batch',
          'batch_refused',
          'repeats_unconfirmed',
          'batch_not_found',
          'batch_is_over',
          'batch_awaits_approval',
          'batch_unconfirmed',
        ]
        const ofRefunds = ['not_refundable', 'refund_exceeds_collection']
        const ofLinks = ['duplicate_link', 'link_not_found', 'link_is_over']
        const ofOthers = [...ofLinks, ...ofWebhooks, ...ofRedelivery, ...ofBatches, ...ofNames, ...ofRefunds]
        const elsewhere = [...ofHttp, ...ofFields, ...outside, ...ofOthers, 'internal_error']
        expect(refusalCodes.filter((code) => !elsewhere.includes(code))).to.deep.equal(order)
      },
      'rules that no request can break at once': () => {
        const pairs = pairsOf(order)
        const proven = pairs.filter(isPossible)
        expect(proven.length + Object.keys(impossiblePairs).length).to.equal(pairs.length)
        expect(pairs).to.have.length(190)
      },
    },
  )

  rule('2.6', 'a refused request records nothing, holds nothing and leaves its reference free', async () => {
    const { send, caller, payout, ports, account, balance, network } = await openCore()
    await send({ caller: await caller(), request: { ...payout, amount: 100_001 } })
    await send({ caller: await caller(), request: { ...payout, pin: '9999' } })
    expect(await ports.books.transactionByReference(account.id, payout.reference)).to.equal(undefined)
    expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    expect(network.received).to.have.length(0)
    expect(await send({ caller: await caller(), request: payout })).to.have.property('transaction')
  })

  rule('2.7', 'changes between the check and the opening are checked again', {
    'API access is switched off': async () => {
      const { send, caller, payout, change } = await openCore()
      const stale = await caller()
      await change((account) => ({ ...account, apiAccess: false }))
      expect(await send({ caller: stale, request: payout })).to.deep.equal({ refused: 'api_access_off' })
    },
    'the secret key is revoked': async () => {
      const { send, caller, payout, change } = await openCore()
      const stale = await caller()
      await change((account) => ({ ...account, keys: account.keys.map((key) => ({ ...key, active: false })) }))
      expect(await send({ caller: stale, request: payout })).to.deep.equal({ refused: 'invalid_secret_key' })
    },
    'the account is renamed, without effect': async () => {
      const { send, caller, payout, change } = await openCore()
      const stale = await caller()
      await change((account) => ({ ...account, name: 'Duka la pili' }))
      expect(await send({ caller: stale, request: payout })).to.have.property('transaction')
    },
  })

  refusal(
    '2.8',
    'invalid_public_key',
    'a revoked public key, a secret key and another account’s key are refused with the same answer',
    async () => {
      const { send, caller, payout, change, secretKey, ports } = await openCore()
      const other = ports.secrets.newKey('public')
      for (const apikey of [secretKey, other, 'constructor', '__proto__']) {
        expect(await send({ caller: await caller(), request: { ...payout, apikey } })).to.deep.equal({
          refused: 'invalid_public_key',
        })
      }
      await change((account) => ({
        ...account,
        keys: account.keys.map((key) => (key.kind === 'public' ? { ...key, active: false } : key)),
      }))
      expect(await send({ caller: await caller(), request: payout })).to.deep.equal({ refused: 'invalid_public_key' })
    },
  )

  refusal(
    '2.9',
    ['currency_not_supported', 'invalid_network'],
    'currency and network names must be spelled as in the configuration',
    async () => {
      const { send, caller, payout } = await openCore()
      for (const currency of ['ugx', 'constructor', '__proto__', 'toString']) {
        expect(await send({ caller: await caller(), request: { ...payout, currency } })).to.deep.equal({
          refused: 'currency_not_supported',
        })
      }
      for (const network of ['mtn', 'constructor', '__proto__']) {
        expect(await send({ caller: await caller(), request: { ...payout, network } })).to.deep.equal({
          refused: 'invalid_network',
          currency: 'UGX',
          networks: ['AIRTEL', 'MTN'],
        })
      }
    },
  )

  refusal(
    '2.10',
    'invalid_phone_number',
    'a phone number must match the network’s pattern: in Uganda, 256 and nine digits',
    table(
      ['phone number', 'answer'],
      [
        ['25677000000', 'invalid_phone_number'],
        ['256770000001', 'opened'],
        ['2567700000011', 'invalid_phone_number'],
        ['0770000001', 'invalid_phone_number'],
        ['254770000001', 'invalid_phone_number'],
        ['1256770000001', 'invalid_phone_number'],
      ],
      async (phoneNumber, answer) => {
        const { send, caller, payout } = await openCore()
        const sent = await send({ caller: await caller(), request: { ...payout, phoneNumber } })
        if (answer === 'opened') expect(sent).to.have.property('transaction')
        else expect(sent).to.deep.equal({ refused: answer, network: 'MTN' })
      },
    ),
  )

  rule('2.11', 'a collection needs no PIN and no balance', async () => {
    const { collect, caller, request, change } = await openCore({ fund: [] })
    await change((account) => ({ ...account, pin: null }))
    expect(await collect({ caller: await caller(), request })).to.have.property('transaction')
  })

  rule(
    '2.12',
    'each network has its own pattern for phone numbers, and one without a pattern accepts any',
    async () => {
      const networks = [
        { name: 'AIRTEL', phoneNumbers: /^25675/ },
        { name: 'MTN', phoneNumbers: /^25677/ },
        { name: 'OPEN' },
      ]
      const market = new Map([['UGX', { minimum: 500, maximum: 5_000_000, networks }]])
      const network = memoryProvider()
      const { collect, caller, request } = await openCore({}, { market, providerFor: () => network })
      const answerOn = async (name: string, phoneNumber: string) => {
        const answer = await collect({
          caller: await caller(),
          request: {
            ...request,
            network: name,
            phoneNumber,
            reference: phoneNumber + name,
          },
        })
        return isRefusal(answer) ? answer : 'opened'
      }
      expect(await answerOn('AIRTEL', '256750000001')).to.equal('opened')
      expect(await answerOn('MTN', '256770000001')).to.equal('opened')
      expect(await answerOn('MTN', '256750000001')).to.deep.equal({ refused: 'invalid_phone_number', network: 'MTN' })
      expect(await answerOn('OPEN', '4915112345678')).to.equal('opened')
    },
  )

  const checkedFirst = order.slice(0, order.indexOf('limit_reached'))

  rule(
    '2.13',
    'quarantined books refuse a payment after the rules about account, reference and market, and before limits, PIN and balance',
    forEachOperation(async (operation, code) => {
      const answer = await answerTo(operation, [code], ({ ports }) =>
        beginQuarantine(ports)({ by: 'amina', because: 'the disk was set back' }),
      )
      expect(answer, code).to.equal(checkedFirst.includes(code) ? code : 'quarantined')
    }),
  )

  rule(
    '2.14',
    'a request that breaks a rule reaches no network, so a network’s failure is never its answer',
    forEachOperation(async (operation, code) => {
      const submit = sinon.stub().rejects(new Error('it reached the network'))
      const answer = await answerTo(operation, [code], ({ network }) =>
        Object.assign(network, { payOut: submit, requestPayment: submit }),
      )
      expect([answer, submit.callCount]).to.deep.equal([code, 0])
    }),
  )

  rule('2.15', 'a PIN that cannot be checked fails a payout at the check of the PIN, before the balance', {
    'earlier rules answer': async () => {
      for (const code of [...checkedFirst, 'pin_not_set']) {
        expect(await answerTo('send money', [code], loseThePinKey)).to.equal(code)
      }
    },
    'later ones do not': async () => {
      const answer = await answerTo('send money', ['insufficient_balance'], loseThePinKey).catch(
        (error: Error) => error.message,
      )
      expect(answer).to.include('which is not configured')
    },
  })

  rule(
    '2.16',
    'a number that begins like another network’s is sent to the network, or refused if the network is strict',
    {
      ...table(
        ['phone number', 'strict', 'answer'],
        [
          ['256770000001', true, 'opened'],
          ['256750000001', true, 'refused'],
          ['256750000001', false, 'opened'],
          ['256710000001', true, 'opened'],
          ['256790000001', true, 'opened'],
          ['256795000001', true, 'refused'],
          ['256340000001', true, 'opened'],
          ['256341000001', true, 'refused'],
        ],
        async (phoneNumber, isStrict, answer) => {
          const more = new Map([
            ['MTN', '25634'],
            ['AIRTEL', '256341'],
          ])
          const strict = ({ prefixes = [], ...network }: Network) => {
            return { ...network, isStrict, prefixes: [...prefixes, more.get(network.name) ?? ''] }
          }
          const market: Market = new Map(
            [...uganda].map(([currency, { networks, ...rest }]) => [
              currency,
              { ...rest, networks: networks.map(strict) },
            ]),
          )
          const { ports, caller, payout } = await openCore()
          const sent = await sendMoney({ ...ports, market })({
            caller: await caller(),
            request: { ...payout, phoneNumber },
          })
          if (answer === 'opened') expect(sent).to.have.property('transaction')
          else expect(sent).to.deep.equal({ refused: 'invalid_phone_number', network: 'MTN' })
        },
      ),
    },
  )

  rule(
    '2.17',
    'an opened payment has kept all rules of its kind, in their order',
    table(
      ['kind', 'after the rules about the account', 'after those about the amount', 'at the end'],
      [
        ['payout', '', ofPin, 'insufficient_balance'],
        ['collection', '', '', ''],
        ['refund', 'transaction_not_found not_refundable', ofPin, 'refund_exceeds_collection insufficient_balance'],
      ] as const,
      (kind, ofRefunds, ofPins, atTheEnd) => {
        const rules = `
          quarantined invalid_public_key kyc_incomplete api_access_off duplicate_reference ${ofRefunds}
          currency_not_supported invalid_network invalid_phone_number
          amount_below_minimum amount_above_maximum amount_too_precise currency_not_activated limit_reached
          ${ofPins} ${atTheEnd} network_unavailable
        `
        expect(rulesPassed(kind)).to.deep.equal(rules.trim().split(/\s+/))
      },
    ),
  )
})
