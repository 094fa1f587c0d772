import { refuseAttribution } from '../../actions/attribution.ts'
import { malformedExplanation, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import { isRefusal } from '../../model/refusal.ts'
import { isFinal, type Transaction } from '../../model/transaction.ts'
import { type AsOperator, operatorIn } from './operating.ts'
import { type ChangePorts, isDecisionForTwo } from './proposals/change.ts'
import { listProposals, makeChange } from './proposals/proposals.ts'

/** A payment as the operator saw it. */
export type SeenPayment = Pick<Transaction, 'id' | 'state' | 'attention'>

/** The outcome for one of several payments. A payment that has changed since the operator saw it is left as it is. */
export type EndedTogether = { readonly id: string } & (
  | { readonly became: 'ended' | 'changed' }
  | { readonly became: 'waiting'; readonly proposal: number }
  | { readonly became: 'refused'; readonly message: string }
)

/** The function that {@link endTogether} returns. */
export type EndTogether = (
  request: AsOperator & { readonly end: 'succeeded' | 'failed'; readonly payments: readonly SeenPayment[] },
) => Promise<readonly EndedTogether[] | OperatorRefusal | PeopleRefusal>

/**
 * Ends payments by one decision, each separately as `makeChange` does, and returns the outcome of each. Where their
 * total is above the amount for one person, each waits for another. Refused with `not_allowed`, `password_needed` and
 * `malformed_explanation`.
 */
export function endTogether(ports: ChangePorts): EndTogether {
  return async ({ who, because, end, payments }) => {
    const operator = operatorIn(ports, who, 'operator.end_payments')
    if ('refused' in operator) return operator
    const refusal = because === undefined ? malformedExplanation : refuseAttribution({ ...operator, because })
    if (refusal) return refusal
    const endOne = ender(ports, { ...operator, because, end }, await standing(ports, payments))
    const ended: EndedTogether[] = []
    for (const seen of new Map(payments.map((one) => [one.id, one])).values()) {
      ended.push(await endOne(seen))
    }
    return ended
  }
}

/** The state before any is ended: whether all wait for another person, and the proposals that already wait. */
type Standing = { readonly asProposal: boolean; readonly waiting: ReadonlyMap<string, number> }

async function standing(ports: ChangePorts, payments: readonly SeenPayment[]): Promise<Standing> {
  const now = await Promise.all(payments.map((seen) => asSeen(ports, seen)))
  const together = [...new Map(now.flatMap((payment) => (payment ? [[payment.id, payment] as const] : []))).values()]
  const proposals = ports.fourEyes ? await listProposals(ports)() : []
  return {
    asProposal: ports.fourEyes !== undefined && isDecisionForTwo(ports.fourEyes, together),
    waiting: new Map(
      proposals.flatMap(({ change, proposed }) =>
        change.kind === 'transaction.resolve' ? [[change.request.transactionId, proposed.number] as const] : [],
      ),
    ),
  }
}

type Deciding = { readonly by: string; readonly because: string | undefined; readonly end: 'succeeded' | 'failed' }

function ender(ports: ChangePorts, { end, ...who }: Deciding, { asProposal, waiting }: Standing) {
  const make = makeChange(ports)
  return async (seen: SeenPayment): Promise<EndedTogether> => {
    const { id } = seen
    const already = waiting.get(id)
    if (already !== undefined) return { id, became: 'waiting', proposal: already }
    if (!(await asSeen(ports, seen))) return { id, became: 'changed' }
    const change = { kind: 'transaction.resolve', request: { transactionId: id, end } } as const
    const done = await make({ change, asProposal, ...who })
    if (isRefusal(done)) return { id, became: 'refused', message: done.message }
    if ('proposal' in done) return { id, became: 'waiting', proposal: done.proposal.proposed.number }
    return { id, became: 'ended' }
  }
}

/** A payment, unless it has changed since the operator saw it, or has ended. */
async function asSeen({ books }: ChangePorts, { id, state, attention }: SeenPayment): Promise<Transaction | undefined> {
  const now = await books.transaction(id)
  if (!now || isFinal(now.state)) return undefined
  return now.state === state && now.attention === attention ? now : undefined
}
