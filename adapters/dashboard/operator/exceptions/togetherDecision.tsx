import {
  addedUp,
  type DecisionTogether,
  entriesByRun,
  type FoundException,
  isRefusal,
  rowClasses,
} from '../../../../core/sente.ts'
import type { Question } from '../../page.ts'
import { Password } from '../../parts/fields.tsx'
import { type Row, Rows } from '../../parts/rows.tsx'
import { balanceAfter } from '../../parts/saidBack.tsx'
import type { Form } from '../../request/form.ts'
import type { OperatorDeps } from '../deps.ts'
import { sumsOf } from '../parts/totals.tsx'
import { exceptionWords } from './words.ts'

const text = exceptionWords.together

/** The decision in a form. */
export function decisionIn(form: Form): DecisionTogether | undefined {
  switch (form.text('decision')) {
    case 'assign':
      return { kind: 'assign', owner: form.text('owner') }
    case 'resolve':
      return { kind: 'resolve', endPayments: form.text('end') === 'yes' }
    case 'classify': {
      const as = rowClasses.find((one) => one === form.text('as'))
      const product = (['disbursement', 'collection'] as const).find((one) => one === form.text('product'))
      return as && { kind: 'classify', as, ...(product && { product }) }
    }
    case 'record':
      return { kind: 'record', accountId: form.text('account'), references: form.text('references') }
  }
  return undefined
}

/** The exceptions that a decision covers: any, rows that are not payments, or payments that the books lack. */
export function fitting(found: readonly FoundException[], kind: DecisionTogether['kind']): readonly FoundException[] {
  if (kind === 'classify') return found.filter(({ entry }) => entry.bucket === 'not_ours')
  return kind === 'record' ? found.filter(({ entry }) => entry.bucket === 'missing_here') : found
}

type About = {
  readonly decision: DecisionTogether
  readonly found: readonly FoundException[]
  /** The number of all open exceptions. */
  readonly all: number
  readonly back: string
}

/** The question before rows are classified or recorded, with their sums; none about an unknown account. */
export async function questionAbout(
  deps: Pick<OperatorDeps, 'findScope' | 'lookUpAccount'>,
  { decision, found: open, all, back }: About,
): Promise<Question | undefined> {
  const chosen = fitting(open, decision.kind)
  if (chosen.length === 0) return undefined
  const scopes = await Promise.all(entriesByRun(chosen.map(keyOf)).map(deps.findScope))
  const totals = addedUp(scopes.flatMap((scope) => (isRefusal(scope) ? [] : scope.totals)))
  if (decision.kind === 'classify') {
    const title = text.ask.classify(chosen.length, all, exceptionWords.forms.classes[decision.as])
    const [hint, submit] = [text.ask.classifyHint, text.classify(chosen.length)]
    return { title, hint, submit, back, children: <Sums of={sumsOf(totals)} /> }
  }
  if (decision.kind !== 'record') return undefined
  const found = await deps.lookUpAccount({ accountId: decision.accountId })
  if (isRefusal(found)) return undefined
  const after = totals.map(({ currency, inMinor, outMinor }) => balanceAfter(found, currency, inMinor - outMinor))
  const title = text.ask.record(chosen.length, all, found.account.name)
  const [hint, submit] = [text.ask.recordHint, text.record(chosen.length)]
  return { title, hint, submit, back, children: <Sums of={[...sumsOf(totals), ...after]} /> }
}

function Sums({ of: rows }: { readonly of: readonly Row[] }) {
  return (
    <>
      <Rows of={rows} />
      <Password />
    </>
  )
}

/** The comparison and the number of an exception. */
export function keyOf({ run, entry }: FoundException): { readonly runId: string; readonly item: number } {
  return { runId: run.id, item: entry.item }
}
