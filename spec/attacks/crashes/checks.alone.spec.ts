import { expect } from 'chai'
import type { Transaction } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { type Evidence, violationsIn } from './judges/checks.ts'
import { violationsInTheEnd } from './judges/end.ts'
import type { Journalled } from './judges/journal.ts'
import type { Known, PaymentRequest } from './load/merchant.ts'
import { strikesOf } from './plan.ts'

const account = { id: 'duka', secretKey: 'sk', publicKey: 'pk', pin: '4071', fundedMinor: 10_000n }

const transaction: Transaction = {
  ...{ id: 't-1', accountId: 'duka', kind: 'payout', reference: 'order-1', phoneNumber: '256770990471' },
  ...{
    amountMinor: 1_001n,
    currency: 'UGX',
    network: 'MTN',
    state: 'succeeded',
    description: null,
    metadata: {},
    reason: null,
    networkReason: null,
  },
  ...{
    providerId: 'p-1',
    providerRef: null,
    fingerprint: '',
    submitUntilMs: 0,
    countedUntilMs: null,
    createdAtMs: 0,
    updatedAtMs: 0,
  },
  attention: null,
  followUp: { askAtMs: null, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null, aheadMs: 0 },
}

const payment: Journalled = {
  ...{ network: 'MTN', kind: 'payout', providerId: 'p-1', amount: 1_001, phoneNumber: '256770990471' },
  ...{ status: 'successful', endsAtMs: 0, taken: 1, executed: 1 },
}

const other = { id: 't-2', reference: 'order-2', providerId: 'p-2', amountMinor: 1_002n }
const opened = { is: 'opened', id: 't-1', code: 'accepted' } as const

type Planted = {
  known?: Known
  times?: number
  transactions?: readonly Partial<Transaction>[]
  payments?: readonly Partial<Journalled>[]
  broken?: Evidence['books']['audit']['broken']
  damage?: readonly string[]
  availableMinor?: bigint
  final?: string
  told?: readonly string[]
}

/** One payout that was answered, executed and settled, changed by what is planted. */
function evidence({ known = opened, times = 1, transactions = [{}], payments = [{}], ...more }: Planted): Evidence {
  const order = { kind: 'payout', network: 'MTN', number: '990471', account: 0, flaw: 'none' } as const
  const request: PaymentRequest = {
    order,
    account,
    reference: 'order-1',
    amount: 1_001,
    known,
    times,
    isConfirmed: true,
  }
  const { broken = [], damage = [], availableMinor = 8_999n, final, told = ['event 1'] } = more
  const written = payments.map((planted) => ({ ...payment, ...planted }))
  const journal = new Map(written.map((one) => [`${one.network} ${one.kind} ${one.providerId}`, one]))
  return {
    requests: [request],
    books: {
      audit: { ok: broken.length === 0, checked: 1, broken },
      transactions: transactions.map((planted) => ({ ...transaction, ...planted })),
      balances: [{ accountId: 'duka', currency: 'UGX', availableMinor, heldMinor: 0n }],
      damage,
      events: new Map([['duka', ['event 1', 'event 2']]]),
    },
    journal: { before: journal, after: journal },
    final: new Map(final === undefined ? [] : [['t-1', final]]),
    told: new Map([['duka', told]]),
  }
}

const seen = (sign: RegExp, planted: Planted) => () =>
  expect(violationsIn(evidence(planted)).filter((violation) => sign.test(violation))).to.have.length(1)
const seenInTheEnd = (sign: RegExp, planted: Planted) => () =>
  expect(violationsInTheEnd(evidence(planted)).filter((violation) => sign.test(violation))).to.have.length(1)

describe('Crashes: the checks', () => {
  test('what a kill must not cause is found after a restart', {
    'nothing is wrong': () => expect(violationsIn(evidence({ final: 'succeeded' }))).to.deep.equal([]),
    'an answered payment is gone': seen(/which is gone/, { transactions: [], payments: [] }),
    'an answered payment is another one': seen(/which is another/, {
      known: { ...opened, id: 't-2' },
      transactions: [{}, other],
    }),
    'a reference was used before it was asked for again': seen(/is a duplicate/, {
      known: { is: 'repeated', id: 't-1' },
    }),
    'a reference that was asked for again may be used': () =>
      expect(violationsIn(evidence({ known: { is: 'repeated', id: 't-1' }, times: 2 }))).to.deep.equal([]),
    'an answer reported a release that did not happen': seen(/answered as released/, {
      known: { ...opened, code: 'provider_unavailable' },
    }),
    'what was refused has left something': seen(/refused .* is in the books/, {
      known: { is: 'refused', code: 'invalid_network' },
    }),
    'a good request was refused': seen(/had not deserved/, {
      known: { is: 'refused', code: 'invalid_pin' },
      transactions: [],
      payments: [],
    }),
    'a network executed a payment twice': seen(/executed 2 times/, { payments: [{ executed: 2 }] }),
    'a network was sent a payment under two ids': seen(/taken 2 times/, { payments: [{}, { providerId: 'p-2' }] }),
    'a network has what the books have not': seen(/not in the books/, { known: { is: 'unknown' }, transactions: [] }),
    'the books have what nobody asked for': seen(/never asked for/, { transactions: [{}, other] }),
    'the books have a payment twice': seen(/never asked for/, { transactions: [{}, { id: 't-2' }] }),
    'a payment was settled that is open': seen(/succeeded, .* pending/, {
      payments: [{ status: 'pending', executed: 0 }],
    }),
    'a payment was settled that never arrived': seen(/succeeded, .* unknown/, { payments: [] }),
    'a payment was released that was executed': seen(/failed, and was executed/, {
      transactions: [{ state: 'failed', reason: 'never_arrived' }],
    }),
    'a final state has changed': seen(/was failed .* and is succeeded/, { final: 'failed (never_arrived)' }),
    'an event is another one now': seen(/was told event 3, and now event 2/, { told: ['event 1', 'event 3'] }),
    'an event is gone': seen(/was told event 3, and now nothing/, { told: ['event 1', 'event 2', 'event 3'] }),
    'the audit found something': seen(/the audit: sum_is_zero/, {
      broken: [{ rule: 'sum_is_zero', row: 'UGX', problem: 'it is 1' }],
    }),
    'the file is damaged': seen(/the database: a page/, { damage: ['a page is missing'] }),
  })

  test('what must not be there at the end is found', {
    'nothing is wrong': () => expect(violationsInTheEnd(evidence({}))).to.deep.equal([]),
    'an answer never comes': seenInTheEnd(/never answered/, { known: { is: 'unknown' } }),
    'a payment is open that its network has ended': seenInTheEnd(/still pending/, {
      transactions: [{ state: 'pending' }],
    }),
    'a balance is too low': seenInTheEnd(/should have 8999/, { availableMinor: 8_998n }),
    'a payment was released and its money is not back': seenInTheEnd(/should have 10000/, {
      transactions: [{ state: 'failed', reason: 'never_arrived' }],
      payments: [],
    }),
  })

  test('a seed draws the same requests and kills each time, and a longer run begins with the same ones', () => {
    const strikes = strikesOf({ seed: 7, count: 40 })
    expect(strikesOf({ seed: 7, count: 40 })).to.deep.equal(strikes)
    expect(strikesOf({ seed: 7, count: 3 })).to.deep.equal(strikes.slice(0, 3))
    expect(strikesOf({ seed: 8, count: 40 })).not.to.deep.equal(strikes)
  })
})
