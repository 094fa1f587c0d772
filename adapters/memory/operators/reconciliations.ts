import {
  type Annotation,
  type Books,
  type ComparedPayment,
  type Confirmed,
  type Entry,
  type EntryNote,
  type ExceptionFigure,
  type ExceptionQuery,
  type FoundEntry,
  isException,
  numberedRows,
  type OperatorMove,
  type Reconciliations,
  type Run,
  type StandingEntry,
  type Transaction,
  type UnconfirmedFigure,
} from '../../../core/sente.ts'
import type { ActBeside } from './actions.ts'

type Kept = { run: Run; readonly entries: Map<number, Entry> }

/** Reconciliations in memory, beside their books. */
export function memoryReconciliations(
  books: Pick<Books, 'snapshot'>,
  actBeside: ActBeside,
  made: { noted(): readonly Annotation[]; readonly moves: readonly OperatorMove[] },
): Reconciliations {
  const kept = new Map<string, Kept>()
  const notes: EntryNote[] = []

  function keptOf(runId: string): Kept {
    const found = kept.get(runId)
    if (!found) throw new Error(`there is no run ${runId}`)
    return found
  }

  function standing(runId: string, entry: Entry): StandingEntry {
    const own = notes.filter((note) => note.runId === runId && note.item === entry.item)
    const resolution = own.findLast(({ kind }) => kind === 'resolved')
    return {
      ...entry,
      owner: own.findLast(({ kind }) => kind === 'assigned')?.owner ?? null,
      resolved: resolution ? resolvedBy(resolution) : null,
    }
  }

  /** Runs that have ended, and were not withdrawn. */
  const standingRuns = () => [...kept.values()].filter(stands)

  /** The transactions that rows of standing runs matched, or that were recorded from such rows. */
  function matchedIds(): ReadonlySet<string | null> {
    const matched = standingRuns().flatMap(({ entries }) =>
      [...entries.values()].filter(({ bucket }) => bucket === 'matched'),
    )
    return new Set([...matched, ...notes].map(({ transactionId }) => transactionId))
  }

  /** The unresolved entries of standing runs. */
  function openEntries(): (StandingEntry & { readonly network: string })[] {
    return standingRuns().flatMap(({ run: { id, network }, entries }) =>
      [...entries.values()]
        .map((entry) => ({ ...standing(id, entry), network }))
        .filter(({ resolved }) => resolved === null),
    )
  }

  /** The payments opened in a time, in the order of their ids. */
  async function opened({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) {
    const found: Transaction[] = []
    await books.snapshot(async (snapshot) => {
      for await (const { transaction } of snapshot.transactions())
        if (transaction.createdAtMs >= fromMs && transaction.createdAtMs < toMs) found.push(transaction)
    })
    return found.sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  return {
    async ofDigest(digest) {
      return standingRuns().find(({ run }) => run.digest === digest)?.run
    },
    async begin(run) {
      kept.set(run.id, { run, entries: new Map() })
    },
    async add(runId, added) {
      const { entries } = keptOf(runId)
      for (const entry of added) entries.set(entry.item, entry)
    },
    async payments({ network, after = '', limit, ...time }) {
      const found = (await opened(time)).filter((one) => one.network === network && one.id > after)
      return found.slice(0, limit).map(comparedOf)
    },
    async paymentsWithIds({ ours, theirs }) {
      const [known, networks] = [new Set(ours), new Set(theirs)]
      const found = (await opened({ fromMs: 0, toMs: Infinity })).filter(
        ({ id, providerId, providerRef }) => known.has(id) || known.has(providerId) || networks.has(providerRef ?? ''),
      )
      return found.map(comparedOf)
    },
    async end(runId, end, acting) {
      const found = keptOf(runId)
      const isSecond = standingRuns().some(({ run }) => run.digest === found.run.digest)
      if (isSecond || found.run.withdrawn) return false
      actBeside(acting)
      found.run = { ...found.run, ended: end }
      return true
    },
    async withdraw(runId, withdrawn, acting) {
      const found = keptOf(runId)
      actBeside(acting)
      if (!found.run.withdrawn) found.run = { ...found.run, withdrawn }
    },
    async madeOf(runId) {
      const notes = made.noted().filter((note) => note.runId === runId)
      const idOf = ({ transactionId }: Annotation) => transactionId
      return {
        noted: notes.map(idOf),
        decided: notes.filter(({ kind }) => kind === 'resolution').map(idOf),
        moves: made.moves.filter((move) => move.runId === runId).map(({ reference }) => reference),
      }
    },
    async runs({ limit }) {
      return [...kept.values()]
        .map(({ run }) => run)
        .reverse()
        .slice(0, limit)
    },
    run: async (id) => kept.get(id)?.run,
    async entries({ runId, buckets, open, after = 0, limit }) {
      return [...(kept.get(runId)?.entries.values() ?? [])]
        .filter(({ item, bucket }) => item > after && (buckets?.includes(bucket) ?? true))
        .map((entry) => standing(runId, entry))
        .filter(({ resolved }) => !open || resolved === null)
        .sort((one, other) => one.item - other.item)
        .slice(0, limit)
    },
    async about(transactionId) {
      const recorded = notes.filter((note) => note.transactionId === transactionId)
      const isRecorded = (runId: string, { item }: Entry) =>
        recorded.some((note) => note.runId === runId && note.item === item)
      return standingRuns().flatMap(({ run, entries }) =>
        [...entries.values()]
          .filter((entry) => entry.transactionId === transactionId || isRecorded(run.id, entry))
          .sort((one, other) => one.item - other.item)
          .map((entry) => ({ run, entry: standing(run.id, entry) })),
      )
    },
    async alike({ network, amountMinor, currency, atMs, withinMs }) {
      return standingRuns()
        .filter(({ run }) => run.network === network)
        .flatMap(({ run, entries }) => [...entries.values()].map((entry) => ({ run, entry: standing(run.id, entry) })))
        .filter(({ entry }) => entry.bucket === 'not_ours' || entry.bucket === 'missing_here')
        .filter(({ entry }) => entry.amountMinor === amountMinor && entry.currency === currency)
        .filter(({ entry }) => entry.atMs < atMs + withinMs && entry.atMs + (entry.withinMs ?? 0) > atMs)
        .sort((one, other) => (isBefore(one, placeOf(other)) ? -1 : 1))
    },
    async findExceptions({ isOpen, network, fromMs = -Infinity, toMs = Infinity, before, limit, ...query }) {
      return standingRuns()
        .filter(({ run }) => network === undefined || run.network === network)
        .flatMap(({ run, entries }) => [...entries.values()].map((entry) => ({ run, entry: standing(run.id, entry) })))
        .filter(({ entry }) => isException(entry.bucket) && (entry.resolved === null) === isOpen)
        .filter(({ entry }) => isAsked(entry, query))
        .filter(({ entry }) => entry.atMs >= fromMs && entry.atMs < toMs)
        .sort((one, other) => (isBefore(one, placeOf(other)) ? 1 : -1))
        .filter((found) => !before || isBefore(found, before))
        .slice(0, limit)
    },
    async note(added, acting) {
      actBeside(acting)
      notes.push(...added)
    },
    notes: async ({ runId, item }) => notes.filter((note) => note.runId === runId && note.item === item),
    async phoneNumbers({ runId, after, limit }) {
      const { entries } = keptOf(runId)
      const stretch = [...entries.values()]
        .filter(({ item }) => item > after)
        .sort((one, other) => one.item - other.item)
      return numberedRows(stretch.slice(0, limit), limit)
    },
    async erasePhoneNumbers(runId, erasures, acting) {
      const { entries } = keptOf(runId)
      actBeside(acting)
      for (const { item, pseudonym: phoneNumber } of erasures) {
        const entry = entries.get(item)
        if (entry) entries.set(item, { ...entry, phoneNumber })
      }
    },
    async confirmed({ fromMs }) {
      const ids = matchedIds()
      const found = new Map<string, Confirmed>()
      await books.snapshot(async (snapshot) => {
        for await (const { transaction } of snapshot.transactions()) {
          const { id, network, currency, state, amountMinor, createdAtMs } = transaction
          if (state !== 'succeeded' || createdAtMs < fromMs) continue
          const before = found.get(`${network} ${currency}`) ?? { totalMinor: 0n, confirmedMinor: 0n, oldest: null }
          const isConfirmed = ids.has(id)
          const isOldest = !isConfirmed && !(before.oldest && before.oldest.createdAtMs <= createdAtMs)
          found.set(`${network} ${currency}`, {
            network,
            currency,
            totalMinor: before.totalMinor + amountMinor,
            confirmedMinor: before.confirmedMinor + (isConfirmed ? amountMinor : 0n),
            oldest: isOldest ? { transactionId: id, createdAtMs } : before.oldest,
          })
        }
      })
      return [...found.values()].sort(byKey)
    },
    async exceptions() {
      const found = new Map<string, ExceptionFigure>()
      for (const { network, bucket } of openEntries().filter((entry) => isException(entry.bucket))) {
        const entries = (found.get(`${network} ${bucket}`)?.entries ?? 0) + 1
        found.set(`${network} ${bucket}`, { network, bucket, entries })
      }
      return [...found.values()].sort(byKey)
    },
    async unconfirmed({ fromMs }) {
      const matched = matchedIds()
      const ids = new Set(openEntries().map(({ transactionId }) => transactionId))
      const found = new Map<string, UnconfirmedFigure>()
      for (const { id, network, currency, state, amountMinor, createdAtMs } of await opened({
        fromMs,
        toMs: Infinity,
      })) {
        if (state !== 'succeeded' || !ids.has(id) || matched.has(id)) continue
        const before = found.get(`${network} ${currency}`) ?? { amountMinor: 0n, oldestAtMs: createdAtMs }
        const oldestAtMs = Math.min(before.oldestAtMs, createdAtMs)
        const figure = { network, currency, amountMinor: before.amountMinor + amountMinor, oldestAtMs }
        found.set(`${network} ${currency}`, figure)
      }
      return [...found.values()].sort(byKey)
    },
    async compared({ afterMs }) {
      return standingRuns()
        .filter(({ run: { toMs } }) => toMs > afterMs)
        .map(({ run: { id, network, fromMs, toMs } }) => ({ id, network, fromMs, toMs }))
    },
    async firstPaid({ network, within, ...time }) {
      const some = (await opened(time)).slice(0, within)
      const first = some.find((one) => one.network === network && one.state === 'succeeded')
      return (first ?? some[within - 1])?.createdAtMs ?? null
    },
  }
}

function stands({ run }: Kept): boolean {
  return run.ended !== null && run.withdrawn === null
}

type EntryKey = Pick<EntryNote, 'runId' | 'item'>

type Keyed = { readonly network: string; readonly currency?: string; readonly bucket?: string }

function byKey(one: Keyed, other: Keyed): number {
  return keyOf(one) < keyOf(other) ? -1 : 1
}

function keyOf({ network, currency, bucket }: Keyed): string {
  return `${network} ${bucket ?? currency}`
}

function resolvedBy({ by, because, atMs, transactionId, moveReference }: EntryNote): StandingEntry['resolved'] {
  return { by, because, atMs, transactionId, moveReference }
}

function placeOf({ run, entry }: FoundEntry): EntryKey {
  return { runId: run.id, item: entry.item }
}

function isBefore({ run, entry }: FoundEntry, { runId, item }: EntryKey): boolean {
  return run.id < runId || (run.id === runId && entry.item < item)
}

function comparedOf({ followUp: { aheadMs }, ...payment }: Transaction): ComparedPayment {
  const { id, kind, phoneNumber, amountMinor, currency, network, state, reason, isTakenBack } = payment
  const { providerId, providerRef, createdAtMs, updatedAtMs } = payment
  const money = { kind, phoneNumber, amountMinor, currency, network }
  return { id, ...money, state, reason, isTakenBack, providerId, providerRef, createdAtMs, updatedAtMs, aheadMs }
}

/** Whether an exception has the bucket, direction, why and owner of a query, if given. */
function isAsked(
  entry: StandingEntry,
  { bucket, direction, why, owner }: Pick<ExceptionQuery, 'bucket' | 'direction' | 'why' | 'owner'>,
): boolean {
  return (
    (bucket === undefined || entry.bucket === bucket) &&
    (direction === undefined || entry.direction === direction) &&
    (why === undefined || entry.why === why) &&
    (owner === undefined || entry.owner === owner)
  )
}
