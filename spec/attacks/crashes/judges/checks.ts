import type { Transaction } from '../../../../core/sente.ts'
import { guessingAccount, poorAccount } from '../load/accounts.ts'
import { crashPhone, type PaymentRequest } from '../load/merchant.ts'
import { lineDuring } from '../load/operator.ts'
import { type Evidence, journalledOf } from './evidence.ts'
import { keysWrong } from './keys.ts'
import { namedWrong } from './names.ts'
import { givenBackWrong, refundedTooMuch } from './refunds.ts'

/** Everything that is wrong, each in a sentence; what concerns batches alone is judged beside it. */
export function violationsIn(evidence: Evidence): readonly string[] {
  const found = [
    lost,
    kept,
    takenWhileStopped,
    executedTwice,
    unrecorded,
    moneyGoneWrong,
    chargedWrong,
    refundedTooMuch,
    givenBackWrong,
    namedWrong,
    keysWrong,
    finalChanged,
    toldOtherwise,
  ].flatMap((check) => check(evidence))
  const broken = evidence.books.audit.broken.map(({ rule, row, problem }) => `the audit: ${rule}, ${row}: ${problem}`)
  const damage = evidence.books.damage.map((problem) => `the database: ${problem}`)
  return [...found, ...broken, ...damage]
}

/** Answers to merchants that are wrong: about a payment that was opened, or a refusal without cause. */
function lost({ requests, books }: Evidence): readonly string[] {
  const byId = new Map(books.transactions.map((transaction) => [transaction.id, transaction]))
  return requests.flatMap((one) => {
    const { known, reference } = one
    if (known.is !== 'opened' && known.is !== 'repeated') return []
    const transaction = byId.get(known.id)
    if (!transaction) return [`${reference} was answered with ${known.id}, which is gone`]
    if (!isAbout(transaction, one)) return [`${reference} was answered with ${known.id}, which is another payment`]
    if (known.is === 'repeated' && one.times < 2) return [`${reference} was asked for once and is a duplicate`]
    const isReleased = known.is === 'opened' && known.code === 'provider_unavailable'
    if (!isReleased || transaction.state === 'failed') return []
    return [`${reference} was answered as released and is ${transaction.state}`]
  })
}

/** A refused payment that has left something, or was refused without a reason. */
function kept(evidence: Evidence): readonly string[] {
  const { requests, books } = evidence
  const references = new Set(books.transactions.map(({ reference }) => reference))
  return requests.flatMap((one) => {
    if (one.known.is !== 'refused') return []
    const { code } = one.known
    if (references.has(one.reference)) return [`${one.reference} was refused with ${code} and is in the books`]
    return mayBeRefused(one, code, evidence)
      ? []
      : [`${one.reference} was refused with ${code}, which it had not deserved`]
  })
}

function mayBeRefused(
  { order, asked, collection }: PaymentRequest,
  code: string,
  { decisions, requests }: Pick<Evidence, 'decisions' | 'requests'>,
): boolean {
  const { flaw, kind, account, network } = order
  // Its customer may not have paid yet.
  if (code === 'not_refundable') return kind === 'refund'
  if (code === 'refund_exceeds_collection') return mayExceed(requests, collection)
  if (flaw === 'network') return code === 'invalid_network'
  if (flaw === 'amount') return code === 'amount_below_minimum'
  if (flaw === 'scope') return code === 'key_not_allowed'
  if (flaw === 'revoked') return code === 'invalid_secret_key'
  if (kind !== 'collection' && account === guessingAccount) return code === 'invalid_pin' || code === 'pin_locked'
  if (code === 'network_unavailable')
    return asked !== undefined && lineDuring(decisions, { network, ...asked }) !== 'open'
  return kind !== 'collection' && account === poorAccount && code === 'insufficient_balance'
}

/** Whether the refunds of a collection that were asked for come to more than it. */
function mayExceed(requests: readonly PaymentRequest[], collection: string | undefined): boolean {
  const collected = requests.find(({ reference }) => reference === collection)?.amount ?? 0
  const refunds = requests.filter((one) => one.collection === collection)
  return refunds.reduce((sum, { amount }) => sum + amount, 0) > collected
}

/** A payment that was opened at its first request although its network was paused all the while. */
function takenWhileStopped({ requests, decisions }: Evidence): readonly string[] {
  return requests
    .filter(({ known, times, asked, order: { network } }) => {
      if (known.is !== 'opened' || times > 1 || !asked) return false
      return lineDuring(decisions, { network, ...asked }) === 'stopped'
    })
    .map(({ reference, order: { network } }) => `${reference} was opened while ${network} was paused`)
}

/** No two payments of a round have the same amount, so an amount identifies one whatever its ids are. */
function executedTwice({ journal }: Evidence): readonly string[] {
  const sums = new Map<number, { taken: number; executed: number }>()
  for (const { amount, taken, executed } of journal.after.values()) {
    const sum = sums.get(amount) ?? { taken: 0, executed: 0 }
    sums.set(amount, { taken: sum.taken + taken, executed: sum.executed + executed })
  }
  return [...sums]
    .filter(([, { taken, executed }]) => taken > 1 || executed > 1)
    .map(
      ([amount, { taken, executed }]) =>
        `the payment of ${amount} was taken ${taken} times and executed ${executed} times`,
    )
}

/** Payments that a network has and the books do not, or that the books have twice. */
function unrecorded({ requests, books, journal }: Evidence): readonly string[] {
  const providerIds = new Set(books.transactions.map(({ providerId }) => providerId))
  const askedFor = new Map(requests.map((one) => [one.reference, one]))
  const strange = [...journal.before.values()]
    .filter(({ providerId }) => !providerIds.has(providerId))
    .map(({ network, providerId }) => `${network} was sent ${providerId}, which is not in the books`)
  const seen = new Set<string>()
  const others = books.transactions.flatMap((transaction) => {
    const { reference, id } = transaction
    const one = askedFor.get(reference)
    const isSecond = seen.has(reference)
    seen.add(reference)
    return one && isAbout(transaction, one) && !isSecond ? [] : [`${id} (${reference}) was never asked for like this`]
  })
  return [...strange, ...others]
}

/** Payments that were settled without being executed, or released although they were. */
function moneyGoneWrong({ books, journal }: Evidence): readonly string[] {
  return books.transactions.flatMap((transaction) => {
    const { reference, state } = transaction
    const status = journalledOf(transaction, journal.after)?.status ?? 'unknown there'
    if (state === 'succeeded' && status !== 'successful')
      return [`${reference} succeeded, and at its network is ${status}`]
    if (state === 'failed' && status === 'successful') return [`${reference} failed, and was executed by its network`]
    return []
  })
}

/** Payments that cost something else than the servers charge. */
function chargedWrong({ books, feeOf }: Evidence): readonly string[] {
  return books.transactions.flatMap(({ reference, kind, network, amountMinor, feeMinor }) => {
    const fee = feeOf(kind, network, Number(amountMinor))
    return fee === feeMinor ? [] : [`${reference} costs ${feeMinor}, and has to cost ${fee}`]
  })
}

function finalChanged({ books, final }: Evidence): readonly string[] {
  return books.transactions.flatMap((transaction) => {
    const { id, reference, state } = transaction
    const before = final.get(id)
    return before === undefined || before === endOf(transaction) ? [] : [`${reference} was ${before} and is ${state}`]
  })
}

/** A reader of events reads on after them, so that they stay, and none comes before them. */
function toldOtherwise({ books, told }: Evidence): readonly string[] {
  return [...told].flatMap(([accountId, before]) => {
    const events = books.events.get(accountId) ?? []
    const at = before.findIndex((event, index) => event !== events[index])
    return at < 0 ? [] : [`account ${accountId} was told ${before[at]}, and now ${events[at] ?? 'nothing'}`]
  })
}

/** How a transaction ended, as a text that can be compared. */
export function endOf({
  state,
  reason,
  networkReceipt,
}: Pick<Transaction, 'state' | 'reason' | 'networkReceipt'>): string {
  const why = reason === null ? state : `${state} (${reason})`
  return networkReceipt === null ? why : `${why}, receipt ${networkReceipt}`
}

function isAbout(transaction: Transaction, { order, account, reference, amount }: PaymentRequest): boolean {
  const { kind, network } = transaction
  return (
    transaction.reference === reference &&
    transaction.accountId === account.id &&
    transaction.amountMinor === BigInt(amount) &&
    transaction.phoneNumber === crashPhone(order) &&
    kind === order.kind &&
    network === order.network
  )
}
