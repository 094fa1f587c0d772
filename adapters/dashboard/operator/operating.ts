import { isOperator } from '../../../core/sente.ts'
import type { Asked, Visitor } from '../asked.ts'
import { errorPage } from '../layout/errors.tsx'
import type { Answer } from '../page.ts'

/** Answers an operator. Nobody else is admitted to the operators' pages. */
export function asOperator(
  { visitor }: Asked,
  answer: (operator: Visitor) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  return visitor && isOperator(visitor.user) ? answer(visitor) : errorPage('notFound')
}
