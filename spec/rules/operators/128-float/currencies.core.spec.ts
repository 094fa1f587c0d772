import { expect } from 'chai'
import { memoryStore } from '../../../../adapters/memory/memory.ts'
import {
  differsFromNetwork,
  type FloatStatus,
  findFloats,
  floatAccountOf,
  isRefusal,
  listFloat,
  type Market,
  moveOperatorMoney,
  type OperatorMove,
  runsOut,
  type Transaction,
} from '../../../../core/sente.ts'
import { fund, inStep } from '../../../contracts/kit/bookActs.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { aFunding, anAccount, aPayout, holdPosting } from '../../../contracts/kit/records.ts'
import { hourMs, minuteMs, openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

const bounds = { minimum: 1, maximum: 1_000_000 }
const market: Market = new Map([
  ['UGX', { ...bounds, networks: [{ name: 'AIRTEL' }, { name: 'MTN' }] }],
  ['RWF', { ...bounds, networks: [{ name: 'MTN' }] }],
])
const oneFloat: Market = new Map([['UGX', { ...bounds, networks: [{ name: 'MTN', hasOneFloat: true }] }]])

/** Books of a merchant with UGX 100,000 and RWF 9,000, half an hour after an hour began. */
async function openMoney(of = market) {
  const store = memoryStore()
  const account = anAccount()
  const clock = manualClock(Date.UTC(2026, 3, 1, 8, 30))
  await store.accounts.add(account)
  await fund(store, aFunding(account.id, { amountMinor: 100_000n }))
  await fund(store, aFunding(account.id, { amountMinor: 9_000n, currency: 'RWF' }))
  let moves = 0
  const payment = (given: Partial<Transaction>) => aPayout(account.id, { createdAtMs: clock.nowMs(), ...given })
  const ports = { ...store, market: of, clock }
  return {
    position: listFloat(ports),
    move(from: OperatorMove['from'], to: OperatorMove['to'], amountMinor: bigint, currency = 'UGX') {
      moves += 1
      const move = { reference: `m-${moves}`, kind: 'top_up', by: 'amina', because: null, atMs: 1 } as const
      return store.operatorMoney.move({ ...move, currency, from, to, amountMinor })
    },
    /** Opens a payment that has not ended. */
    open(given: Partial<Transaction>) {
      const one = payment(given)
      return inStep(store, one, (work) => work.record(one))
    },
    /** Has a payment succeed, and pay its fee. */
    pay(given: Partial<Transaction>) {
      const one = payment({ state: 'succeeded', ...given })
      const { feeMinor, network, kind } = one
      return inStep(store, one, (work) => {
        work.record(one)
        const hold = holdPosting(one)
        if (kind === 'collection') work.ledger.post({ ...hold, from: `float:${network}`, to: 'available' })
        else {
          work.ledger.post(hold)
          work.ledger.post({ ...hold, from: 'held', to: `float:${network}` })
        }
        if (feeMinor > 0n) work.ledger.post({ ...hold, from: 'available', to: 'fees', amountMinor: feeMinor })
      })
    },
    async float(account = 'float:MTN:disbursement', currency = 'UGX') {
      const floats = await findFloats(ports)()
      const found = floats.find((one) => one.account === account && one.currency === currency)
      if (!found) throw new Error(`no float ${account}`)
      return found
    },
  }
}

const inShort = (all: readonly { currency: string; account?: string; minor: bigint }[]) =>
  all
    .filter(({ minor }) => minor !== 0n)
    .map(({ currency, account = '', minor }) => `${currency} ${account} ${minor}`)
    .toSorted()

describe('128 The operator’s own money: currencies and networks', () => {
  rule(
    '128.26',
    'each account is kept by currency, even after its currency or network has left the configuration',
    async () => {
      const { move, pay, position } = await openMoney()
      await move('bank', 'float:MTN:disbursement', 50_000n)
      await move('bank', 'float:MTN:disbursement', 3_000n, 'RWF')
      await move('capital', 'float:OLD:disbursement', 10n)
      await move('capital', 'float:GONE:collection', 7n)
      await move('capital', 'bank', 5n, 'KES')
      await pay({ amountMinor: 5_000n, feeMinor: 200n })
      await pay({ amountMinor: 1_000n, currency: 'RWF' })
      await pay({ amountMinor: 700n, kind: 'collection' })
      await pay({ amountMinor: 400n, network: 'OLD' })
      const { balances, owed, earned, floats } = await position()
      expect(inShort(balances)).to.deep.equal([
        'KES bank 5',
        'KES capital -5',
        'RWF bank 6000',
        'RWF float:MTN:disbursement 2000',
        'UGX bank 50000',
        'UGX capital -17',
        'UGX float:GONE:collection 7',
        'UGX float:MTN:collection 700',
        'UGX float:MTN:disbursement 45000',
        'UGX float:OLD:disbursement -390',
      ])
      expect(inShort(owed)).to.deep.equal(['RWF  8000', 'UGX  95100'])
      expect(earned).to.deep.equal([{ currency: 'UGX', minor: 200n }])
      const known = floats.filter(({ isKnown }) => isKnown).map(({ account, currency }) => `${currency} ${account}`)
      expect(known.toSorted()).to.deep.equal([
        'RWF float:MTN:disbursement',
        'UGX float:MTN:disbursement',
        'UGX float:OLD:disbursement',
      ])
    },
  )

  rule(
    '128.27',
    'the held amount of a float counts only open payouts over its network and in its currency',
    async () => {
      const { open, float } = await openMoney()
      await open({ amountMinor: 300n })
      await open({ amountMinor: 70n, state: 'pending' })
      await open({ amountMinor: 999n, kind: 'collection' })
      await open({ amountMinor: 5n, network: 'AIRTEL' })
      await open({ amountMinor: 8n, currency: 'RWF' })
      expect((await float()).heldMinor).to.equal(370n)
      expect((await float('float:MTN:collection')).heldMinor).to.equal(0n)
      expect((await float('float:MTN:disbursement', 'RWF')).heldMinor).to.equal(8n)
    },
  )

  rule('128.28', 'how long a float lasts is estimated from payouts since the hour when the last six hours began', {
    'collections into the same float do not count': async () => {
      const { move, pay, float } = await openMoney(oneFloat)
      await move('bank', 'float:MTN', 13_000n)
      await pay({ amountMinor: 2_000n, kind: 'collection' })
      await pay({ amountMinor: 1_000n })
      expect((await float('float:MTN')).runwayMs).to.equal(14 * (6 * hourMs + 30 * minuteMs))
    },
    'it runs out soon below four hours': async () => {
      const float = await (await openMoney()).float()
      const isSoon = (runwayMs: number | null) => runsOut({ ...float, runwayMs })
      const found = [null, 4 * hourMs, 4 * hourMs - 1, 0].map(isSoon)
      expect(found).to.deep.equal([false, false, true, true])
    },
  })

  rule(
    '128.29',
    'a network differs from the books when its last balance is higher or lower than theirs by more than the held amount',
    table(
      ['the books', 'its balance', 'the difference', 'held', 'differs'],
      [
        ['known', 'lately', 5, 4, true],
        ['known', 'lately', 5, 5, false],
        ['known', 'lately', -5, 4, true],
        ['known', 'lately', -5, 5, false],
        ['known', 'lately', 0, 0, false],
        ['known', 'long ago', 5, 4, false],
        ['known', 'never', 0, 0, false],
        ['unknown', 'lately', 5, 4, false],
      ] as const,
      async (books, when, difference, held, differs) => {
        const reported = { minor: 0n, atMs: 0, isFresh: when === 'lately', differenceMinor: BigInt(difference) }
        const status: FloatStatus = {
          ...(await (await openMoney()).float()),
          ...{ isKnown: books === 'known', heldMinor: BigInt(held), reported: when === 'never' ? null : reported },
        }
        expect(differsFromNetwork(status)).to.equal(differs)
      },
    ),
  )

  rule('128.30', 'a float is named by its network, currency and product', {
    '': table(
      ['network', 'currency', 'product', 'its account, or why there is none'],
      [
        ['MTN', 'UGX', 'disbursement', 'float:MTN:disbursement'],
        ['MTN', 'UGX', 'collection', 'float:MTN:collection'],
        ['MTN', 'RWF', 'collection', 'float:MTN:collection'],
        ['AIRTEL', 'RWF', 'collection', 'unknown_currency: AIRTEL has no float in RWF'],
        [
          'OLD',
          'UGX',
          'collection',
          'unknown_network: OLD is not in the configuration, whose networks are: AIRTEL, MTN',
        ],
      ] as const,
      (network, currency, product, answer) => {
        const found = floatAccountOf(market, { network, currency, product })
        expect(isRefusal(found) ? `${found.refused}: ${found.message}` : found.account).to.equal(answer)
      },
    ),
    'a move names one of its own currency': async () => {
      const core = await openCore({}, { market })
      const asked = { kind: 'top_up', from: 'bank', to: 'float:AIRTEL:collection', amount: 5, by: 'amina' } as const
      const move = moveOperatorMoney(core.ports)
      expect(await move({ ...asked, currency: 'RWF', reference: 'a' })).to.deep.equal({
        refused: 'unknown_money_account',
        message:
          'Money in RWF can move between: bank, capital, fees_paid, suspense, float:MTN:disbursement, float:MTN:collection',
      })
      expect(await move({ ...asked, currency: 'UGX', reference: 'a' })).to.include({ isNew: true })
    },
    'one with a single wallet has it for both products': () => {
      for (const product of ['disbursement', 'collection'] as const)
        expect(floatAccountOf(oneFloat, { network: 'MTN', currency: 'UGX', product })).to.deep.equal({
          account: 'float:MTN',
        })
    },
  })

  rule('128.31', 'an adjustment needs a reason; other moves do not', async () => {
    const core = await openCore()
    const move = moveOperatorMoney(core.ports)
    const asked = { currency: 'UGX', from: 'bank', to: 'suspense', amount: 5, by: 'amina' } as const
    const adjusted = await move({ ...asked, kind: 'adjust', reference: 'a' })
    expect(adjusted).to.include({ refused: 'malformed_explanation' })
    expect(await move({ ...asked, kind: 'adjust', reference: 'a', because: 'counted' })).to.include({ isNew: true })
    expect(await move({ ...asked, kind: 'top_up', reference: 'b' })).to.include({ isNew: true })
  })
})
