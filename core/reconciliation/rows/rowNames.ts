import { lowestIdAt } from '../../ports/ids.ts'
import type { Entry, Reconciliations, Run } from '../../ports/operators/reconciliations.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { type NumberKey, numberKey } from '../comparison/withoutIds.ts'

/** The ports for naming a row. */
export type RowNamePorts = {
  readonly reconciliations: Pick<Reconciliations, 'entries'>
  readonly secrets: Pick<Secrets, 'pseudonym'>
  /** Present in a decision about many rows, so that their runs are read once. */
  readonly nameRow?: NameRow
}

/** The identity of a row: its id, or else its place among the rows of its file that are alike. */
export type NameRow = (run: Run, entry: Entry) => Promise<string>

/** The name of one row. */
export function rowName(ports: RowNamePorts, run: Run, entry: Entry): Promise<string> {
  return (ports.nameRow ?? rowNamer(ports))(run, entry)
}

/** Names rows, and reads each run only once for all of them. It is for one decision: it remembers every row it has read. */
export function rowNamer({ reconciliations, secrets }: RowNamePorts): NameRow {
  const keyOf = numberKey(secrets)
  const placesIn = new Map<string, (item: number) => Promise<number>>()
  return async ({ id: runId, network }, entry) => {
    if (entry.theirs !== null) return `${network} theirs ${entry.theirs}`
    if (entry.ours !== null) return `${network} ours ${entry.ours}`
    const placeOf = placesIn.get(runId) ?? places(reconciliations, runId, keyOf)
    placesIn.set(runId, placeOf)
    return `${network} like ${looksOf(entry, keyOf)} ${await placeOf(entry.item)}`
  }
}

/** Finds how many rows of a run before a row look like it. */
function places(reconciliations: RowNamePorts['reconciliations'], runId: string, keyOf: NumberKey) {
  const [counts, places] = [new Map<string, number>(), new Map<number, number>()]
  let [last, isWhole] = [0, false]
  let reading = Promise.resolve()
  async function readTo(item: number): Promise<void> {
    while (last < item && !isWhole) {
      const some = await reconciliations.entries({ runId, after: last, limit: 1_000 })
      for (const entry of some) {
        const looks = looksOf(entry, keyOf)
        const before = counts.get(looks) ?? 0
        places.set(entry.item, before)
        counts.set(looks, before + 1)
      }
      isWhole = some.length === 0
      last = some.at(-1)?.item ?? last
    }
  }
  return async (item: number): Promise<number> => {
    // One after the other: two readings at once would count the same rows twice.
    reading = reading.then(() => readTo(item))
    await reading
    return places.get(item) ?? 0
  }
}

function looksOf({ atMs, direction, amountMinor, currency, phoneNumber }: Entry, keyOf: NumberKey): string {
  const number = phoneNumber === null ? null : keyOf(phoneNumber)
  return [atMs, direction, amountMinor, currency, number].join(' ')
}

/** The reference of the movement that a row becomes. The same row always has the same one, in every file. */
export function moveNameOf(name: string, { digest }: Pick<Secrets, 'digest'>): string {
  return `row-${digest(name).slice(0, 32)}`
}

/** The id of the transaction that a row becomes, in the same way: one of version 7 with the moment of the row. */
export function recordedIdOf(atMs: number, name: string, { digest }: Pick<Secrets, 'digest'>): string {
  const [, a = '', b = '', c = ''] = /^(.{3})(.{3})(.{12})/.exec(digest(name)) ?? []
  return `${lowestIdAt(atMs).slice(0, 15)}${a}-8${b}-${c}`
}
