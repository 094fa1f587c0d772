import { createHash } from 'node:crypto'
import { addedUp, entriesByRun, type FoundException, isRefusal } from '../../../../core/sente.ts'
import type { Asked, Visitor } from '../../asked.ts'
import type { Answer, Page, Question } from '../../page.ts'
import { asRefused, type Refusing } from '../../parts/fields.tsx'
import { linkTo } from '../../parts/filters.tsx'
import { confirmedIfGiven } from '../../request/confirmed.ts'
import type { Form } from '../../request/form.ts'
import { refusing } from '../../request/refusing.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { exceptionFilterIn } from './filter.tsx'
import { togetherPath } from './table.tsx'
import { decisionIn, fitting, keyOf, questionAbout } from './togetherDecision.tsx'
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

  async function openInAll(): Promise<number> {
    return (await reconciliations.exceptions()).reduce((sum, { entries }) => sum + entries, 0)
  }

  async function scope(asked: Asked, operator: Visitor, refused?: Refusing): Promise<Answer> {
    const chosen = await chosenBy(asked, operator)
    const choices = entriesByRun(chosen.found.map(keyOf))
    const scopes = await Promise.all(choices.map(findScope))
    const found = scopes.flatMap((one) => (isRefusal(one) ? [] : one))
    const message = refused ?? chosen.problem
    const about = {
      ...{ chosen: chosen.found.length, open: await openInAll(), comparisons: choices.length, seen: chosen.seen },
      ...{ totals: addedUp(found.flatMap(({ totals }) => totals)) },
      ...{ payments: found.reduce((sum, { payments }) => sum + payments.length, 0) },
      ...{ unclassified: fitting(chosen.found, 'classify').length, unrecorded: fitting(chosen.found, 'record').length },
      ...{ most: chosen.isAll ? undefined : mostTogether },
    }
    const main = <Together of={about} query={asked.query} refused={message} />
    return { title: text.title, main, ...asRefused(message) }
  }

  /** The question before rows are classified or recorded, with their sums; none if it would be refused. */
  async function question(asked: Asked, form: Form, operator: Visitor): Promise<Question | undefined> {
    const decision = decisionIn(form)
    const { found, seen } = await chosenBy(asked, operator)
    if (!decision || form.text('seen') !== seen) return undefined
    const all = await openInAll()
    return questionAbout(deps, { decision, found, all, back: linkTo(togetherPath, asked.query, {}) })
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
      question: async (asked, form) => asked.visitor && question(asked, form, asked.visitor),
      take: (asked, form) =>
        asOperator(asked, async (operator) => {
          const decision = decisionIn(form)
          if (!decision) return scope(asked, operator, text.noDecision)
          const { found, seen } = await chosenBy(asked, operator)
          const chosen = fitting(found, decision.kind)
          if (chosen.length === 0 || form.text('seen') !== seen) return scope(asked, operator, text.changed)
          const who = await confirmedIfGiven(confirmPassword, operator, form)
          if (isRefusal(who)) return scope(asked, operator, refusing(who))
          const because = form.text('because') || undefined
          const decided = await decideExceptionsAsOperator({ who, because, decision, entries: chosen.map(keyOf) })
          if (isRefusal(decided)) return scope(asked, operator, refusing(decided))
          const [refused] = decided.flatMap((one) => (one.became === 'refused' ? one.message : []))
          if (refused !== undefined && decided.every(({ became }) => became === 'refused'))
            return scope(asked, operator, refused)
          const about = { decided, kind: decision.kind, runs: new Map(chosen.map(({ run }) => [run.id, run])) }
          return { title: text.title, main: <DecidedTogether of={about} query={asked.query} /> }
        }),
    },
  ]
}

/** A digest of the chosen exceptions, so that nobody decides about others than the page has shown. */
function digestOf(found: readonly FoundException[]): string {
  const keys = found.map(({ run, entry }) => `${run.id}.${entry.item}`)
  return createHash('sha256').update(keys.join(' ')).digest('hex').slice(0, 32)
}
