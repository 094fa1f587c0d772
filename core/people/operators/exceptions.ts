import { refuseAttribution } from '../../actions/attribution.ts'
import { malformedExplanation, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import { isRefusal } from '../../model/refusal.ts'
import type { EntryNote } from '../../ports/operators/reconciliations.ts'
import { type EntryChoice, paymentsToEnd } from '../../reconciliation/entries/chosen.ts'
import { assignEntries, type EntriesDecided } from '../../reconciliation/entries/entries.ts'
import type { Act } from '../permissions.ts'
import { type AsOperator, operatorIn } from './operating.ts'
import { type ChangePorts, isDecisionForTwo, type MadeChange } from './proposals/change.ts'
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

/** One decision about several exceptions: they get an owner, or they are resolved, perhaps with their open payments. */
export type DecisionTogether =
  | { readonly kind: 'assign'; readonly owner: string }
  | { readonly kind: 'resolve'; readonly endPayments: boolean }

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
 * does, and returns the outcome of each. If their payments together need two people, each comparison's decision waits
 * for another. Refused with `not_allowed`, with `password_needed` unless they are only assigned, and with
 * `malformed_explanation`.
 */
export function decideExceptionsAsOperator(ports: ChangePorts): DecideExceptionsAsOperator {
  return async ({ who, because, decision, entries }) => {
    const operator = operatorIn(ports, who, actOf(decision))
    if ('refused' in operator) return operator
    const refusal = because === undefined ? malformedExplanation : refuseAttribution({ ...operator, because })
    if (refusal || because === undefined) return refusal ?? malformedExplanation
    const choices = choicesOf(entries)
    const decide =
      decision.kind === 'assign'
        ? assigner(ports, { ...operator, because, owner: decision.owner })
        : await resolver(ports, choices, { ...operator, because, endPayments: decision.endPayments })
    const decided: ExceptionsDecided[] = []
    for (const choice of choices) decided.push(await decide(choice))
    return decided
  }
}

type ChosenItems = Pick<EntryChoice, 'runId'> & { readonly items: readonly number[] }

/** The chosen exceptions by comparison. */
function choicesOf(entries: readonly Pick<EntryNote, 'runId' | 'item'>[]): readonly ChosenItems[] {
  const chosen = new Map<string, Set<number>>()
  for (const { runId, item } of entries) chosen.set(runId, (chosen.get(runId) ?? new Set()).add(item))
  return [...chosen].map(([runId, items]) => ({ runId, items: [...items].sort((one, other) => one - other) }))
}

type Deciding = { readonly by: string; readonly because: string }
type DecideOne = (choice: ChosenItems) => Promise<ExceptionsDecided>

function assigner(ports: ChangePorts, { owner, ...who }: Deciding & { readonly owner: string }): DecideOne {
  return async (choice) => outcome(choice, await assignEntries(ports)({ ...choice, ...who, owner }))
}

async function resolver(
  ports: ChangePorts,
  choices: readonly ChosenItems[],
  { endPayments, ...who }: Deciding & { readonly endPayments: boolean },
): Promise<DecideOne> {
  const asProposal = endPayments && (await takeTwoTogether(ports, choices))
  const make = makeChange(ports)
  return async (choice) => {
    const change = { kind: 'reconcile.resolve', request: { ...choice, endPayments } } as const
    const waiting = asProposal ? await waitingFor(ports, change) : undefined
    const done = waiting ? { proposal: waiting } : await make({ change, asProposal, ...who })
    if (isRefusal(done)) return outcome(choice, done)
    if (!('proposal' in done)) return outcome(choice, done.decided)
    return {
      runId: choice.runId,
      chosen: choice.items.length,
      became: 'waiting',
      proposal: done.proposal.proposed.number,
    }
  }
}

/** Whether the payments that all of these would end need two people. */
async function takeTwoTogether(ports: ChangePorts, choices: readonly ChosenItems[]): Promise<boolean> {
  if (!ports.fourEyes) return false
  const payments = await Promise.all(choices.map(paymentsToEnd(ports)))
  return isDecisionForTwo(ports.fourEyes, payments.flat())
}

function outcome({ runId, items }: ChosenItems, done: MadeChange['decided'] | OperatorRefusal): ExceptionsDecided {
  const about = { runId, chosen: items.length }
  if (done === null) throw new Error('a decision about exceptions has no result')
  return 'refused' in done
    ? { ...about, became: 'refused', message: done.message }
    : { ...about, became: 'decided', decided: done }
}

function actOf(decision: DecisionTogether): Act {
  if (decision.kind === 'assign') return 'operator.assign'
  return decision.endPayments ? 'operator.end_payments' : 'operator.decide'
}
