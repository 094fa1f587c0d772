import type { Market } from '../market.ts'
import type { AwaitedCount } from '../ports/books.ts'
import type { ProviderFor } from '../ports/mobileProvider.ts'
import { isFinal, type Transaction } from '../transaction.ts'
import { postponeEnquiry } from './applyReport.ts'
import { livePolicy } from './policy.ts'
import { type ReportPorts, recordReport } from './recordReport.ts'
import { latestPlanMs } from './schedule.ts'

/** The functions that {@link followUp} returns. They never reject for what a network does, only when something is broken. */
export type FollowUp = {
  /**
   * Asks each network about what is due and not being asked about yet, `atOnce` at a time; resolves with their number.
   * A network that does not answer holds up no other.
   */
  sweep(): Promise<number>
  /**
   * Makes due what was being submitted when an earlier run ended, and so is in doubt, and finds open transactions whose
   * network or currency is not in the market. To be called once, before this run opens anything.
   */
  resume(): Promise<void>
  /**
   * Asks about one transaction, because a callback suggests that it has changed. While it is being asked about already,
   * or as many others as allowed are, it is left to the next sweep.
   */
  hint(transactionId: string): Promise<void>
}

/** What the follow-up needs from the world. */
export type FollowUpPorts = ReportPorts & {
  readonly market: Market
  readonly providerFor: ProviderFor
  /** About how many transactions of one network and currency are asked about at once. */
  readonly atOnce: number
}

/** How many transactions are read at once when all are needed. */
const pageLength = 500

/** How many hints may wait for the next sweep; the transactions of further ones are asked about when they are due. */
const mostHinted = 10_000

/** The enquiries to one network in one currency. */
type Line = {
  readonly network: string
  readonly currency: string
  /** Whether the market has it, so that there is a provider to ask. */
  readonly isServed: boolean
  readonly asking: Set<string>
  readonly hinted: Set<string>
}

/**
 * Asks the networks about open transactions, outside of any request, until they have ended. It keeps what is being asked
 * about: build it once for a process. By default the policy is `livePolicy`.
 */
export function followUp(ports: FollowUpPorts): FollowUp {
  const { books, clock, market, providerFor, atOnce, policy = livePolicy } = ports
  const record = recordReport(ports)
  const postponed = postponing(ports)
  // Anyone who knows the callback URL can send hints without end, so part of the room is the sweep's alone.
  const most = { sweep: atOnce, hint: Math.ceil(atOnce / 2) }
  const served = [...market].flatMap(([currency, { networks }]) =>
    networks.map(({ name }) => ({ currency, network: name })),
  )
  const lines = new Map(served.map((one) => [keyOf(one), lineFor(one, true)]))

  async function ask(line: Line, transaction: Transaction, from: 'sweep' | 'hint'): Promise<void> {
    line.asking.add(transaction.id)
    try {
      if (!line.isServed) return await postponed(transaction)
      const provider = providerFor(transaction.currency, transaction.network)
      await record(transaction, {
        from,
        fingerprint: provider.fingerprint,
        answer: await provider.enquire(transaction),
      })
    } finally {
      line.asking.delete(transaction.id)
    }
  }

  async function askOrWait(line: Line, transaction: Transaction): Promise<void> {
    const { id } = transaction
    if (!line.asking.has(id) && line.asking.size < most.hint) await ask(line, transaction, 'hint')
    else if (line.hinted.size < mostHinted) line.hinted.add(id)
  }

  async function askHinted(line: Line): Promise<number> {
    const ids = [...line.hinted]
      .filter((id) => !line.asking.has(id))
      .slice(0, Math.max(0, most.hint - line.asking.size))
    for (const id of ids) line.hinted.delete(id)
    const hinted = await Promise.all(ids.map(books.transaction))
    // What has ended meanwhile needs no answer any more.
    const open = hinted.flatMap((transaction) => (transaction && !isFinal(transaction.state) ? [transaction] : []))
    await Promise.all(open.map((transaction) => askOrWait(line, transaction)))
    return open.length
  }

  async function askDue(line: Line): Promise<number> {
    const { network, currency, asking } = line
    const room = most.sweep - asking.size
    if (room <= 0) return 0
    const nowMs = clock.nowMs()
    const limit = atOnce + asking.size
    const due = await books.due({ network, currency, nowMs, latestMs: latestPlanMs(nowMs, policy), limit })
    const unasked = due.filter(({ id }) => !asking.has(id)).slice(0, room)
    await Promise.all(unasked.map((transaction) => ask(line, transaction, 'sweep')))
    return unasked.length < room ? unasked.length : unasked.length + (await askDue(line))
  }

  async function hint(id: string): Promise<void> {
    const transaction = await books.transaction(id)
    if (!transaction) return
    const line = lines.get(keyOf(transaction))
    if (line?.isServed) await askOrWait(line, transaction)
  }

  return {
    async sweep() {
      const counts = await Promise.all([...lines.values()].flatMap((line) => [askHinted(line), askDue(line)]))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async resume() {
      for (const one of await countUnservedTransactions(ports)()) lines.set(keyOf(one), lineFor(one, false))
      await resumeSubmissions(ports)
    },
    hint,
  }
}

function keyOf({ currency, network }: { readonly currency: string; readonly network: string }): string {
  return `${currency} ${network}`
}

function lineFor({ currency, network }: { currency: string; network: string }, isServed: boolean): Line {
  return { network, currency, isServed, asking: new Set(), hinted: new Set() }
}

async function resumeSubmissions(ports: ReportPorts): Promise<void> {
  let before: string | null | undefined
  while (before !== null) {
    const query = { states: ['submitting'], limit: pageLength, ...(before !== undefined && { before }) } as const
    const { transactions, next } = await ports.books.list(query)
    await Promise.all(transactions.map((transaction) => makeDue(transaction, ports)))
    before = next
  }
}

/** Makes the next sweep ask about a transaction, unless a sweep has asked before. */
async function makeDue({ id, accountId, currency }: Transaction, { books, clock }: ReportPorts): Promise<void> {
  const nowMs = clock.nowMs()
  await books.atomically({ account: accountId, currency, transaction: id }, (work) => {
    const transaction = work.transaction(id)
    if (transaction?.state !== 'submitting' || transaction.followUp.enquiries > 0) return
    work.record({ ...transaction, followUp: { ...transaction.followUp, askAtMs: nowMs } })
  })
}

/** Puts off an enquiry for which there is no provider. */
function postponing({ books, clock, policy = livePolicy, alarm }: ReportPorts) {
  return async (transaction: Transaction): Promise<void> => {
    const { id, accountId, currency } = transaction
    const nowMs = clock.nowMs()
    const scope = { account: accountId, currency, transaction: id }
    const isNewlyLate = await books.atomically(scope, (work) => {
      const before = work.transaction(id)
      if (!before) return false
      const after = postponeEnquiry(before, nowMs, policy)
      work.record(after)
      return after.attention !== before.attention
    })
    if (isNewlyLate) alarm?.('overdue', transaction)
  }
}

/** The function that {@link countUnservedTransactions} returns. */
export type CountUnservedTransactions = () => Promise<readonly AwaitedCount[]>

/**
 * Counts the transactions due for enquiries, now or later, whose network or currency is not in the market. Their money
 * stays held until the network is back in the market or an operator decides.
 */
export function countUnservedTransactions({
  books,
  market,
}: Pick<FollowUpPorts, 'books' | 'market'>): CountUnservedTransactions {
  return async () =>
    (await books.awaited()).filter(
      ({ currency, network }) => !market.get(currency)?.networks.some(({ name }) => name === network),
    )
}
