import type { ReconciliationRule, ReconciliationRules } from '../../../core/sente.ts'
import type { ActBeside } from './actions.ts'

/** The operator's rules in memory. */
export function memoryReconciliationRules(actBeside: ActBeside): ReconciliationRules {
  const rules = new Map<string, ReconciliationRule>()
  return {
    all: async () => [...rules.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    async add(rule, acting) {
      if (rules.has(rule.name)) return false
      actBeside(acting)
      rules.set(rule.name, rule)
      return true
    },
    async remove(name, acting) {
      const rule = rules.get(name)
      if (!rule) return undefined
      actBeside(acting, rule)
      rules.delete(name)
      return rule
    },
  }
}
