import { expect } from 'chai'
import { memoryProvider } from '../../adapters/memory/memory.ts'
import { isRefusal, refusalCodes, type SendMoneyRequest } from '../../core/sente.ts'
import { openCore } from '../fixtures/core.ts'
import { rule } from '../rule.ts'

type Core = Awaited<ReturnType<typeof openCore>>

/** One way to break each rule that the core checks after the caller is known; several can be broken in one request. */
const breaches: Record<string, (core: Core) => Partial<SendMoneyRequest> | Promise<unknown>> = {
  invalid_public_key: () => ({ apikey: 'sente_pk_of_someone_else' }),
  kyc_incomplete: ({ change }) => change((account) => ({ ...account, kyc: 'incomplete' })),
  api_access_off: ({ change }) => change((account) => ({ ...account, apiAccess: false })),
  currency_not_supported: () => ({ currency: 'KES' }),
  invalid_network: () => ({ network: 'VODAFONE' }),
  invalid_phone_number: () => ({ phoneNumber: '254770000001' }),
  amount_below_minimum: () => ({ amount: 499 }),
  amount_above_maximum: () => ({ amount: 5_000_001 }),
  amount_too_precise: () => ({ amount: 500.5 }),
  currency_not_activated: ({ change }) => change((account) => ({ ...account, activatedCurrencies: [] })),
  pin_not_set: ({ change }) => change((account) => ({ ...account, pin: null })),
  invalid_pin: () => ({ pin: '9999' }),
  duplicate_reference: async ({ collect, request, caller }) => collect(await caller(), request),
  insufficient_balance: () => ({ amount: 100_001 }),
}

/** Both rules are about the amount: one amount that breaks both, or undefined when none can. */
const amountThatBreaks: Record<string, number | undefined> = {
  'amount_below_minimum then amount_above_maximum': undefined,
  'amount_above_maximum then amount_too_precise': 5_000_000.5,
}

async function answerTo(...codes: string[]): Promise<string> {
  const core = await openCore()
  let request = core.payout
  for (const code of codes) {
    const change = breaches[code]?.(core)
    if (change instanceof Promise) await change
    else request = { ...request, ...change }
  }
  const answer = await core.send(await core.caller(), request)
  return isRefusal(answer) ? answer.refused : 'opened'
}

async function answerToAmount(amount: number): Promise<string> {
  const { send, caller, payout } = await openCore()
  const answer = await send(await caller(), { ...payout, amount })
  return isRefusal(answer) ? answer.refused : 'opened'
}

describe('2 The order of the rules', () => {
  rule('2.1', 'a request that breaks no rule is opened', async () => {
    expect(await answerTo()).to.equal('opened')
  })

  rule(
    '2.2',
    'a request that breaks one rule is refused with the code of that rule',
    Object.fromEntries(
      Object.keys(breaches).map((code) => [code, async () => expect(await answerTo(code)).to.equal(code)]),
    ),
  )

  const codes = Object.keys(breaches)
  rule(
    '2.3',
    'a request that breaks two neighbouring rules is refused by the first of them',
    Object.fromEntries(
      codes.slice(1).flatMap((later, index) => {
        const earlier = codes[index] ?? ''
        const name = `${earlier} then ${later}`
        if (!(name in amountThatBreaks)) {
          return [[name, async () => expect(await answerTo(earlier, later)).to.equal(earlier)]]
        }
        const amount = amountThatBreaks[name]
        return amount === undefined ? [] : [[name, async () => expect(await answerToAmount(amount)).to.equal(earlier)]]
      }),
    ),
  )

  rule('2.4', 'a request that breaks all rules is refused by the first of them', async () => {
    expect(await answerTo(...codes)).to.equal('invalid_public_key')
    expect(await answerTo(...codes.slice(1))).to.equal('kyc_incomplete')
  })

  rule('2.5', 'the list of codes has the order in which the rules are checked', () => {
    expect(refusalCodes.filter((code) => code in breaches)).to.deep.equal(codes)
  })

  rule('2.6', 'a refused request records nothing, holds nothing and leaves its reference free', async () => {
    const { send, caller, payout, ports, account, balance, network } = await openCore()
    await send(await caller(), { ...payout, amount: 100_001 })
    await send(await caller(), { ...payout, pin: '9999' })
    expect(await ports.books.transactionByReference(account.id, payout.reference)).to.equal(undefined)
    expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    expect(network.received).to.have.length(0)
    expect(await send(await caller(), payout)).to.have.property('transaction')
  })

  rule('2.7', 'what changes between the check and the opening is checked again', {
    'API access is switched off': async () => {
      const { send, caller, payout, change } = await openCore()
      const stale = await caller()
      await change((account) => ({ ...account, apiAccess: false }))
      expect(await send(stale, payout)).to.deep.equal({ refused: 'api_access_off' })
    },
    'the secret key is revoked': async () => {
      const { send, caller, payout, change } = await openCore()
      const stale = await caller()
      await change((account) => ({ ...account, keys: account.keys.map((key) => ({ ...key, active: false })) }))
      expect(await send(stale, payout)).to.deep.equal({ refused: 'invalid_secret_key' })
    },
    'the account is renamed, which breaks nothing': async () => {
      const { send, caller, payout, change } = await openCore()
      const stale = await caller()
      await change((account) => ({ ...account, name: 'Duka la pili' }))
      expect(await send(stale, payout)).to.have.property('transaction')
    },
  })

  rule(
    '2.8',
    'a public key that is revoked, a secret key and another account’s key are refused with the same answer',
    async () => {
      const { send, caller, payout, change, secretKey, ports } = await openCore()
      const other = ports.secrets.newKey('public')
      for (const apikey of [secretKey, other, 'constructor', '__proto__']) {
        expect(await send(await caller(), { ...payout, apikey })).to.deep.equal({ refused: 'invalid_public_key' })
      }
      await change((account) => ({
        ...account,
        keys: account.keys.map((key) => (key.kind === 'public' ? { ...key, active: false } : key)),
      }))
      expect(await send(await caller(), payout)).to.deep.equal({ refused: 'invalid_public_key' })
    },
  )

  rule(
    '2.9',
    'currency and network names are case-sensitive, and built-in property names of JavaScript are unknown names',
    async () => {
      const { send, caller, payout } = await openCore()
      for (const currency of ['ugx', 'constructor', '__proto__', 'toString']) {
        expect(await send(await caller(), { ...payout, currency })).to.deep.equal({ refused: 'currency_not_supported' })
      }
      for (const network of ['mtn', 'constructor', '__proto__']) {
        expect(await send(await caller(), { ...payout, network })).to.deep.equal({
          refused: 'invalid_network',
          currency: 'UGX',
          networks: ['AIRTEL', 'MTN'],
        })
      }
    },
  )

  rule('2.10', 'a phone number has to match the network’s pattern: in Uganda, 256 and nine digits', async () => {
    const { send, caller, payout } = await openCore()
    for (const phoneNumber of ['25677000000', '2567700000011', '0770000001', '254770000001', '1256770000001']) {
      expect(await send(await caller(), { ...payout, phoneNumber }), phoneNumber).to.deep.equal({
        refused: 'invalid_phone_number',
        network: 'MTN',
      })
    }
  })

  rule('2.11', 'a collection needs no PIN and no balance', async () => {
    const { collect, caller, request, change } = await openCore({ fund: [] })
    await change((account) => ({ ...account, pin: null }))
    expect(await collect(await caller(), request)).to.have.property('transaction')
  })

  rule(
    '2.12',
    'each network has a pattern of its own for phone numbers, and one without a pattern takes any',
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
        const answer = await collect(await caller(), {
          ...request,
          network: name,
          phoneNumber,
          reference: phoneNumber + name,
        })
        return isRefusal(answer) ? answer : 'opened'
      }
      expect(await answerOn('AIRTEL', '256750000001')).to.equal('opened')
      expect(await answerOn('MTN', '256770000001')).to.equal('opened')
      expect(await answerOn('MTN', '256750000001')).to.deep.equal({ refused: 'invalid_phone_number', network: 'MTN' })
      expect(await answerOn('OPEN', '4915112345678')).to.equal('opened')
    },
  )
})
