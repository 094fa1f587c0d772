import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Transaction } from '../../../core/sente.ts'
import { aPayout } from '../../contracts/kit/records.ts'
import { makeFolder } from '../../fixtures/sqliteFolder.ts'
import { until } from '../../fixtures/until.ts'
import { test } from '../../rule.ts'
import { batchesGoneWrong, batchesNotOver } from './judges/batches.ts'
import type { CrashBatch } from './judges/books.ts'
import { violationsIn, violationsInTheEnd } from './judges/checks.ts'
import type { Evidence } from './judges/evidence.ts'
import type { Journalled } from './judges/journal.ts'
import type { BatchRequest } from './load/batches.ts'
import type { Known, PaymentRequest } from './load/merchant.ts'
import type { CrashAccount, Decision } from './load/operator.ts'
import { strikesOf } from './plan.ts'
import { openCrashRound } from './round.ts'

const key = (id: string, isRevoked = false) => ({ id, secret: id, isRevoked })
const account: CrashAccount = {
  ...{ id: 'duka', secretKey: 'sk', publicKey: 'pk', pin: '4071', fundedMinor: 10_000n },
  keys: { reader: key('k-1'), approver: key('k-2'), tills: [key('k-3', true)] },
}

const transaction = aPayout('duka', {
  ...{ id: 't-1', reference: 'order-1', phoneNumber: '256770990471', amountMinor: 1_001n, state: 'succeeded' },
  ...{ providerId: 'p-1', networkReceipt: '1000000001' },
})

const payment: Journalled = {
  ...{ network: 'MTN', kind: 'payout', providerId: 'p-1', amount: 1_001, phoneNumber: '256770990471' },
  ...{ status: 'successful', receipt: '1000000001', reason: null, endsAtMs: 0, taken: 1, executed: 1 },
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
  reported?: readonly string[]
  decisions?: readonly Decision[]
  flaw?: 'scope' | 'revoked'
  /** The active keys of the account. */
  keys?: readonly string[]
  /** The part of a collection's fee that a whole refund gives back. */
  feeBack?: number
}

/** One payout that was answered, executed and settled, with planted changes. */
function evidence({ known = opened, times = 1, transactions = [{}], payments = [{}], ...more }: Planted): Evidence {
  const order = { kind: 'payout', network: 'MTN', number: '990471', account: 0, flaw: more.flaw ?? 'none' } as const
  const request: PaymentRequest = {
    order,
    account,
    reference: 'order-1',
    amount: 1_001,
    known,
    times,
    isConfirmed: true,
    asked: { fromMs: 10, toMs: 20 },
  }
  const {
    broken = [],
    damage = [],
    availableMinor = 8_999n,
    final,
    reported = ['event 1'],
    decisions = [],
    keys,
    feeBack = 0,
  } = more
  const written = payments.map((planted) => ({ ...payment, ...planted }))
  const journal = new Map(written.map((one) => [`${one.network} ${one.kind} ${one.providerId}`, one]))
  return {
    requests: [request],
    batches: [],
    feeOf: () => 0n,
    feeBackOf: ({ amount }, refunded) => BigInt(Math.round((feeBack * refunded) / amount)),
    decisions,
    books: {
      audit: { ok: broken.length === 0, checked: 1, broken, contradicted: [] },
      transactions: transactions.map((planted) => ({ ...transaction, ...planted })),
      batches: [],
      balances: [{ accountId: 'duka', currency: 'UGX', availableMinor, heldMinor: 0n }],
      damage,
      ...(keys && { keys: new Map([['duka', keys]]) }),
      events: new Map([['duka', ['event 1', 'event 2']]]),
    },
    journal: { before: journal, after: journal },
    final: new Map(final === undefined ? [] : [['t-1', final]]),
    reported: new Map([['duka', reported]]),
  }
}

type PlantedBatch = {
  known?: Known
  approval?: BatchRequest['approval']
  isApprovedAlone?: boolean
  /** Whether it is above the amount for one person. */
  isLarge?: boolean
  order?: Partial<BatchRequest['order']>
  batch?: Partial<CrashBatch['batch']>
  line?: Partial<CrashBatch['rows'][number]['line']>
  /** Whether its line is a payment, and whether the books know the batch. */
  isPaid?: boolean
  isKnown?: boolean
}

/** An ended batch of that payout, with planted changes. */
function batchEvidence(planted: PlantedBatch): Evidence {
  const { known, order, batch, line, isPaid = true, isKnown = true, isLarge = false } = planted
  const { approval = 'none', isApprovedAlone = false } = planted
  const found = evidence({ ...(!isPaid && { transactions: [], payments: [] }) })
  const place = { batchId: 'b-1', number: 1, phoneNumber: '256770990471', currency: 'UGX', network: 'MTN' }
  const kept = { description: null, metadata: {}, customerMessage: null, code: null, transactionId: 't-1' }
  const money = { reference: 'order-1', amountMinor: 1_001n, feeMinor: 0n, state: 'ended' } as const
  const whole = {
    id: 'b-1',
    accountId: 'duka',
    keyId: 'k',
    reference: 'batch-1',
    state: 'completed',
    digest: '',
    lines: 1,
  } as const
  const times = { keyId: 'k-1', sums: [], totals: null, createdAtMs: 0, updatedAtMs: 0, quarantines: 0 }
  const row = {
    line: { ...place, ...kept, ...money, ...(isLarge && { amountMinor: 5_000n }), ...line },
    transaction: found.books.transactions[0],
  }
  const asked = { account: 0, lines: [], isFlawed: false, deed: 'none', ...order } as const
  const lines = found.requests.map((one) => (isLarge ? { ...one, amount: 5_000 } : one))
  const asks = { times: 1, approval, isApprovedAlone }
  return {
    ...found,
    batches: [{ ...{ order: asked, account, reference: 'batch-1', lines }, known: known ?? openedBatch, ...asks }],
    books: { ...found.books, batches: isKnown ? [{ batch: { ...whole, ...times, ...batch }, rows: [row] }] : [] },
  }
}

const openedBatch = { ...opened, id: 'b-1' } as const
const batchWrong = (sign: RegExp, planted: PlantedBatch) => () =>
  expect(String(batchesGoneWrong(batchEvidence(planted)))).to.match(sign)
const batchLeft = (sign: RegExp, planted: PlantedBatch) => () =>
  expect(String(batchesNotOver(batchEvidence(planted)))).to.match(sign)

const seen = (sign: RegExp, planted: Planted) => () =>
  expect(violationsIn(evidence(planted)).filter((violation) => sign.test(violation))).to.have.length(1)
const seenInTheEnd = (sign: RegExp, planted: Planted) => () =>
  expect(violationsInTheEnd(evidence(planted)).filter((violation) => sign.test(violation))).to.have.length(1)

const paused: Decision = { deed: 'pause', network: 'MTN', begunMs: 1, endedMs: 2 }
const stopped: Planted = {
  known: { is: 'refused', code: 'network_unavailable' },
  transactions: [],
  payments: [],
}

const ends = 'process.exit(70)'
const answers = "process.on('message', () => process.send({})); process.send('loaded')"

/** Opens a round of these programs, which can't be opened. */
async function leavesNothing(programs: Readonly<Record<string, string>>): Promise<void> {
  const { path, remove } = makeFolder()
  const file = (name: string) => join(path, `${name}.mjs`)
  for (const [name, source] of Object.entries(programs)) writeFileSync(file(name), source)
  const before = open()
  const opened = await openCrashRound({ file, close: remove }).then(
    () => 'opened',
    (error: Error) => error.message,
  )
  remove()
  expect(opened).to.match(/ended with 70/)
  // Closed handles are gone some turns of the loop later.
  await until(async () => open().join() === before.join())
}

/** The handles that keep this process alive: listening servers, and processes. */
function open(): readonly string[] {
  return process.getActiveResourcesInfo().filter((resource) => /Server|Process/.test(resource))
}

describe('Crashes: the checks', () => {
  test('forbidden effects of a kill are found after a restart', {
    'nothing is wrong': () =>
      expect(violationsIn(evidence({ final: 'succeeded, receipt 1000000001' }))).to.deep.equal([]),
    'an answered payment is gone': seen(/which is gone/, { transactions: [], payments: [] }),
    'an answered payment is another one': seen(/which is another/, {
      known: { ...opened, id: 't-2' },
      transactions: [{}, other],
    }),
    'a reference was used before its second request': seen(/is a duplicate/, {
      known: { is: 'repeated', id: 't-1' },
    }),
    'a repeated reference may be used': () =>
      expect(violationsIn(evidence({ known: { is: 'repeated', id: 't-1' }, times: 2 }))).to.deep.equal([]),
    'an answer reported a release that did not happen': seen(/answered as released/, {
      known: { ...opened, code: 'provider_unavailable' },
    }),
    'a refused request has left something': seen(/refused .* is in the books/, {
      known: { is: 'refused', code: 'invalid_network' },
    }),
    'a good request was refused': seen(/had not deserved/, {
      known: { is: 'refused', code: 'invalid_pin' },
      transactions: [],
      payments: [],
    }),
    'a link for one payment is over although nobody else pays it': seen(/had not deserved/, {
      known: { is: 'refused', code: 'link_is_over' },
      transactions: [],
      payments: [],
    }),
    'a payment was refused although its network was never paused': seen(/had not deserved/, {
      ...stopped,
      decisions: [{ ...paused, begunMs: 21, endedMs: 22 }],
    }),
    'a payment was refused although its network had been resumed': seen(/had not deserved/, {
      ...stopped,
      decisions: [paused, { ...paused, deed: 'resume', begunMs: 3, endedMs: 4 }],
    }),
    'a payment may be refused if its network was paused meanwhile': () =>
      expect(violationsIn(evidence({ ...stopped, decisions: [{ ...paused, endedMs: 15 }] }))).to.deep.equal([]),
    'a payment was opened although its network was paused': seen(/was opened while MTN was paused/, {
      decisions: [paused],
    }),
    'a network executed a payment twice': seen(/executed 2 times/, { payments: [{ executed: 2 }] }),
    'a network was sent another amount': seen(/MTN was sent a payout of 1002 .* nobody asked for/, {
      payments: [{ amount: 1_002 }],
    }),
    'a network was sent a payment to somebody else': seen(/with 256770990472, which nobody asked for/, {
      payments: [{ phoneNumber: '256770990472' }],
    }),
    'a network was sent a payment under two ids': seen(/taken 2 times/, { payments: [{}, { providerId: 'p-2' }] }),
    'a network has a payment that is not in the books': seen(/not in the books/, {
      known: { is: 'unknown' },
      transactions: [],
    }),
    'the books have a payment that nobody requested': seen(/never requested/, { transactions: [{}, other] }),
    'the books have a payment twice': seen(/never requested/, { transactions: [{}, { id: 't-2' }] }),
    'an open payment was settled': seen(/succeeded, .* pending/, {
      payments: [{ status: 'pending', executed: 0 }],
    }),
    'a payment that never arrived was settled': seen(/succeeded, .* unknown/, { payments: [] }),
    'an executed payment was released': seen(/failed, and was executed/, {
      transactions: [{ state: 'failed', reason: 'never_arrived' }],
    }),
    'a final state has changed': seen(/was failed .* and is succeeded/, { final: 'failed (never_arrived)' }),
    'an event has changed': seen(/was told event 3, and now event 2/, { reported: ['event 1', 'event 3'] }),
    'an event is gone': seen(/was told event 3, and now nothing/, { reported: ['event 1', 'event 2', 'event 3'] }),
    'a payment has another fee': seen(/costs 3, and has to cost 0/, { transactions: [{ feeMinor: 3n }] }),
    'a receipt differs from the network’s': seen(/has the receipt 5, and at its network 1000000001/, {
      transactions: [{ networkReceipt: '5' }],
    }),
    'a payment succeeded without a receipt': seen(/succeeded without a receipt/, {
      transactions: [{ networkReceipt: null }],
    }),
    'a payment failed for another reason than its network’s': seen(/failed with EXPIRED, and not PAYER_NOT_FOUND/, {
      transactions: [{ state: 'failed', reason: 'customer_did_not_approve', networkReason: 'EXPIRED' }],
      payments: [{ status: 'failed', reason: 'PAYER_NOT_FOUND', executed: 0 }],
    }),
    'a receipt has changed': seen(/was succeeded, receipt 5 and is/, { final: 'succeeded, receipt 5' }),
    'a key did a forbidden act': seen(/with a key of the wrong kind: scope/, { flaw: 'scope' }),
    'a revoked key did something': seen(/with a key of the wrong kind: revoked/, { flaw: 'revoked' }),
    'a good key was refused': seen(/had not deserved/, {
      known: { is: 'refused', code: 'key_not_allowed' },
      transactions: [],
      payments: [],
    }),
    'a key is gone': seen(/key k-2 of duka is gone/, { keys: ['k-1'] }),
    'a revoked key is back': seen(/key k-3 of duka was revoked/, { keys: ['k-1', 'k-2', 'k-3'] }),
    'a collection gives back another amount': seen(/4 of the fee of order-2 come back, and have to be 5/, {
      transactions: [{}, { ...other, kind: 'collection', feeBackMinor: 4n }],
      feeBack: 5,
    }),
    'a refund gives back another amount': seen(/3 of order-2's fee came back, not 4/, {
      transactions: [
        { kind: 'refund', refundOf: 't-2', amountMinor: 501n, feeBackMinor: 3n },
        { ...other, kind: 'collection', feeBackMinor: 8n },
      ],
      feeBack: 8,
    }),
    'more was refunded than collected': seen(/1001 of order-2 are refunded/, {
      transactions: [{ refundOf: 't-2' }, { ...other, kind: 'collection', amountMinor: 1_000n }],
    }),
    'the audit found something': seen(/the audit: sum_is_zero/, {
      broken: [{ rule: 'sum_is_zero', row: 'UGX', problem: 'it is 1' }],
    }),
    'the file is damaged': seen(/the database: a page/, { damage: ['a page is missing'] }),
  })

  test('forbidden states at the end are found', {
    'nothing is wrong': () => expect(violationsInTheEnd(evidence({}))).to.deep.equal([]),
    'an answer never comes': seenInTheEnd(/never answered/, { known: { is: 'unknown' } }),
    'a payment ended by its network is open': seenInTheEnd(/still pending/, {
      transactions: [{ state: 'pending' }],
    }),
    'a balance is too low': seenInTheEnd(/should have 8999/, { availableMinor: 8_998n }),
    'a payment was released and its money is not back': seenInTheEnd(/should have 10000/, {
      transactions: [{ state: 'failed', reason: 'never_arrived' }],
      payments: [],
    }),
  })

  test('forbidden outcomes of a batch are found', {
    'nothing is wrong': batchWrong(/^$/, {}),
    'nothing is left': batchLeft(/^$/, {}),
    'an accepted batch is gone': batchWrong(/is in the books, and the batch is not/, { isKnown: false }),
    'an accepted batch without a paid line is gone': batchWrong(/which is gone/, {
      isKnown: false,
      isPaid: false,
    }),
    'it was requested once and is a duplicate': batchWrong(/is a duplicate/, { known: { is: 'repeated', id: 'b-1' } }),
    'a refused one is there': batchWrong(/and is in the books/, {
      known: { is: 'refused', code: 'batch_refused' },
    }),
    'one was refused without a reason': batchWrong(/had not deserved/, {
      ...{ known: { is: 'refused', code: 'batch_refused' }, isKnown: false, isPaid: false },
    }),
    'a line has changed': batchWrong(/was asked for with order-1 1001/, { line: { amountMinor: 1_002n } }),
    'a line was never paid': batchLeft(/was never paid/, { isPaid: false }),
    'a line of a cancelled batch may wait for ever': batchLeft(/^$/, {
      ...{ isPaid: false, order: { deed: 'cancel' }, line: { state: 'waiting' } },
    }),
    'a batch never ends': batchLeft(/is still paying/, { batch: { state: 'paying' } }),
    'a small batch waits for nobody': batchWrong(/waits for nothing/, { batch: { state: 'awaiting_approval' } }),
    'a large one that was approved goes on': batchWrong(/^$/, { isLarge: true, approval: 'asked' }),
    'a large one goes on by itself': batchWrong(/approved by nobody else/, { isLarge: true }),
    'a large one was approved with its own key': batchWrong(/approved by nobody else/, {
      ...{ isLarge: true, approval: 'answered', isApprovedAlone: true },
    }),
    'a waiting one is paid': batchWrong(/is paid, and not approved/, {
      ...{ isLarge: true, batch: { state: 'awaiting_approval' } },
    }),
    'an approval is lost': batchWrong(/was approved, and waits again/, {
      ...{ isLarge: true, isPaid: false, approval: 'answered', batch: { state: 'awaiting_approval' } },
    }),
    'its merchant never hears': batchLeft(/is unknown/, { known: { is: 'unknown' } }),
  })

  test('a round that can’t be opened leaves nothing open', {
    'its networks end': () => leavesNothing({ crashNetworksProcess: ends }),
    'its first server ends': () => leavesNothing({ crashNetworksProcess: answers, crashServerProcess: ends }),
  })

  test('a seed draws the same requests and kills each time, and a longer run begins with the same ones', () => {
    const strikes = strikesOf({ seed: 7, count: 40 })
    expect(strikesOf({ seed: 7, count: 40 })).to.deep.equal(strikes)
    expect(strikesOf({ seed: 7, count: 3 })).to.deep.equal(strikes.slice(0, 3))
    expect(strikesOf({ seed: 8, count: 40 })).not.to.deep.equal(strikes)
  })
})
