import { type Change, isRefusal, type MadeChange } from '../../../../core/sente.ts'
import type { Visitor } from '../../asked.ts'
import type { Wrong } from '../../page.ts'
import { confirmedIfGiven } from '../../request/confirmed.ts'
import type { Form } from '../../request/form.ts'
import { refusing } from '../../request/refusing.ts'
import type { OperatorDeps } from '../deps.ts'

/** The result of an operator's form: made, waiting as a proposal with this number, or refused with this text. */
export type Decided = { readonly made: MadeChange } | { readonly proposal: number } | { readonly refused: Wrong }

/** Makes the change in a form, with its reason and, if the form has one, with the password. */
export async function decide(
  { confirmPassword, changeAsOperator }: Pick<OperatorDeps, 'confirmPassword' | 'changeAsOperator'>,
  operator: Visitor,
  { form, change }: { readonly form: Form; readonly change: Change },
): Promise<Decided> {
  const who = await confirmedIfGiven(confirmPassword, operator, form)
  if (isRefusal(who)) return { refused: refusing(who) }
  const done = await changeAsOperator({ who, change, because: form.text('because') || undefined })
  if (isRefusal(done)) return { refused: refusing(done) }
  return 'made' in done ? { made: done } : { proposal: done.proposal.proposed.number }
}
