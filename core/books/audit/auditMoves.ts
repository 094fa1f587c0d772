import type { Broken } from '../../ports/books/auditRules.ts'
import type { Action } from '../../ports/operators/actions.ts'
import type { OperatorMove } from '../../ports/operators/operatorMoney.ts'
import { recordedMove } from '../float/moveOperatorMoney.ts'

/** Verifies the movements of the operator's own money: each must match its action, and each action must have one. */
export function moveCheck() {
  const moves = new Map<string, string>()
  const unrecorded = new Set<string>()
  return {
    /** Counts a movement. One without money, or back to its own account, breaks a rule. */
    move(move: OperatorMove): Broken[] {
      const { reference, from, to, amountMinor } = move
      const isSecond = moves.has(reference)
      moves.set(reference, textOf(recordedMove(move)))
      unrecorded.add(reference)
      if (amountMinor > 0n && from !== to && !isSecond) return []
      return [
        broken(reference, isSecond ? 'its reference was used before' : `it moves ${amountMinor} from ${from} to ${to}`),
      ]
    },
    /** Compares an action with the movement that it recorded. A repetition may have another action. */
    action({ kind, subject, after }: Action): Broken[] {
      if (!kind.startsWith('float.')) return []
      const reference = subject.replace('move ', '')
      const found = moves.get(reference)
      unrecorded.delete(reference)
      if (found === textOf(after)) return []
      return [broken(reference, found === undefined ? 'it is missing' : 'its action recorded another move')]
    },
    /** The movements without an action, once all were read. */
    problems: (): Broken[] => [...unrecorded].map((reference) => broken(reference, 'no action recorded it')),
  }
}

function broken(reference: string, problem: string): Broken {
  return { rule: 'move_fits_action', row: `move ${reference}`, problem }
}

function textOf(facts: Action['after']): string {
  return JSON.stringify(Object.entries(facts ?? {}).sort())
}
