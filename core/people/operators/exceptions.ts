import { refuseAttribution } from '../../actions/attribution.ts'
import { malformedExplanation, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import { isRefusal } from '../../model/refusal.ts'
import type { EntryNote } from '../../ports/operators/reconciliations.ts'
import type { ClassificationOfMany } from '../../reconciliation/entries/classifyEntries.ts'
import { assignEntries, type EntriesDecided } from '../../reconciliation/entries/entries.ts'
import type { EntryItems } from '../../reconciliation/gathered/decideEntries.ts'
import { referencesIn } from '../../reconciliation/gathered/ruleDecisions.ts'
import type { Act } from '../permissions.ts'
import { type AsOperator, operatorIn } from './operating.ts'
import { type ChangePorts, type MadeChange, type RowsChange, takeTwoTogether } from './proposals/change.ts'
import { makeChange } from './proposals/proposals.ts'
import { waitingFor } from './proposals/waiting.ts'

/** The function that {@link assignEntryAsOperator} returns. */
export type AssignEntryAsOperator = (
  request: AsOperator & { readonly runId: string; readonly item: number; readonly owner: string },
) => Promise<EntriesDecided | OperatorRefusal | PeopleRefusal>

/**
 * Assigns an open exception to a person. It does not ask for the password: no money and no state is changed. Refused
 * with `not_allowed`, and as `assignEntries` is.
 */
export function assignEntryAsOperator(ports: Parameters<typeof assignEntries>[0]): AssignEntryAsOperator {
  const assign = assignEntries(ports)
  return async ({ who, because, runId, item, owner }) => {
    const operator = operatorIn(ports, who, 'operator.assign')
    if ('refused' in operator) return operator
    if (because === undefined) return malformedExplanation
    return assign({ runId, items: [item], owner, because, ...operator })
  }
}

/**
 * One decision about several exceptions: they get an owner; they are resolved, perhaps with their open payments; they
 * are classified; or their payments are recorded for one account, with references that begin alike.
 */
export type DecisionTogether =
  | { readonly kind: 'assign'; readonly owner: string }
  | { readonly kind: 'resolve'; readonly endPayments: boolean }
  | ({ readonly kind: 'classify' } & Pick<ClassificationOfMany, 'as' | 'product'>)
  | { readonly kind: 'record'; readonly accountId: string; readonly references: string }

/** The outcome for the chosen exceptions of one comparison. */
export type ExceptionsDecided = { readonly runId: string; readonly chosen: number } & (
  | { readonly became: 'decided'; readonly decided: Omit<EntriesDecided, 'run'> }
  | { readonly became: 'waiting'; readonly proposal: number }
  | { readonly became: 'refused'; readonly message: string }
)

/** The function that {@link decideExceptionsAsOperator} returns. */
export type DecideExceptionsAsOperator = (
  request: AsOperator & {
    readonly decision: DecisionTogether
    /** The exceptions, of any comparisons. */
    readonly entries: readonly Pick<EntryNote, 'runId' | 'item'>[]
  },
) => Promise<readonly ExceptionsDecided[] | OperatorRefusal | PeopleRefusal>

/**
 * Decides about exceptions of any comparisons, once for each comparison, as `assignEntries` does or as `makeChange`
 * does, and returns the outcome of each. If their money together needs two people, each comparison's decision waits for
 * another. Refused with `not_allowed`, with `password_needed` unless they are only assigned, and with
 * `malformed_explanation`.
 */
export function decideExceptionsAsOperator(ports: ChangePorts): DecideExceptionsAsOperator {
  return async ({ who, because, decision, entries }) => {
    const operator = operatorIn(ports, who, actOf(decision))
    if ('refused' in operator) return operator
    const refusal = because === undefined ? malformedExplanation : refuseAttribution({ ...operator, because })
    if (refusal || because === undefined) return refusal ?? malformedExplanation
    const choices = entriesByRun(entries)
    const decided: ExceptionsDecided[] = []
    if (decision.kind === 'assign') {
      const request = { ...operator, because, owner: decision.owner }
      for (const choice of choices) decided.push(outcome(choice, await assignEntries(ports)({ ...choice, ...request })))
      return decided
    }
    const change = changer(ports, { ...operator, because }, await takeTwoTogether(ports, changesOf(decision, choices)))
    for (const choice of choices) decided.push(await change(choice, changeOf(decision, choice)))
    return decided
  }
}

/** Chosen exceptions by comparison, in the order of their numbers. */
export function entriesByRun(entries: readonly Pick<EntryNote, 'runId' | 'item'>[]): readonly EntryItems[] {
  const chosen = new Map<string, Set<number>>()
  for (const { runId, item } of entries) chosen.set(runId, (chosen.get(runId) ?? new Set()).add(item))
  return [...chosen].map(([runId, items]) => ({ runId, items: [...items].sort((one, other) => one - other) }))
}

type Changing = Exclude<DecisionTogether, { kind: 'assign' }>

/** The change of a decision for the chosen exceptions of one comparison. */
function changeOf(decision: Changing, choice: EntryItems): RowsChange {
  switch (decision.kind) {
    case 'resolve':
      return { kind: 'reconcile.resolve', request: { ...choice, endPayments: decision.endPayments } }
    case 'classify': {
      const { as, product } = decision
      return { kind: 'reconcile.classify', request: { ...choice, as, ...(product && { product }) } }
    }
    case 'record': {
      const { accountId } = decision
      const references = referencesIn(decision, choice.runId)
      return { kind: 'reconcile.record', request: { ...choice, accountId, references } }
    }
  }
}

const changesOf = (decision: Changing, choices: readonly EntryItems[]) =>
  choices.map((choice) => changeOf(decision, choice))

type Deciding = { readonly by: string; readonly because: string }

/** Makes each change, or lets it wait for another person; one that waits already is not proposed again. */
function changer(ports: ChangePorts, who: Deciding, asProposal: boolean) {
  const make = makeChange(ports)
  return async (choice: EntryItems, change: RowsChange): Promise<ExceptionsDecided> => {
    const waiting = asProposal ? await waitingFor(ports, change) : undefined
    const done = waiting ? { proposal: waiting } : await make({ change, asProposal, ...who })
    if (isRefusal(done)) return outcome(choice, done)
    if (!('proposal' in done)) return outcome(choice, done.decided)
    const { number } = done.proposal.proposed
    return { runId: choice.runId, chosen: choice.items.length, became: 'waiting', proposal: number }
  }
}

function outcome({ runId, items }: EntryItems, done: MadeChange['decided'] | OperatorRefusal): ExceptionsDecided {
  const about = { runId, chosen: items.length }
  if (done === null) throw new Error('a decision about exceptions has no result')
  return 'refused' in done
    ? { ...about, became: 'refused', message: done.message }
    : { ...about, became: 'decided', decided: done }
}

function actOf(decision: DecisionTogether): Act {
  if (decision.kind === 'assign') return 'operator.assign'
  return decision.kind === 'resolve' && decision.endPayments ? 'operator.end_payments' : 'operator.decide'
}
