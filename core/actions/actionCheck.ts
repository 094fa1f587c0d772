import type { Broken } from '../ports/books/auditRules.ts'
import type { Action, ChainEnd } from '../ports/operators/actions.ts'
import type { Secrets } from '../ports/secrets.ts'
import { hashedText } from './chain.ts'

/** Verifies the chain of actions. */
type ActionCheck = {
  /** Compares an action with the one before it, in the order of their numbers. */
  action(action: Action): Broken[]
  /** Compares the separately stored end with the last action. */
  end(end: ChainEnd): Broken[]
  /** The last compared action, with its hash. */
  last(): ChainEnd
  /** The missing parts when both were read. */
  problems(): Broken[]
}

/** Begins before the first action. Without the means to hash, only the numbers are compared. */
export function actionCheck(secrets: Pick<Secrets, 'digest'> | undefined): ActionCheck {
  let last: ChainEnd = { number: 0, hash: '' }
  let hasEnd = false
  const isOther = (hash: string) => secrets !== undefined && hash !== last.hash
  return {
    action(action) {
      const { number } = last
      const isNext = action.number === number + 1
      const isChanged = isNext && isOther(action.previous)
      last = { number: action.number, hash: secrets?.digest(hashedText(action)) ?? '' }
      if (!isNext) return [gap(`action ${action.number}`, number)]
      return isChanged ? [changed(number, `action ${action.number}`)] : []
    },
    end(end) {
      hasEnd = true
      if (end.number !== last.number) return [gap(`end of actions ${end.number}`, last.number)]
      return isOther(end.hash) ? [changed(last.number, 'the end of the chain')] : []
    },
    last: () => last,
    problems() {
      if (hasEnd || last.number === 0) return []
      return [{ rule: 'actions_without_gap', row: 'end of actions', problem: `it is missing after ${last.number}` }]
    },
  }
}

function gap(row: string, after: number): Broken {
  return { rule: 'actions_without_gap', row, problem: `it follows action ${after}` }
}

function changed(number: number, kept: string): Broken {
  const problem = `its hash differs from the one in ${kept}`
  return { rule: 'actions_unchanged', row: `action ${number}`, problem }
}
