import { createHash } from 'node:crypto'
import { addedUp, type DecisionTogether, type FoundException, isRefusal } from '../../../../core/sente.ts'
import type { Asked, Visitor } from '../../asked.ts'
import type { Answer, Page } from '../../page.ts'
import { asRefused } from '../../parts/fields.tsx'
import { confirmedIfGiven } from '../../request/confirmed.ts'
import type { Form } from '../../request/form.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { exceptionFilterIn } from './filter.tsx'
import { togetherPath } from './table.tsx'
import { DecidedTogether, Together } from './togetherViews.tsx'
import { exceptionWords } from './words.ts'

/** The most exceptions of one decision. */
const mostTogether = 1_000

/** One decision about all exceptions that fit a filter: shown with its scope, then made for each comparison. */
export function togetherPages(deps: OperatorDeps): readonly Page[] {
  const { listExceptions, findScope, reconciliations, market, confirmPassword, decideExceptionsAsOperator } = deps
  const text = exceptionWords.together

  /** The open exceptions that fit the filter of a request, and a digest of them. */
  async function chosenBy(asked: Asked, operator: Visitor) {
    const { query, problem } = exceptionFilterIn(asked, operator, market)
    const page = { found: [], next: null }
    const { found, next } = problem ? page : await listExceptions({ ...query, isOpen: true, limit: mostTogether })
    return { found, isAll: next === null, problem, seen: digestOf(found) }
  }

  async function scope(asked: Asked, operator: Visitor, refused?: string): Promise<Answer> {
    const chosen = await chosenBy(asked, operator)
    const runs = itemsByRun(chosen.found)
    const scopes = await Promise.all([...runs].map(([runId, items]) => findScope({ runId, items })))
    const found = scopes.flatMap((one) => (isRefusal(one) ? [] : one))
    const open = (await reconciliations.exceptions()).reduce((sum, { entries }) => sum + entries, 0)
    const message = refused ?? chosen.problem
    const about = {
      ...{ chosen: chosen.found.length, open, comparisons: runs.size, seen: chosen.seen },
      ...{ totals: addedUp(found.flatMap(({ totals }) => totals)) },
      ...{ payments: found.reduce((sum, { payments }) => sum + payments.length, 0) },
      ...{ most: chosen.isAll ? undefined : mostTogether },
    }
    const main = <Together of={about} query={asked.query} refused={message} />
    return { title: text.title, main, ...asRefused(message) }
  }

  return [
    {
      path: togetherPath,
      access: 'operator.look',
      show: (asked) => asOperator(asked, (operator) => scope(asked, operator)),
    },
    {
      path: `${togetherPath}/decide`,
      access: ['operator.assign', 'operator.decide'],
      take: (asked, form) =>
        asOperator(asked, async (operator) => {
          const decision = decisionIn(form)
          if (!decision) return scope(asked, operator, text.noDecision)
          const { found, seen } = await chosenBy(asked, operator)
          if (found.length === 0 || form.text('seen') !== seen) return scope(asked, operator, text.changed)
          const who = await confirmedIfGiven(confirmPassword, operator, form)
          if (isRefusal(who)) return scope(asked, operator, who.message)
          const entries = found.map(({ run, entry }) => ({ runId: run.id, item: entry.item }))
          const because = form.text('because') || undefined
          const decided = await decideExceptionsAsOperator({ who, because, decision, entries })
          if (isRefusal(decided)) return scope(asked, operator, decided.message)
          const runs = new Map(found.map(({ run }) => [run.id, run]))
          return { title: text.title, main: <DecidedTogether of={decided} runs={runs} query={asked.query} /> }
        }),
    },
  ]
}

function decisionIn(form: Form): DecisionTogether | undefined {
  const decision = form.text('decision')
  if (decision === 'assign') return { kind: 'assign', owner: form.text('owner') }
  return decision === 'resolve' ? { kind: 'resolve', endPayments: form.text('end') === 'yes' } : undefined
}

function itemsByRun(found: readonly FoundException[]): ReadonlyMap<string, readonly number[]> {
  const runs = new Map<string, number[]>()
  for (const { run, entry } of found) runs.set(run.id, [...(runs.get(run.id) ?? []), entry.item])
  return runs
}

/** A digest of the chosen exceptions, so that nobody decides about others than the page has shown. */
function digestOf(found: readonly FoundException[]): string {
  const keys = found.map(({ run, entry }) => `${run.id}.${entry.item}`)
  return createHash('sha256').update(keys.join(' ')).digest('hex').slice(0, 32)
}
