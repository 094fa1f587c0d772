import type { ReconciliationRule } from '../../../core/sente.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { anActing, throwing } from '../kit/records.ts'
import type { Facts } from '../kit/trial.ts'
import { atMs, type ReconciliationStore } from './comparisons.ts'

/** A rule that covers every row of an amount, with the longest texts and the largest amounts. */
export const aRule: ReconciliationRule = {
  name: 'promo-fund',
  filter: {
    ...{ network: 'MTN', direction: 'in', why: 'Promo “Fund”' },
    amount: { currency: 'UGX', leastMinor: 1n, mostMinor: 9_007_199_254_740_993n },
  },
  decision: { kind: 'record', accountId: 'a', references: 'promo-' },
  ...{ because: 'tab\tline', by: 'amina', atMs },
}

/** Another one, with as little as possible. */
export const aSmallRule: ReconciliationRule = {
  ...{ ...aRule, name: 'fees', decision: { kind: 'classify', as: 'other' } },
  filter: { network: 'AIRTEL', amount: { currency: 'UGX', leastMinor: null, mostMinor: 5n } },
}

/** Rule 208.17: the operator's rules. */
export const rules: Facts<ReconciliationStore> = {
  async '208.17 a rule is kept under its name, with its action, until it is removed; a taken name changes nothing'({
    reconciliationRules,
    actions,
  }) {
    await rejection(reconciliationRules.add(aRule, throwing), 'a rule with an action that throws')
    equal(await reconciliationRules.all(), [], 'the rules afterwards')
    equal(await reconciliationRules.add(aRule, anActing()), true, 'whether it is added')
    equal(await reconciliationRules.add(aSmallRule), true, 'whether another one is added')
    equal(await reconciliationRules.add({ ...aSmallRule, name: aRule.name }, anActing()), false, 'a taken name')
    equal(await reconciliationRules.all(), [aSmallRule, aRule], 'all rules')
    const added = Array.from({ length: 9 }, () => reconciliationRules.add({ ...aRule, name: 'at-once' }, anActing()))
    equal((await Promise.all(added)).filter(Boolean).length, 1, 'the additions of many at once')
    const removed = Array.from({ length: 9 }, () => reconciliationRules.remove('at-once', anActing()))
    equal((await Promise.all(removed)).filter(Boolean).length, 1, 'the removals of many at once')
    equal((await actions.list({ limit: 99 })).actions.length, 3, 'the number of actions')
    await rejection(reconciliationRules.remove(aRule.name, throwing), 'a removal with an action that throws')
    equal(await reconciliationRules.remove(aRule.name), aRule, 'the removed rule')
    equal(await reconciliationRules.remove(aRule.name), undefined, 'the rule that is removed twice')
    equal(await reconciliationRules.all(), [aSmallRule], 'the rules that stay')
  },
}
