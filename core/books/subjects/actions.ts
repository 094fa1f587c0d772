import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'
import type { Step } from './step.ts'

/** The chain of actions in a step. A new action goes to its end, after the earlier ones of this step. */
export function actionsIn({ rows, scope, changes }: Step): Pick<UnitOfWork, 'act'> {
  return {
    act({ proposal, chain }) {
      if (!scope.action) throw new Error('a step writes an action, and its scope does not say so')
      const isEnded = proposal !== null && rows.isEnded(proposal)
      const made = chain({ ...(changes.chainEnd ?? rows.chainEnd()), isEnded })
      if (!made) return undefined
      changes.actions.push(made.action)
      changes.chainEnd = { number: made.action.number, hash: made.hash }
      return made.action
    },
  }
}
