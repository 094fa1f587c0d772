import {
  type ActionPorts,
  type Attribution,
  type Done,
  recording,
  refuseAttribution,
} from '../../actions/attribution.ts'
import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { StoreContents, StoreCounts } from '../../ports/store/contents.ts'
import type { MoveIn, MoveOut } from '../../ports/store/moves.ts'
import { type CheckedBooks, checkBooks, differenceOf } from './checkedBooks.ts'

/** The function that {@link moveBooks} returns. It reports the progress of each part of the move. */
export type MoveBooks = (
  request: Attribution & { readonly onProgress: (progress: MoveProgress) => void },
) => Promise<MovedBooks | OperatorRefusal>

/** The progress of one part of a move, in rows. */
export type MoveProgress = { readonly doing: string; readonly done: number; readonly of: number }

/** A move that is complete, with the names of both databases. */
export type MovedBooks = {
  readonly from: string
  readonly to: string
  /** Whether an earlier run had completed it, so that there was nothing to do. */
  readonly already: boolean
  /** The number of moved rows of each kind. */
  readonly rows: StoreCounts
  /** The number of changed texts: the move replaces characters that the new database can't store. */
  readonly replaced: number
}

type OnProgress = (progress: MoveProgress) => void

/** The database whose books move out, and the one that receives them. */
export type MovePorts = ActionPorts & { readonly source: MoveOut; readonly target: MoveIn }

/**
 * Moves all books of one database into another, and checks them on both sides. The first is marked before the second is
 * released: at no moment do both accept payments. After an interruption the same call starts again, or finds it
 * complete. The move is an action of the new books, written when they are released.
 */
export function moveBooks(ports: MovePorts): MoveBooks {
  const { source, target } = ports
  return async ({ onProgress, ...who }) => {
    const refused = refuseAttribution(who)
    if (refused) return refused
    const already = target.isReleased
    const replaced = already ? 0 : await move(ports, { who, onProgress })
    return { from: source.name, to: target.name, already, rows: source.counts, replaced }
  }
}

type Moving = { readonly who: Attribution; readonly onProgress: OnProgress }

async function move(ports: MovePorts, { who, onProgress }: Moving): Promise<number> {
  const { source, target, clock } = ports
  const { counts } = source
  const before = await checked(source, { counts, onProgress })
  const [broken] = before.broken
  if (broken)
    throw new Error(`the books do not agree, and were not moved: ${broken.row}: ${broken.problem}; see \`sente audit\``)
  const replaced = await target.take(source.contents, progressOf(counts, onProgress))
  const arrived = await target.counts()
  const missing = (Object.keys(counts) as (keyof StoreCounts)[]).find((name) => counts[name] !== arrived[name])
  if (missing) throw new Error(`${arrived[missing]} of ${counts[missing]} ${missing} have arrived: nothing was moved`)
  const after = await checked(target, { counts, onProgress })
  const difference = differenceOf(before, after)
  if (difference) throw new Error(`the books have not arrived as they were, and were not moved: ${difference}`)
  source.markMoved({ id: target.id, to: target.name, atMs: clock.nowMs() })
  await target.release(recording(ports, who)(() => movedDone({ source, target })))
  return replaced
}

function movedDone({ source, target }: Pick<MovePorts, 'source' | 'target'>): Done {
  const { accounts, transactions } = source.counts
  const after = { from: source.name, to: target.name, accounts, transactions }
  return { kind: 'books.move', accountId: null, subject: 'books', before: null, after }
}

/** The number of rows after which the progress is reported. */
const rowsAtATime = 1_000

type Checking = { readonly counts: StoreCounts; readonly onProgress: OnProgress }

function checked({ name, snapshot }: MoveOut | MoveIn, { counts, onProgress }: Checking): Promise<CheckedBooks> {
  const { postings, balances, transactions, fundings, events, operatorMoves, actions } = counts
  const of = postings + balances + transactions + fundings + events + operatorMoves + actions
  const doing = `checking ${name}`
  let done = 0
  onProgress({ doing, done, of })
  return checkBooks(snapshot, () => {
    done += 1
    if (done % rowsAtATime === 0 || done === of) onProgress({ doing, done, of })
  })
}

function progressOf(counts: StoreCounts, onProgress: OnProgress) {
  const all = new Map<keyof StoreContents, number>()
  return (name: keyof StoreContents, rows: number) => {
    const done = (all.get(name) ?? 0) + rows
    all.set(name, done)
    onProgress({ doing: `moving ${name}`, done, of: counts[name] })
  }
}
