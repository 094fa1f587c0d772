import type { Asked, Visitor } from '../asked.ts'
import { errorPage } from '../layout/errors.tsx'
import type { Answer } from '../page.ts'

/** Answers an operator; only such a one is admitted to the pages of operators. */
export function asOperator(
  { visitor }: Asked,
  answer: (operator: Visitor) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  return visitor?.user.role === 'operator' ? answer(visitor) : errorPage('notFound')
}
