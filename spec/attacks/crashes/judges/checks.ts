import { isFinal, type Transaction } from '../../../../core/sente.ts'
import { crashPhone, type PaymentRequest } from '../load/merchant.ts'
import { guessingAccount, lineDuring, poorAccount } from '../load/operator.ts'
import { batchesNotOver } from './batches.ts'
import { type Evidence, journalledOf } from './evidence.ts'
import type { Journalled } from './journal.ts'
import { sentOtherwise } from './operations.ts'

/** All errors, each in a sentence; those of batches alone are judged separately. */
export function violationsIn(evidence: Evidence): readonly string[] {
  const { broken } = evidence.books.audit
  return [
    ...evidence.requests.flatMap((one) => answeredWrong(one, evidence)),
    ...sentOtherwise(evidence.requests, evidence.journal.after.values()),
    ...unrecorded(evidence),
    ...evidence.books.transactions.flatMap((transaction) => recordedWrong(transaction, evidence)),
    ...keysWrong(evidence),
    ...reportedOtherwise(evidence),
    ...broken.map(({ rule, row, problem }) => `the audit: ${rule}, ${row}: ${problem}`),
    ...evidence.books.damage.map((problem) => `the database: ${problem}`),
  ]
}

/** All errors after the last request and the end of the follow-up, each in a sentence. */
export function violationsInTheEnd(evidence: Evidence): readonly string[] {
  const { requests, books, journal } = evidence
  const unanswered = requests.filter(({ known }) => known.is === 'unknown')
  // Only payments that their network keeps open forever may be open.
  const open = books.transactions.filter((transaction) => {
    const there = journalledOf(transaction, journal.after)
    const isKeptOpen = transaction.state === 'pending' && there?.status === 'pending' && there.endsAtMs === null
    return !isFinal(transaction.state) && !isKeptOpen
  })
  return [
    ...unanswered.map(({ reference }) => `${reference} is requested repeatedly, and never answered`),
    ...open.map((one) => {
      const there = journalledOf(one, journal.after)?.status ?? 'unknown'
      return `${one.reference} is still ${one.state}, and at its network ${there}`
    }),
    ...batchesNotOver(evidence),
    ...[...new Set(requests.map(({ account }) => account))].flatMap((account) => balanceWrong(account, evidence)),
  ]
}

/** An error if this is true. */
const wrong = (isSo: boolean | undefined, problem: string): readonly string[] => (isSo ? [problem] : [])

/** A wrong answer to a merchant: about an opened payment, or a refusal that has left something or has no reason. */
function answeredWrong(one: PaymentRequest, evidence: Evidence): readonly string[] {
  const { known, reference, times, asked, order } = one
  const { transactions } = evidence.books
  if (known.is === 'refused') {
    if (transactions.some((transaction) => transaction.reference === reference))
      return [`${reference} was refused with ${known.code} and is in the books`]
    const isDeserved = mayBeRefused(one, known.code, evidence)
    return wrong(!isDeserved, `${reference} was refused with ${known.code}, which it had not deserved`)
  }
  if (known.is !== 'opened' && known.is !== 'repeated') return []
  const transaction = transactions.find(({ id }) => id === known.id)
  if (!transaction) return [`${reference} was answered with ${known.id}, which is gone`]
  if (!isAbout(transaction, one)) return [`${reference} was answered with ${known.id}, which is another payment`]
  if (known.is === 'repeated') return wrong(times < 2, `${reference} was requested once and is a duplicate`)
  const isReleased = known.code === 'provider_unavailable' && transaction.state !== 'failed'
  // During its first request its network was paused all the time.
  const line = times === 1 && asked && lineDuring(evidence.decisions, { network: order.network, ...asked })
  return [
    ...wrong(isReleased, `${reference} was answered as released and is ${transaction.state}`),
    ...wrong(line === 'stopped', `${reference} was opened while ${order.network} was paused`),
  ]
}

function mayBeRefused(one: PaymentRequest, code: string, { decisions, requests }: Evidence): boolean {
  const { order, asked, collection } = one
  const { flaw, kind, account, network } = order
  // Its customer may not have paid yet.
  if (code === 'not_refundable') return kind === 'refund'
  if (code === 'refund_exceeds_collection') return mayExceed(requests, collection)
  if (code === 'link_is_over') return requests.some((other) => other !== one && isOfSameLink(other, one))
  if (flaw !== 'none') return code === codeOfFlaw[flaw]
  if (kind !== 'collection' && account === guessingAccount) return code === 'invalid_pin' || code === 'pin_locked'
  if (code === 'network_unavailable')
    return asked !== undefined && lineDuring(decisions, { network, ...asked }) !== 'open'
  return kind !== 'collection' && account === poorAccount && code === 'insufficient_balance'
}

const codeOfFlaw = {
  network: 'invalid_network',
  amount: 'amount_below_minimum',
  scope: 'key_not_allowed',
  revoked: 'invalid_secret_key',
} as const

/** Whether both come from customers of the same link for one payment. */
function isOfSameLink(other: PaymentRequest, one: PaymentRequest): boolean {
  return one.form !== undefined && other.form?.link === one.form.link && other.known.is !== 'refused'
}

/** Whether the requested refunds of a collection exceed it. */
function mayExceed(requests: readonly PaymentRequest[], collection: string | undefined): boolean {
  const collected = requests.find(({ reference }) => reference === collection)?.amount ?? 0
  const refunds = requests.filter((one) => one.collection === collection)
  return refunds.reduce((sum, { amount }) => sum + amount, 0) > collected
}

/** Payments that are at a network but not in the books, that nobody requested, or that the books have twice. */
function unrecorded({ requests, books, journal }: Evidence): readonly string[] {
  const providerIds = new Set(books.transactions.map(({ providerId }) => providerId))
  const askedFor = new Map(requests.map((one) => [one.reference, one]))
  const strange = [...journal.before.values()].flatMap(({ network, providerId }) =>
    wrong(!providerIds.has(providerId), `${network} was sent ${providerId}, which is not in the books`),
  )
  const others = books.transactions.flatMap((transaction) => {
    const { reference, id } = transaction
    const one = askedFor.get(reference)
    askedFor.delete(reference)
    return wrong(!one || !isAbout(transaction, one), `${id} (${reference}) was never requested like this`)
  })
  return [...strange, ...others]
}

/**
 * A payment that was settled without being executed, or released although it was, or that has a changed end, a wrong
 * fee, or a receipt or reason that is not its network's. Also its refunds.
 */
function recordedWrong(transaction: Transaction, { books, journal, feeOf, feeBackOf, final }: Evidence) {
  const { id, reference, kind, state, network, amountMinor, feeMinor, networkReceipt, networkReason } = transaction
  const there = journalledOf(transaction, journal.after)
  const [before, fee] = [final.get(id), feeOf(kind, network, Number(amountMinor))]
  const isExecuted = there?.status === 'successful'
  const isSettled = state === 'succeeded'
  const isOtherReceipt = networkReceipt !== null && networkReceipt !== there?.receipt
  const named = isOtherReceipt
    ? [`${reference} has the receipt ${networkReceipt}, and at its network ${there?.receipt ?? 'none'}`]
    : [
        ...wrong(isSettled && networkReceipt === null, `${reference} succeeded without a receipt`),
        ...wrong(isSettled && networkReason !== null, `${reference} succeeded: ${networkReason}`),
        ...wrong(
          state === 'failed' && there && !isWordOf(transaction, there),
          `${reference} failed with ${networkReason}, and not ${there?.reason}`,
        ),
      ]
  return [
    ...wrong(
      isSettled && !isExecuted,
      `${reference} succeeded, and at its network is ${there?.status ?? 'unknown there'}`,
    ),
    ...wrong(state === 'failed' && isExecuted, `${reference} failed, and was executed by its network`),
    ...wrong(fee !== feeMinor, `${reference} costs ${feeMinor}, and has to cost ${fee}`),
    ...wrong(before !== undefined && before !== endOf(transaction), `${reference} was ${before} and is ${state}`),
    ...named,
    ...(kind === 'collection' ? refundedWrong(transaction, { books, feeBackOf }) : []),
  ]
}

/** MTN gives the reason in the simulator's own words, Airtel in codes of its own. */
function isWordOf({ network, networkReason, kind }: Transaction, { status, reason }: Journalled): boolean {
  if (status !== 'failed') return true
  if (network === 'MTN') return networkReason === reason
  return networkReason?.startsWith(kind === 'collection' ? 'DP008' : 'DP009') ?? reason === null
}

/** A collection with refunds above its amount, or with a wrong part of its fee given back. */
function refundedWrong(
  { id, reference, state, network, amountMinor, feeBackMinor }: Transaction,
  { books, feeBackOf = () => 0n }: Pick<Evidence, 'books' | 'feeBackOf'>,
): readonly string[] {
  const all = books.transactions.filter(({ refundOf }) => refundOf === id)
  const refunds = all.filter((one) => one.state !== 'failed')
  const refunded = refunds.reduce((sum, one) => sum + one.amountMinor, 0n)
  const given = refunds.reduce((sum, one) => sum + one.feeBackMinor, 0n)
  const about = { network, amount: Number(amountMinor) }
  const [most, due] = [feeBackOf(about, about.amount), feeBackOf(about, Number(refunded))]
  // While some have failed, others may give back less.
  const isGiven = given === due || (refunds.length < all.length && given <= most)
  const isTooMuch = refunded > (state === 'succeeded' ? amountMinor : 0n)
  return [
    ...wrong(isTooMuch, `${refunded} of ${reference} are refunded, and it is ${state} with ${amountMinor}`),
    ...(feeBackMinor === most
      ? wrong(!isGiven, `${given} of ${reference}'s fee came back, not ${due}`)
      : [`${feeBackMinor} of the fee of ${reference} come back, and have to be ${most}`]),
  ]
}

/** Forbidden acts of a key, and accounts without exactly the keys that were given to them and not revoked. */
function keysWrong({ requests, books }: Evidence): readonly string[] {
  const references = new Set(books.transactions.map(({ reference }) => reference))
  const done = requests
    .filter(({ order: { flaw }, reference }) => /scope|revoked/.test(flaw) && references.has(reference))
    .map(({ reference, order: { flaw } }) => `${reference} was opened with a key of the wrong kind: ${flaw}`)
  const accounts = new Map(requests.map(({ account }) => [account.id, account]))
  const others = [...accounts.values()].flatMap(({ id, keys }) => {
    const found = books.keys?.get(id)
    if (!keys || !found) return []
    return [keys.reader, keys.approver, ...keys.tills].flatMap((key) => [
      ...wrong(!key.isRevoked && !found.includes(key.id), `key ${key.id} of ${id} is gone`),
      ...wrong(key.isRevoked && found.includes(key.id), `key ${key.id} of ${id} was revoked, and is active`),
    ])
  })
  return [...done, ...others]
}

/** Events that a reader has read stay, and none comes before them. */
function reportedOtherwise({ books, reported }: Evidence): readonly string[] {
  return [...reported].flatMap(([accountId, before]) => {
    const events = books.events.get(accountId) ?? []
    const at = before.findIndex((event, index) => event !== events[index])
    return wrong(at >= 0, `account ${accountId} was told ${before[at]}, and now ${events[at] ?? 'nothing'}`)
  })
}

/** The opening balance of each account, plus its payments since, with fees, according to the networks' file. */
function balanceWrong(account: PaymentRequest['account'], { requests, books, journal, feeOf }: Evidence) {
  const given = new Map(books.transactions.map(({ reference, feeBackMinor }) => [reference, feeBackMinor]))
  const executed = new Map([...journal.after.values()].map((one) => [`${one.amount} ${one.phoneNumber}`, one]))
  let [available, held] = [account.fundedMinor, 0n]
  for (const { reference, amount, order } of requests.filter((one) => one.account === account)) {
    const { status = 'failed' } = executed.get(`${amount} ${crashPhone(order)}`) ?? {}
    if (status === 'failed') continue
    const fee = feeOf(order.kind, order.network, amount)
    const isPaidOut = order.kind !== 'collection'
    if (isPaidOut) available -= BigInt(amount) + fee
    else if (status === 'successful') available += BigInt(amount) - fee
    if (order.kind === 'refund' && status === 'successful') available += given.get(reference) ?? 0n
    if (isPaidOut && status === 'pending') held += BigInt(amount) + fee
  }
  const row = books.balances.find(({ accountId }) => accountId === account.id)
  const [expected, found] = [`${available}, ${held} held`, `${row?.availableMinor}, ${row?.heldMinor} held`]
  return wrong(expected !== found, `account ${account.id} should have ${expected} and has ${found}`)
}

/** The end of a transaction, as a comparable text. */
export function endOf({ state, reason, networkReceipt }: Transaction): string {
  const why = reason === null ? state : `${state} (${reason})`
  return networkReceipt === null ? why : `${why}, receipt ${networkReceipt}`
}

function isAbout(transaction: Transaction, { order, account, reference, amount }: PaymentRequest): boolean {
  const { kind, network, accountId, amountMinor, phoneNumber } = transaction
  const is = [transaction.reference, accountId, amountMinor, phoneNumber, kind, network]
  return is.join() === [reference, account.id, amount, crashPhone(order), order.kind, order.network].join()
}
