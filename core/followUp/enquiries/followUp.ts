import type { Market } from '../../model/market.ts'
import { isFinal, type Moment, type Transaction } from '../../model/transaction.ts'
import type { Exchange } from '../../ports/books/cases.ts'
import type { Claimed } from '../../ports/books/claims.ts'
import type { Callback, ProviderFor } from '../../ports/mobileProvider.ts'
import { livePolicy } from '../policy.ts'
import { type ReportPorts, recordReport } from '../reports/recordReport.ts'
import { type EnquiryQueue, keyOf, openQueue } from './enquiryQueue.ts'
import { resumeSubmissions } from './resume.ts'
import { overdueUnserved } from './unserved.ts'

/** The functions that {@link followUp} returns. They never reject for what a network does, only when something is broken. */
export type FollowUp = {
  /**
   * Asks each network about what is due and not being asked about yet, `atOnce` at a time; resolves with their number.
   * A network that does not answer holds up no other, and is asked about one at a time, with pauses, until it does. What
   * is open for too long at a network that the market does not have is marked for an operator.
   */
  sweep(): Promise<number>
  /**
   * Unless the books are shared, makes due what was being submitted when an earlier run ended, and so is in doubt. To be
   * called once, before this run opens anything.
   */
  resume(): Promise<void>
  /**
   * Asks about one transaction, because a callback suggests that it has changed. While it is being asked about already,
   * or as many others as allowed are, it is left to the next sweep. What the callback said is kept with the answer.
   */
  hint(hint: Hint): Promise<void>
}

/** That a transaction seems to have changed, and the callback that suggests it. */
export type Hint = { readonly transactionId: string; readonly callback?: Callback }

/** The ports that the follow-up needs. */
export type FollowUpPorts = ReportPorts & {
  readonly market: Market
  readonly providerFor: ProviderFor
  /** About how many transactions of one network and currency are asked about at once. */
  readonly atOnce: number
  /**
   * Whether other processes work over the same books, which then tell all of them the time of a claim. What is being
   * submitted may be theirs, and is asked about when it is due. By default they do not.
   */
  readonly isShared?: boolean
  /**
   * Whether an answer could be recorded now; by default it could. While it could not, no network is asked, because each
   * sweep would ask about the same again, and hints wait.
   */
  readonly canRecord?: () => boolean | Promise<boolean>
}

/** The longest callback that waits with its hint, in bytes. */
const longestWaiting = 4_096

/** How many hints of a network may wait for a sweep; the transactions of further ones are asked about when they are due. */
const mostHinted = 10_000

/**
 * Asks the networks about open transactions, outside of any request, until they have ended. What it asks about it has
 * claimed, so that as many as share a store ask about each once. By default the policy is `livePolicy`.
 */
export function followUp(ports: FollowUpPorts): FollowUp {
  const { books, clock, market, providerFor, atOnce, isShared = false, policy = livePolicy } = ports
  const { canRecord = () => true } = ports
  const { leaseMs } = policy
  const record = recordReport(ports)
  const markUnserved = overdueUnserved(ports)
  // Anyone who knows the callback URL can send hints without end, so part of the room is the sweep's alone.
  const mostForHints = Math.ceil(atOnce / 2)
  const served = [...market].flatMap(([currency, { networks }]) =>
    networks.map(({ name }) => ({ currency, network: name })),
  )
  const queues = new Map(served.map((one) => [keyOf(one), openQueue(one, { clock, atOnce, policy })]))
  /** Hints that came while no answer could be recorded; their transactions could not be read either. */
  const unread = new Map<string, Callback | undefined>()

  /**
   * Asks about what was claimed just now, for which there is room in the queue. Its answers are dated by the clock of the
   * claim.
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
        const heard = callbackIn(transaction, called)
        const answer = await provider.enquire(transaction, (exchange) => heard.push(exchange))
        queue.patience.note(answer.outcome)
        const { fingerprint, approvalMs } = provider
        await record(transaction, { from, fingerprint, approvalMs, answer, heard, at: now(), isShared })
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

  /** Takes room in a queue for as many as are to be claimed, and gives back what the claim leaves. */
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

  /** Claims a transaction that a hint was about; a hint about one that is claimed already waits. */
  async function claimHint(queue: EnquiryQueue, id: string, called: Callback | undefined): Promise<Claimed> {
    const claimed = await books.claimOne(id, { nowMs: clock.nowMs(), leaseMs })
    if (claimed.transactions.length === 0) waitForSweep(queue.hinted, id, called)
    return claimed
  }

  function roomForHints({ asking, patience }: EnquiryQueue): number {
    return Math.max(0, Math.min(mostForHints, patience.most()) - asking)
  }

  function waitForSweep(hinted: EnquiryQueue['hinted'], id: string, called: Callback | undefined): void {
    if (hinted.size < mostHinted || hinted.has(id))
      hinted.set(id, called && called.body.length <= longestWaiting ? called : undefined)
  }

  /** Asks about what hints that wait were about, and about what is due: that may be the same, so it is claimed afterwards. */
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
    // What has ended meanwhile needs no answer any more.
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

  /** Lets hints that came while nothing could be recorded wait in the queues of their transactions. */
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
