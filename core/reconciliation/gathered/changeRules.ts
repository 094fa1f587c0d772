import {
  type ActionPorts,
  type Attribution,
  type Done,
  recording,
  refuseAttribution,
} from '../../actions/attribution.ts'
import { type Market, networkNames } from '../../model/market.ts'
import { toDecimal } from '../../model/money.ts'
import {
  isExplanation,
  malformedExplanation,
  type OperatorRefusal,
  unconfiguredCurrency,
  unconfiguredNetwork,
  unknownAccount,
} from '../../model/operatorRefusal.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Facts } from '../../ports/operators/actions.ts'
import type { AmountRange, ReconciliationRule, ReconciliationRules } from '../../ports/operators/reconciliationRules.ts'
import { refuseReference } from '../recording/recordEntry.ts'
import { reasonOf, referencesIn } from './ruleDecisions.ts'

/** The ports for changing rules. */
export type RulePorts = ActionPorts & {
  readonly reconciliationRules: ReconciliationRules
  readonly accounts: Pick<AccountRepo, 'byId'>
  readonly market: Market
}

/** A new rule; its `because` is also the reason of its decisions. */
export type NewRule = Pick<ReconciliationRule, 'name' | 'filter' | 'decision'>

/** The function that {@link addRule} returns. */
export type AddRule = (
  request: NewRule & Attribution & { readonly because: string },
) => Promise<{ readonly rule: ReconciliationRule } | OperatorRefusal>

/** The function that {@link removeRule} returns. */
export type RemoveRule = (
  request: { readonly name: string } & Attribution & { readonly because: string },
) => Promise<{ readonly rule: ReconciliationRule } | OperatorRefusal>

/** The function that {@link listRules} returns. */
export type ListRules = () => Promise<readonly ReconciliationRule[]>

/**
 * Adds a rule. It decides nothing until it is run. Refused with `malformed_rule`, `rule_exists`, `unknown_network`,
 * `unknown_currency`, `unknown_account`, `malformed_reference`, `malformed_name` and `malformed_explanation`.
 */
export function addRule(ports: RulePorts): AddRule {
  const { reconciliationRules, clock } = ports
  return async ({ name, filter, decision, ...who }) => {
    const refusal = refuseAttribution(who) ?? (who.because === undefined ? malformedExplanation : undefined)
    if (refusal) return refusal
    const { by, because } = who
    const rule = { name, filter, decision, because, by, atMs: clock.nowMs() }
    const unfit = refuseRule(rule, ports.market) ?? (await refuseDecision(rule, ports))
    if (unfit) return unfit
    const acting = recording(ports, who)(() => doneWith('add', rule))
    if (await reconciliationRules.add(rule, acting)) return { rule }
    return { refused: 'rule_exists', message: `There is a rule ${name}: remove it first, or take another name` }
  }
}

/** Removes a rule. Its decisions stay. Refused with `unknown_rule`, `malformed_name` and `malformed_explanation`. */
export function removeRule(ports: Omit<RulePorts, 'accounts' | 'market'>): RemoveRule {
  return async ({ name, ...who }) => {
    const refusal = refuseAttribution(who) ?? (who.because === undefined ? malformedExplanation : undefined)
    if (refusal) return refusal
    const acting = recording(ports, who)((removed: ReconciliationRule) => doneWith('remove', removed))
    const rule = await ports.reconciliationRules.remove(name, acting)
    return rule ? { rule } : unknownRule(name)
  }
}

/** All rules, by their names. */
export function listRules({ reconciliationRules }: Pick<RulePorts, 'reconciliationRules'>): ListRules {
  return () => reconciliationRules.all()
}

/** Refuses the name of a rule that does not exist. */
export function unknownRule(name: string): OperatorRefusal {
  return { refused: 'unknown_rule', message: `There is no rule ${name}` }
}

function malformed(message: string): OperatorRefusal {
  return { refused: 'malformed_rule', message }
}

function refuseRule(rule: ReconciliationRule, market: Market): OperatorRefusal | undefined {
  const { name, filter, decision } = rule
  const { network, direction, why, amount } = filter
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name))
    return malformed('The name of a rule must be 1 to 40 letters from a to z, digits and hyphens')
  if (!networkNames(market).includes(network)) return unconfiguredNetwork(network, market)
  if (direction === undefined && why === undefined && amount === undefined)
    return malformed('A rule must have a direction, a why or an amount: otherwise it covers every row of the network')
  if (amount && !market.has(amount.currency)) return unconfiguredCurrency(amount.currency, market)
  if (amount && isEmpty(amount)) return malformed('No amount is in the range of the rule')
  if (decision.kind === 'record' && direction !== 'in')
    return malformed(
      'A rule records only money that came in, since money that went out may be a refund: its direction must be in',
    )
  return isExplanation(`liquidation: ${reasonOf(rule)}`) ? undefined : malformedExplanation
}

function isEmpty({ leastMinor, mostMinor }: AmountRange): boolean {
  if (leastMinor === null && mostMinor === null) return true
  return (
    (mostMinor !== null && mostMinor <= 0n) || (leastMinor !== null && mostMinor !== null && leastMinor > mostMinor)
  )
}

async function refuseDecision(
  rule: ReconciliationRule,
  { accounts }: Pick<RulePorts, 'accounts'>,
): Promise<OperatorRefusal | undefined> {
  const { decision } = rule
  if (decision.kind !== 'record') return undefined
  const malformedReference = refuseReference(`${referencesIn(decision, '0'.repeat(36))}${'0'.repeat(9)}`)
  if (malformedReference) return malformedReference
  return (await accounts.byId(decision.accountId)) ? undefined : unknownAccount(decision.accountId)
}

function doneWith(what: 'add' | 'remove', rule: ReconciliationRule): Done {
  const facts = factsOf(rule)
  const [before, after] = what === 'add' ? [null, facts] : [facts, null]
  const accountId = rule.decision.kind === 'record' ? rule.decision.accountId : null
  return { kind: `reconcile.rule-${what}`, accountId, subject: `rule ${rule.name}`, before, after }
}

function factsOf({ filter, decision, because }: ReconciliationRule): Facts {
  const { amount, ...others } = filter
  return { ...others, ...(amount && { amount: amountFacts(amount) }), decision, because }
}

function amountFacts({ currency, leastMinor, mostMinor }: AmountRange): Facts {
  return {
    currency,
    ...(leastMinor !== null && { least: toDecimal(leastMinor, currency) }),
    ...(mostMinor !== null && { most: toDecimal(mostMinor, currency) }),
  }
}
