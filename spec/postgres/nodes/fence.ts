import type { Fault } from '../../fixtures/postgres/faultyProxy.ts'

/** A point in a transaction of a node's books: at one of its messages to the database, or just after. */
export type FencePoint =
  | 'before it locks'
  | 'while it locks'
  | 'before it commits'
  | 'while it commits'
  | 'before it resolves a lost commit'
  | 'while it resolves a lost commit'

const begins = (piece: string) => piece.includes('BEGIN ISOLATION LEVEL READ COMMITTED') && !resolves(piece)
const commits = (piece: string) => /COMMIT(?!TED)/.test(piece) && !resolves(piece)
const resolves = (piece: string) => piece.includes('void')

/**
 * A test that recognises a point by its message, and whether the message still reaches the database. Otherwise it is
 * held back for a moment before the node is killed, so that a premature answer of the node would get out.
 */
const points: Record<FencePoint, { readonly isAt: (piece: string) => boolean; readonly fault: Fault }> = {
  'before it locks': { isAt: begins, fault: 'silent' },
  'while it locks': { isAt: begins, fault: 'unanswered' },
  'before it commits': { isAt: commits, fault: 'silent' },
  'while it commits': { isAt: commits, fault: 'unanswered' },
  'before it resolves a lost commit': { isAt: resolves, fault: 'silent' },
  'while it resolves a lost commit': { isAt: resolves, fault: 'unanswered' },
}

const heldBackMs = 200

/** All of them. */
export const fencePoints = Object.keys(points) as FencePoint[]

/** Judges the messages of a node: calls `kill` at this passage of a point. */
export function killingAt(point: FencePoint, nth: number, kill: () => void): (piece: string) => Fault | undefined {
  const { isAt, fault } = points[point]
  const isResolving = isAt === resolves
  let [met, hasLostCommit] = [0, false]
  return (piece) => {
    // There is something to resolve once the answer to a commit was lost.
    if (isResolving && !hasLostCommit && commits(piece)) {
      met += 1
      hasLostCommit = met === nth
      return hasLostCommit ? 'unanswered' : undefined
    }
    if (!isAt(piece) || (isResolving && !hasLostCommit)) return undefined
    met += isResolving ? 0 : 1
    if (met !== nth) return undefined
    met += 1
    if (fault === 'silent') setTimeout(kill, heldBackMs)
    else kill()
    return fault
  }
}
