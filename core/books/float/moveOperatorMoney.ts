import { checkFunding } from '../../accounts/funding/fundAccount.ts'
import {
  type ActionPorts,
  type Attribution,
  type Done,
  recording,
  refuseAttribution,
} from '../../actions/attribution.ts'
import type { Market } from '../../model/market.ts'
import { toDecimal, toMinor } from '../../model/money.ts'
import { malformedExplanation, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { Facts } from '../../ports/operators/actions.ts'
import type { OperatorAccount, OperatorMoney, OperatorMove } from '../../ports/operators/operatorMoney.ts'
import { floatsOf } from './floats.ts'

/** The ports for moving the operator's own money. */
export type MoneyPorts = { readonly operatorMoney: OperatorMoney; readonly market: Market } & ActionPorts

/** A requested movement of the operator's own money. */
export type MoneyRequest = Pick<OperatorMove, 'kind' | 'currency' | 'reference' | 'runId'> & {
  /** The names of the accounts. */
  readonly from: string
  readonly to: string
  /** In major units, above zero. */
  readonly amount: number
}

/** A recorded movement; `isNew` is false if it was there before. */
export type MovedMoney = { readonly move: OperatorMove; readonly isNew: boolean }

/** The function that {@link moveOperatorMoney} returns. */
export type MoveOperatorMoney = (request: MoneyRequest & Attribution) => Promise<MovedMoney | OperatorRefusal>

/**
 * Records a movement of the operator's own money, which somebody has made at the bank or at a network; it does not move
 * money itself. The same request again changes nothing and is answered with the first, whatever has left the market
 * since. Refused with `unknown_currency`, `malformed_amount`, `malformed_reference`, `unknown_money_account`,
 * `malformed_explanation`, and for another movement under the same reference with `move_reference_reused`.
 */
export function moveOperatorMoney(ports: MoneyPorts): MoveOperatorMoney {
  const { operatorMoney } = ports
  return async (request) => {
    const { reference, approval } = request
    const refusal = refuseAttribution(request)
    if (refusal) return refusal
    const first = await operatorMoney.byReference(reference)
    if (first && !isOf(first, request)) return reused(first)
    const move = first ?? newMove(request, ports)
    if ('refused' in move) return move
    let isNew = false
    // A repetition is no action, but it ends the proposal behind it. Another movement with the reference ends none.
    const acting = recording(
      ports,
      request,
    )((standing: OperatorMove, isAdded: boolean) => {
      isNew = isAdded
      const endsProposal = isSame(standing, move) && approval && approval.proposal !== null
      return isAdded || endsProposal ? doneWith(move) : undefined
    })
    const found = await operatorMoney.move(move, acting)
    return isSame(found, move) ? { move: found, isNew } : reused(found)
  }
}

function newMove(request: MoneyRequest & Attribution, { market, clock }: MoneyPorts): OperatorMove | OperatorRefusal {
  const { kind, currency, reference, runId, by, because = null } = request
  const checked = checkFunding(request, market)
  if ('refused' in checked) return checked
  const [from, to] = [request.from, request.to].map((name) => accountNamed(name, currency, market))
  if (!from || !to || from === to) return unknownAccount(request, market)
  if (kind === 'adjust' && because === null) return malformedExplanation
  const { amountMinor } = checked
  const of = runId !== undefined && { runId }
  return { reference, kind, currency, from, to, amountMinor, by, because, atMs: clock.nowMs(), ...of }
}

/** The accounts for movements in a currency. */
export function moneyAccounts(market: Market, currency: string): readonly OperatorAccount[] {
  const floats = floatsOf(market).filter((float) => float.currency === currency)
  return ['bank', 'capital', 'fees_paid', 'suspense', ...floats.map(({ account }) => account)]
}

function accountNamed(name: string, currency: string, market: Market): OperatorAccount | undefined {
  return moneyAccounts(market, currency).find((account) => account === name)
}

function doneWith(move: OperatorMove): Done {
  return {
    kind: `float.${move.kind}`,
    accountId: null,
    subject: `move ${move.reference}`,
    before: null,
    after: recordedMove(move),
  }
}

/** The facts of a movement in an action. */
export function recordedMove({ amountMinor, currency, from, to }: OperatorMove): Facts {
  return { amount: toDecimal(amountMinor, currency), currency, from, to }
}

function unknownAccount({ currency, from, to }: MoneyRequest, market: Market): OperatorRefusal {
  const known = moneyAccounts(market, currency).join(', ')
  const message =
    from === to
      ? `Money must move from one account to another, not from ${from} to itself`
      : `Money in ${currency} can move between: ${known}`
  return { refused: 'unknown_money_account', message }
}

/** Whether a movement matches a request. */
function isOf(move: OperatorMove, { currency, from, to, amount }: MoneyRequest): boolean {
  const isSameWay = currency === move.currency && from === move.from && to === move.to
  return isSameWay && toMinor(amount, currency) === move.amountMinor
}

function isSame(one: OperatorMove, other: OperatorMove): boolean {
  return (['currency', 'from', 'to', 'amountMinor'] as const).every((name) => one[name] === other[name])
}

function reused({ reference, currency, amountMinor, from, to }: OperatorMove): OperatorRefusal {
  const first = `${toDecimal(amountMinor, currency)} ${currency} from ${from} to ${to}`
  return { refused: 'move_reference_reused', message: `Reference ${reference} was already used, for ${first}` }
}
