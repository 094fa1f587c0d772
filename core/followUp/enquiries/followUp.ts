import type { Market } from '../../model/market.ts'
import { isFinal, type Moment, type Transaction } from '../../model/transaction.ts'
import type { Exchange } from '../../ports/books/cases.ts'
import type { Claimed } from '../../ports/books/claims.ts'
import type { Callback, ProviderFor } from '../../ports/mobileProvider.ts'
import { livePolicy } from '../policy.ts'
import { type ReportPorts, recordReports } from '../reports/recordReports.ts'
import { type EnquiryQueue, keyOf, openQueue } from './enquiryQueue.ts'
import { resumeSubmissions } from './resume.ts'
import { overdueUnserved } from './unserved.ts'

/**
 * The functions that {@link followUp} returns. They never reject for a network's behaviour, only when something is
 * broken.
 */
export type FollowUp = {
  /**
   * Asks each network about due transactions that are not being asked about yet, `atOnce` at a time. Resolves with
   * their number. A network that does not answer delays no other, and is asked about one at a time, with pauses, until
   * it does. Transactions that are open for too long at a network outside the market are marked for an operator.
   */
  sweep(): Promise<number>
  /**
   * Unless the books are shared, makes transactions due that were being submitted when an earlier run ended, and so are
   * in doubt. Call it once, before this run opens anything.
   */
  resume(): Promise<void>
  /**
   * Asks about one transaction, because a callback suggests that it has changed. If it is already being asked about, or
   * the limit is reached, it is left to the next sweep. The callback's contents are stored with the answer.
   */
  hint(hint: Hint): Promise<void>
}

/** A transaction that seems to have changed, and the callback that suggests it. */
export type Hint = { readonly transactionId: string; readonly callback?: Callback }

/** The ports of the follow-up. */
export type FollowUpPorts = ReportPorts & {
  readonly market: Market
  readonly providerFor: ProviderFor
  /** The most transactions of one network and currency that are asked about at once. */
  readonly atOnce: number
  /** A lower limit for one network and currency; undefined for none. */
  readonly enquiriesAtOnce?: (line: { readonly currency: string; readonly network: string }) => number | undefined
  /**
   * Whether other processes work over the same books, which then give all of them the time of a claim. Transactions
   * that are being submitted may belong to them, and are asked about when they are due. False by default.
   */
  readonly isShared?: boolean
  /**
   * Whether an answer could be recorded now; true by default. While it could not, no network is asked, because each
   * sweep would ask about the same transactions again, and hints wait.
   */
  readonly canRecord?: () => boolean | Promise<boolean>
}

/** The longest callback that waits with its hint, in bytes. */
const longestWaiting = 4_096

/**
 * The most hints of a network that may wait for a sweep. The transactions of further ones are asked about when they are
 * due.
 */
const mostHinted = 10_000

/**
 * Asks the networks about open transactions, outside of any request, until they have ended. It asks only about
 * transactions that it has claimed, so that processes with a shared store ask about each once. By default the policy is
 * `livePolicy`.
 */
export function followUp(ports: FollowUpPorts): FollowUp {
  const { books, clock, market, providerFor, atOnce, isShared = false, policy = livePolicy } = ports
  const { canRecord = () => true, enquiriesAtOnce = () => undefined } = ports
  const { leaseMs } = policy
  const record = recordReports(ports)
  const markUnserved = overdueUnserved(ports)
  const served = [...market].flatMap(([currency, { networks }]) =>
    networks.map(({ name }) => ({ currency, network: name })),
  )
  const mostAtOnce = (one: (typeof served)[number]) => Math.min(atOnce, enquiriesAtOnce(one) ?? atOnce)
  const queues = new Map(served.map((one) => [keyOf(one), openQueue(one, { clock, atOnce: mostAtOnce(one), policy })]))
  /** Hints from a time when no answer could be recorded; their transactions could not be read either. */
  const unread = new Map<string, Callback | undefined>()

  /**
   * Asks about transactions that were claimed just now, for which there is room in the queue. Its answers are dated by
   * the clock of the claim.
   */
  async function ask(queue: EnquiryQueue, { atMs, transactions }: Claimed, from: 'sweep' | 'hint', called?: Callback) {
    const claimedMs = clock.monotonicMs()
    const now = (): Moment => {
      const monotonicMs = clock.monotonicMs()
      return { wallMs: atMs + Math.floor(monotonicMs - claimedMs), monotonicMs, run: clock.run }
    }
    const enquiries = transactions.map(async (transaction) => {
      try {
        const provider = providerFor(transaction.currency, transaction.network)
        const exchanges = callbackIn(transaction, called)
        const answer = await provider.enquire(transaction, (exchange) => exchanges.push(exchange))
        queue.patience.note(answer.outcome)
        const { fingerprint, approvalMs } = provider
        await record(transaction, { from, fingerprint, approvalMs, answer, exchanges, at: now(), isShared })
      } finally {
        queue.asking -= 1
      }
    })
    await Promise.all(enquiries)
  }

  function callbackIn(transaction: Transaction, called: Callback | undefined): Exchange[] {
    const provider = providerFor(transaction.currency, transaction.network)
    return called && provider.readCallback ? [provider.readCallback(called, transaction)] : []
  }

  /** Takes room in a queue for as many as are to be claimed, and gives back the unused rest. */
  async function claimFor(queue: EnquiryQueue, most: number, claim: () => Promise<Claimed>): Promise<Claimed> {
    queue.asking += most
    let claimed = 0
    try {
      const found = await claim()
      claimed = found.transactions.length
      return found
    } finally {
      queue.asking -= most - claimed
    }
  }

  /** Claims the transaction of a hint. If it is already claimed, the hint waits. */
  async function claimHint(queue: EnquiryQueue, id: string, called: Callback | undefined): Promise<Claimed> {
    const claimed = await books.claimOne(id, { nowMs: clock.nowMs(), leaseMs })
    if (claimed.transactions.length === 0) waitForSweep(queue.hinted, id, called)
    return claimed
  }

  function roomForHints({ asking, mostForHints, patience }: EnquiryQueue): number {
    return Math.max(0, Math.min(mostForHints, patience.most()) - asking)
  }

  function waitForSweep(hinted: EnquiryQueue['hinted'], id: string, called: Callback | undefined): void {
    if (hinted.size < mostHinted || hinted.has(id))
      hinted.set(id, called && called.body.length <= longestWaiting ? called : undefined)
  }

  /**
   * Asks about the transactions of waiting hints, and then about due ones: these may be the same, so they are claimed
   * afterwards.
   */
  async function askWaiting(queue: EnquiryQueue): Promise<number> {
    const hints = [...queue.hinted].slice(0, roomForHints(queue))
    for (const [id] of hints) queue.hinted.delete(id)
    const claims = hints.map(([id, called]) => {
      return { called, claim: claimFor(queue, 1, () => claimHinted(queue, id, called)) }
    })
    const enquiries = claims.map(async ({ called, claim }) => {
      const claimed = await claim
      await ask(queue, claimed, 'hint', called)
      return claimed.transactions.length
    })
    const room = roomForDue(queue)
    const due = Promise.allSettled(claims.map(({ claim }) => claim)).then(() => askDue(queue, room))
    return sum(await Promise.all([...enquiries, due]))
  }

  async function claimHinted(queue: EnquiryQueue, id: string, called: Callback | undefined): Promise<Claimed> {
    const transaction = await books.transaction(id)
    // A transaction that has ended meanwhile needs no further answer.
    if (!transaction || isFinal(transaction.state)) return { atMs: clock.nowMs(), transactions: [] }
    return claimHint(queue, id, called)
  }

  const roomForDue = ({ asking, patience }: EnquiryQueue) => patience.most() - asking

  async function askDue(queue: EnquiryQueue, limit = roomForDue(queue)): Promise<number> {
    const { network, currency } = queue
    if (limit <= 0) return 0
    const claimed = await claimFor(queue, limit, () =>
      books.claim({ network, currency, leaseMs, limit, ...queue.due() }),
    )
    await ask(queue, claimed, 'sweep')
    const { length } = claimed.transactions
    return length < limit ? length : length + (await askDue(queue))
  }

  async function hint({ transactionId: id, callback: called }: Hint): Promise<void> {
    if (!(await canRecord())) return waitForSweep(unread, id, called)
    const transaction = await books.transaction(id)
    if (!transaction) return
    const queue = queues.get(keyOf(transaction))
    if (!queue) return
    if (roomForHints(queue) === 0) return waitForSweep(queue.hinted, id, called)
    await ask(queue, await claimFor(queue, 1, () => claimHint(queue, id, called)), 'hint', called)
  }

  /** Moves hints from a time without recording to the queues of their transactions. */
  async function readHints(): Promise<void> {
    const hints = [...unread]
    unread.clear()
    const waiting = hints.map(async ([id, called]) => {
      const transaction = await books.transaction(id)
      const queue = transaction && queues.get(keyOf(transaction))
      if (queue) waitForSweep(queue.hinted, id, called)
    })
    await Promise.all(waiting)
  }

  return {
    async sweep() {
      if (!(await canRecord())) return 0
      await readHints()
      const enquiries = [...queues.values()].map(askWaiting)
      const [counts] = await Promise.all([Promise.all(enquiries), markUnserved()])
      return sum(counts)
    },
    async resume() {
      if (!isShared) await resumeSubmissions(ports)
    },
    hint,
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((one, other) => one + other, 0)
}
