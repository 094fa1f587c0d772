import { type NotePorts, noteNews } from './noteNews.ts'
import type { PaymentPorts } from './payment.ts'
import type { Transaction } from './transaction.ts'

/** Asks the networks about what has not ended, outside of any request. */
export type FollowUp = {
  /** Asks about what is due and not being asked about yet, as far as `atOnce` allows; resolves with how many that were. */
  sweep(): Promise<number>
  /** Asks about one transaction now, because somebody said that there is news of it; there may be none. */
  hint(transactionId: string): Promise<void>
}

/** What the follow-up needs from the world. */
export type FollowUpPorts = NotePorts &
  Pick<PaymentPorts, 'providerFor'> & {
    /** How many transactions are asked about at once. */
    readonly atOnce: number
  }

/** Makes the follow-up over its ports. */
export function followUp(ports: FollowUpPorts): FollowUp {
  const { books, clock, providerFor, atOnce } = ports
  const noted = noteNews(ports)
  const asking = new Set<string>()

  async function ask(transaction: Transaction, from: 'sweep' | 'hint'): Promise<void> {
    if (asking.has(transaction.id) || asking.size >= atOnce) return
    asking.add(transaction.id)
    try {
      const provider = providerFor(transaction.currency, transaction.network)
      await noted(transaction, { from, fingerprint: provider.fingerprint, answer: await provider.enquire(transaction) })
    } finally {
      asking.delete(transaction.id)
    }
  }

  return {
    async sweep() {
      const due = await books.due(clock.nowMs(), atOnce + asking.size)
      const unasked = due.filter(({ id }) => !asking.has(id)).slice(0, atOnce - asking.size)
      await Promise.all(unasked.map((transaction) => ask(transaction, 'sweep')))
      return unasked.length
    },
    async hint(transactionId) {
      const transaction = await books.transaction(transactionId)
      if (transaction) await ask(transaction, 'hint')
    },
  }
}
