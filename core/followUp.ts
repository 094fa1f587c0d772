import { type NotePorts, noteNews } from './noteNews.ts'
import type { PaymentPorts } from './payment.ts'
import type { Transaction } from './transaction.ts'

/** Asks the networks about what has not ended, outside of any request. */
export type FollowUp = {
  /**
   * Asks each network about what is due and not being asked about yet, as far as `atOnce` allows; resolves with how many
   * that were. A network that does not answer holds up no other.
   */
  sweep(): Promise<number>
  /** Asks about one transaction now, because somebody said that there is news of it; there may be none. */
  hint(transactionId: string): Promise<void>
}

/** What the follow-up needs from the world. */
export type FollowUpPorts = NotePorts &
  Pick<PaymentPorts, 'market' | 'providerFor'> & {
    /** About how many transactions one network is asked at once. */
    readonly atOnce: number
  }

/** Makes the follow-up over its ports. */
export function followUp(ports: FollowUpPorts): FollowUp {
  const { books, clock, market, providerFor, atOnce } = ports
  const noted = noteNews(ports)
  const names = [...market.values()].flatMap(({ networks }) => networks.map(({ name }) => name))
  const asking = new Map([...new Set(names)].map((network) => [network, new Set<string>()]))

  async function ask(transaction: Transaction, from: 'sweep' | 'hint'): Promise<void> {
    const others = asking.get(transaction.network)
    if (!others || others.has(transaction.id) || others.size >= atOnce) return
    others.add(transaction.id)
    try {
      const provider = providerFor(transaction.currency, transaction.network)
      await noted(transaction, { from, fingerprint: provider.fingerprint, answer: await provider.enquire(transaction) })
    } finally {
      others.delete(transaction.id)
    }
  }

  async function sweepNetwork(network: string, others: ReadonlySet<string>): Promise<number> {
    const due = await books.due({ network, nowMs: clock.nowMs(), limit: atOnce + others.size })
    const unasked = due.filter(({ id }) => !others.has(id)).slice(0, Math.max(0, atOnce - others.size))
    await Promise.all(unasked.map((transaction) => ask(transaction, 'sweep')))
    return unasked.length
  }

  return {
    async sweep() {
      const counts = await Promise.all([...asking].map(([network, others]) => sweepNetwork(network, others)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async hint(transactionId) {
      const transaction = await books.transaction(transactionId)
      if (transaction) await ask(transaction, 'hint')
    },
  }
}
