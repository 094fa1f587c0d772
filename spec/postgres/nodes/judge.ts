import type { Transaction } from '../../../core/sente.ts'
import { batchesGoneWrong, batchesNotOver } from '../../attacks/crashes/judges/batches.ts'
import { violationsIn } from '../../attacks/crashes/judges/checks.ts'
import { type Evidence, journalledOf } from '../../attacks/crashes/judges/evidence.ts'
import { crashJournal } from '../../attacks/crashes/judges/journal.ts'
import type { BatchRequest } from '../../attacks/crashes/load/batches.ts'
import type { PaymentRequest } from '../../attacks/crashes/load/merchant.ts'
import { balanceAfter, booksOnce, type NodesBooks, type NodesRows } from './books.ts'
import { pricesOn } from './fees.ts'
import type { Nodes } from './nodes.ts'

/** Compares the answers to merchants, the books and the networks' file, without the networks' `earlier` payments. */
export function judgeOf(
  nodes: Nodes,
  asked: readonly PaymentRequest[],
  batches: readonly BatchRequest[] = [],
  earlier: ReadonlySet<string> = new Set(),
) {
  const requests = () => [...asked, ...batches.flatMap(({ lines }) => lines)]
  const accounts = () => new Map(requests().map(({ account }) => [account.id, account]))
  const file = crashJournal(nodes.networksFile)
  const journal = () => new Map([...file.read()].filter(([key]) => !earlier.has(key)))

  function evidenceOf(books: NodesRows & Partial<NodesBooks>, [before, after]: readonly Journal[]): Evidence {
    return {
      ...{ requests: requests(), batches, decisions: [], ...pricesOn(nodes) },
      books: { audit: notAudited, ...books, events: new Map(), damage: [] },
      journal: { before: before ?? new Map(), after: after ?? new Map() },
      final: new Map(),
      reported: new Map(),
    }
  }

  return {
    /**
     * Resolves with all errors, each in a sentence, as soon as the books have every end by the networks, or after a
     * long while.
     */
    async inTheEnd(): Promise<readonly string[]> {
      if (requests().length === 0) throw new Error('nothing was requested')
      let journals = [journal()]
      const books = await booksOnce(nodes.path, [...accounts().keys()], (rows) => {
        journals = [...journals.slice(-1), journal()]
        const evidence = evidenceOf(rows, journals)
        return unsettledIn(evidence).length === 0 && batchesNotOver(evidence).length === 0
      })
      const evidence = evidenceOf(books, journals)
      const unanswered = asked
        .filter(({ known }) => known.is === 'unknown')
        .map(({ reference }) => `${reference} is never answered`)
      const open = unsettledIn(evidence).map(
        ({ reference, state }) => `${reference} is ${state}, and its network ends it`,
      )
      return [
        ...unanswered,
        ...open,
        ...violationsIn(evidence),
        ...batchesGoneWrong(evidence),
        ...batchesNotOver(evidence),
        ...[...accounts().values()].flatMap((account) => wrongBalance(books, account)),
        ...sentTwice(nodes),
      ]
    },
  }
}

const notAudited = { ok: true, checked: 0, broken: [], contradicted: [] }

type Journal = Evidence['journal']['after']

/** The open transactions that their network has ended or will end. */
function unsettledIn({ books, journal }: Evidence): readonly Transaction[] {
  return books.transactions.filter((transaction) => {
    const { state } = transaction
    const { endsAtMs = null } = journalledOf(transaction, journal.after) ?? {}
    return (state === 'submitting' || state === 'pending') && endsAtMs !== null
  })
}

/** Payments that were submitted again. */
function sentTwice({ relay }: Nodes): readonly string[] {
  const submissions = [...relay.submissions].filter(([, times]) => times > 1)
  return submissions.map(([id, times]) => `${id} was sent to its network ${times} times`)
}

/** The errors of a balance, given the transactions from the same moment or just before it. */
function wrongBalance({ balances, transactions }: NodesBooks, account: PaymentRequest['account']): readonly string[] {
  const own = transactions.filter(({ accountId }) => accountId === account.id)
  const [available, held] = balanceAfter(account.fundedMinor, own)
  const row = balances.find(({ accountId }) => accountId === account.id)
  if (row?.availableMinor === available && row.heldMinor === held) return []
  return [`the balance is ${row?.availableMinor} and ${row?.heldMinor} held, not ${available} and ${held} held`]
}
