import type { Transaction } from '../../../core/sente.ts'
import { batchesGoneWrong, batchesNotOver } from '../../attacks/crashes/judges/batches.ts'
import { violationsIn } from '../../attacks/crashes/judges/checks.ts'
import { journalledOf } from '../../attacks/crashes/judges/evidence.ts'
import { crashJournal } from '../../attacks/crashes/judges/journal.ts'
import type { BatchRequest } from '../../attacks/crashes/load/batches.ts'
import type { PaymentRequest } from '../../attacks/crashes/load/merchant.ts'
import { balanceAfter, type NodesBooks, readBooks } from './books.ts'
import type { Nodes } from './nodes.ts'
import { until } from './until.ts'

/** Compares what merchants were answered, the books and what the networks have written. */
export function judgeOf(nodes: Nodes, asked: readonly PaymentRequest[], batches: readonly BatchRequest[] = []) {
  const requests = () => [...asked, ...batches.flatMap(({ lines }) => lines)]
  const { path, networksFile } = nodes
  const journal = crashJournal(networksFile)
  const accounts = () => new Map(requests().map(({ account }) => [account.id, account]))

  async function gather() {
    const before = journal.read()
    const books = await readBooks(path, ...accounts().keys())
    return {
      ...{ requests: requests(), batches, decisions: [], feeOf: () => 0n },
      books: { ...books, events: new Map(), damage: [] },
      journal: { before, after: journal.read() },
      final: new Map(),
      told: new Map(),
    }
  }

  /** The open transactions that their network has ended or will end. */
  async function unsettled(): Promise<readonly Transaction[]> {
    const { books, journal } = await gather()
    return books.transactions.filter((transaction) => {
      const { state } = transaction
      const { endsAtMs = null } = journalledOf(transaction, journal.after) ?? {}
      return (state === 'submitting' || state === 'pending') && endsAtMs !== null
    })
  }

  async function isSettled(): Promise<boolean> {
    const isOpen = (await unsettled()).length > 0
    return !isOpen && batchesNotOver(await gather()).length === 0
  }

  return {
    /**
     * Resolves with everything that is wrong, each in a sentence, as soon as the books know every end that the networks
     * make, or after a long while.
     */
    async inTheEnd(): Promise<readonly string[]> {
      // What is not settled by then is found below.
      await until('all is settled', isSettled).catch(() => undefined)
      const evidence = await gather()
      if (requests().length === 0) throw new Error('nothing was asked for')
      const unanswered = asked
        .filter(({ known }) => known.is === 'unknown')
        .map(({ reference }) => `${reference} is never answered`)
      const open = (await unsettled()).map(
        ({ reference, state }) => `${reference} is ${state}, and its network ends it`,
      )
      return [
        ...unanswered,
        ...open,
        ...violationsIn(evidence),
        ...batchesGoneWrong(evidence),
        ...batchesNotOver(evidence),
        ...[...accounts().values()].flatMap((account) => wrongBalance(evidence.books, account)),
        ...sentTwice(nodes),
      ]
    },
  }
}

/** Payments that were submitted again. */
function sentTwice({ relay }: Nodes): readonly string[] {
  const submissions = [...relay.submissions].filter(([, times]) => times > 1)
  return submissions.map(([id, times]) => `${id} was sent to its network ${times} times`)
}

/** What is wrong with a balance, given the transactions from the same moment or just before it. */
function wrongBalance({ balances, transactions }: NodesBooks, account: PaymentRequest['account']): readonly string[] {
  const own = transactions.filter(({ accountId }) => accountId === account.id)
  const [available, held] = balanceAfter(account.fundedMinor, own)
  const row = balances.find(({ accountId }) => accountId === account.id)
  if (row?.availableMinor === available && row.heldMinor === held) return []
  return [`the balance is ${row?.availableMinor} and ${row?.heldMinor} held, not ${available} and ${held} held`]
}
