import type { Changes, Scope } from '../../ports/books/unitOfWork.ts'
import type { Ended } from './follows.ts'
import type { StepRows } from './stepRows.ts'

/** A step for its subjects: the rows that it names, their state before it, and its writes. */
export type Step = {
  readonly scope: Scope
  readonly rows: StepRows
  readonly changes: Changes
  readonly within: Within
  /** Writes the event of something that has ended in the step's account, unless it had ended before. */
  addEvent(now: Ended | undefined, atMs: number, before?: Ended): void
}

/** Throws for a row of an account outside a step's scope: a store may not have locked or loaded it. */
export type Within = (row: 'currency' | 'reference' | 'transaction' | 'funding', accountId: string, key: string) => void

/** Begins a step. */
export function stepOver(rows: StepRows, scope: Scope, changes: Changes): Step {
  const { account } = scope
  return {
    scope,
    rows,
    changes,
    within: withinScope(scope),
    addEvent(now, atMs, before) {
      if (!now || before) return
      if (!scope.events) throw new Error('a step writes an event, and its scope does not name its account’s events')
      const sequence = (changes.events.at(-1)?.sequence ?? rows.lastEvent(account)) + 1
      changes.events.push({ accountId: account, sequence, cause: now.cause, atMs })
    },
  }
}

function withinScope(scope: Scope): Within {
  return (row, accountId, key) => {
    if (accountId !== scope.account) throw new Error(`a step about account ${scope.account} reaches for ${accountId}`)
    if (row === 'currency' && scope.currencies?.includes(key)) return
    if (key !== scope[row]) throw new Error(`a step reaches for the ${row} ${key}, and its scope names ${scope[row]}`)
  }
}
