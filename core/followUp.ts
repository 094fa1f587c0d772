import { type NotePorts, noteNews } from './noteNews.ts'
import type { PaymentPorts } from './payment.ts'
import type { Transaction } from './transaction.ts'

/** Asks the networks about what has not ended, outside of any request. */
export type FollowUp = {
  /**
   * Asks each network about what is due and not being asked about yet, `atOnce` at a time; resolves with how many that
   * were. A network that does not answer holds up no other.
   */
  sweep(): Promise<number>
  /**
   * Makes due what was being submitted when an earlier run ended, and so is in doubt: to be called once, before this run
   * opens anything.
   */
  resume(): Promise<void>
  /** Asks about one transaction now, because somebody said that there is news of it; there may be none. */
  hint(transactionId: string): Promise<void>
}

/** What the follow-up needs from the world. */
export type FollowUpPorts = NotePorts &
  Pick<PaymentPorts, 'market' | 'providerFor'> & {
    /** About how many transactions one network is asked at once. */
    readonly atOnce: number
  }

/** How many transactions are read at once where all are wanted. */
const pageLength = 500

/** Makes the follow-up over its ports. */
export function followUp(ports: FollowUpPorts): FollowUp {
  const { books, clock, market, providerFor, atOnce } = ports
  const noted = noteNews(ports)
  // Whoever knows where a network calls back could make hints without end: the sweep keeps room of its own.
  const most = { sweep: atOnce, hint: Math.ceil(atOnce / 2) }
  const names = [...market.values()].flatMap(({ networks }) => networks.map(({ name }) => name))
  const asking = new Map([...new Set(names)].map((network) => [network, new Set<string>()]))

  async function ask(transaction: Transaction, from: 'sweep' | 'hint'): Promise<void> {
    const others = asking.get(transaction.network)
    if (!others || others.has(transaction.id) || others.size >= most[from]) return
    others.add(transaction.id)
    try {
      const provider = providerFor(transaction.currency, transaction.network)
      await noted(transaction, { from, fingerprint: provider.fingerprint, answer: await provider.enquire(transaction) })
    } finally {
      others.delete(transaction.id)
    }
  }

  async function sweepNetwork(network: string, others: ReadonlySet<string>): Promise<number> {
    const room = atOnce - others.size
    if (room <= 0) return 0
    const due = await books.due({ network, nowMs: clock.nowMs(), limit: atOnce + others.size })
    const unasked = due.filter(({ id }) => !others.has(id)).slice(0, room)
    await Promise.all(unasked.map((transaction) => ask(transaction, 'sweep')))
    return unasked.length < room ? unasked.length : unasked.length + (await sweepNetwork(network, others))
  }

  return {
    async sweep() {
      const counts = await Promise.all([...asking].map(([network, others]) => sweepNetwork(network, others)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async resume() {
      let before: number | null | undefined
      while (before !== null) {
        const query = { states: ['submitting'], limit: pageLength, ...(before !== undefined && { before }) } as const
        const { transactions, next } = await books.list(query)
        await Promise.all(transactions.map((transaction) => makeDue(transaction, ports)))
        before = next
      }
    },
    async hint(transactionId) {
      const transaction = await books.transaction(transactionId)
      if (transaction) await ask(transaction, 'hint')
    },
  }
}

/** Lets the next sweep ask about a transaction, unless one has asked before. */
async function makeDue({ id, accountId, currency }: Transaction, { books, clock, ids }: NotePorts): Promise<void> {
  const nowMs = clock.nowMs()
  await books.atomically({ step: ids.ordered(), account: accountId, currency, transaction: id }, (page) => {
    const transaction = page.transaction(id)
    if (transaction?.state !== 'submitting' || transaction.followUp.asked > 0) return false
    page.record({ ...transaction, followUp: { ...transaction.followUp, askAtMs: nowMs } })
    return true
  })
}
