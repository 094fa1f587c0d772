import type { ActionPorts } from '../../actions/attribution.ts'
import type { Books } from '../../ports/books/books.ts'
import type { OperatorMoney } from '../../ports/operators/operatorMoney.ts'
import type { AlikeQuery, FoundEntry, Reconciliations } from '../../ports/operators/reconciliations.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { moveNameOf, type NameRow, recordedIdOf, rowName, rowNamer } from './rowNames.ts'

/** The ports for finding rows that are alike. */
export type AlikePorts = {
  readonly reconciliations: Pick<Reconciliations, 'alike' | 'entries'>
  readonly operatorMoney: Pick<OperatorMoney, 'byReference'>
  readonly books: Pick<Books, 'transaction'>
  readonly secrets: Pick<Secrets, 'digest' | 'pseudonym'>
  readonly nameRow?: NameRow
  /** Present in a decision about many rows, so that rows that are alike are read once for all of them. */
  readonly alikeRows?: FindAlikeRows
}

/** Rows that may be the same as another by network, amount and time. */
export type AlikeRows = {
  /** Rows of other files that have become a movement or a payment. */
  readonly booked: readonly { readonly found: FoundEntry; readonly became: string }[]
  /** Rows of its own file by the names of the movements and payments that they become by default. */
  namesInRun(): Promise<ReadonlyMap<string, readonly number[]>>
}

/** Finds them for a row, or for it and others; `lastAction` is the last one when the decision about it began to read. */
export type FindAlikeRows = (row: FoundEntry, lastAction: number) => Promise<AlikeRows>

/** Finds the rows that are like one alone. */
export function rowsOfOne(ports: AlikePorts): FindAlikeRows {
  return (row) => {
    const { atMs, withinMs } = row.entry
    return readAlike(ports, row, { atMs, withinMs: withinMs ?? 0 })
  }
}

/** The ports of a decision about many rows of one run, which reads the run, and rows that are alike, once. */
export function readingOnce<Ports extends AlikePorts>(
  ports: Ports,
): Ports & Required<Pick<AlikePorts, 'nameRow' | 'alikeRows'>> & Pick<ActionPorts, 'acted'> {
  const naming = { ...ports, nameRow: rowNamer(ports) }
  return { ...naming, ...rowsOfMany(naming) }
}

const dayMs = 86_400_000

/**
 * Finds the rows that are like those of one decision, which are of one run. They are read a day at a time, once for each
 * amount, and again as soon as anybody else has acted: a row of another file may have become a movement by then.
 * `acted` takes the number of each action of the decision.
 */
function rowsOfMany(ports: AlikePorts): {
  readonly alikeRows: FindAlikeRows
  readonly acted: (number: number) => void
} {
  const days = new Map<string, Promise<AlikeRows>>()
  let [last, isAlone] = [-1, true]
  return {
    alikeRows(row, lastAction) {
      if (!isAlone || lastAction !== last) days.clear()
      ;[last, isAlone] = [lastAction, true]
      const { atMs, withinMs, amountMinor, currency } = row.entry
      const first = Math.floor(atMs / dayMs)
      const span = Math.floor((atMs + (withinMs ?? 0)) / dayMs) - first + 1
      const key = `${first} ${span} ${amountMinor} ${currency}`
      const known = days.get(key) ?? readAlike(ports, row, { atMs: first * dayMs, withinMs: span * dayMs })
      days.set(key, known)
      return known
    },
    acted(number) {
      if (number !== last + 1) isAlone = false
      last = number
    },
  }
}

async function readAlike(
  ports: AlikePorts,
  { run, entry: { amountMinor, currency } }: FoundEntry,
  time: Pick<AlikeQuery, 'atMs' | 'withinMs'>,
): Promise<AlikeRows> {
  const all = await ports.reconciliations.alike({ network: run.network, amountMinor, currency, ...time })
  const booked: { found: FoundEntry; became: string }[] = []
  for (const found of all.filter((one) => one.run.id !== run.id)) {
    const became = await becameOf(ports, found)
    if (became !== undefined) booked.push({ found, became })
  }
  const own = all.filter((one) => one.run.id === run.id)
  let names: Promise<ReadonlyMap<string, readonly number[]>> | undefined
  return {
    booked,
    namesInRun() {
      names ??= itemsByName(ports, own)
      return names
    },
  }
}

async function itemsByName(
  ports: AlikePorts,
  rows: readonly FoundEntry[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const items = new Map<string, number[]>()
  for (const row of rows)
    for (const name of await namesOf(ports, row)) items.set(name, [...(items.get(name) ?? []), row.entry.item])
  return items
}

/** The movement or payment that a row has become, even if a crash came before that was noted. */
async function becameOf(ports: AlikePorts, found: FoundEntry): Promise<string | undefined> {
  const { resolved } = found.entry
  if (resolved) return resolved.moveReference ?? resolved.transactionId ?? undefined
  const [moved, recorded] = await namesOf(ports, found)
  const move = await ports.operatorMoney.byReference(moved)
  return move?.reference ?? (await ports.books.transaction(recorded))?.id
}

/** The names of the movement and of the payment that a row becomes by default. */
async function namesOf(
  ports: AlikePorts,
  { run, entry }: FoundEntry,
): Promise<readonly [moved: string, recorded: string]> {
  const name = await rowName(ports, run, entry)
  return [moveNameOf(name, ports.secrets), recordedIdOf(entry.atMs, name, ports.secrets)]
}
