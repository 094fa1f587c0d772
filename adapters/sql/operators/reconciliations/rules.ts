import type { ReconciliationRule, ReconciliationRules } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import { actionBeside } from '../actions/actionWrites.ts'
import { type RuleRow, ruleColumns, ruleOf, reconciliationRules as table } from './ruleTable.ts'

/** The stored rules of the operator. */
export function reconciliationRules({ dialect, ask, write }: Engine): ReconciliationRules {
  const beside = actionBeside(dialect)
  const insert = dialect.insert<ReconciliationRule>(table.name, table.columns)
  const remove = dialect.delete<Pick<ReconciliationRule, 'name'>>(table.name, [['name', 'text', ({ name }) => name]])
  return {
    all: async () => (await ask<RuleRow>(selectAll)).map(ruleOf),
    add(rule, acting) {
      const action = beside(acting)
      return write({
        // After the end of the actions, which is locked: the second of two changes at once sees the first.
        reads: [...action.reads, { ...selectNamed, values: [rule.name] }],
        decide(found) {
          if (found.at(-1)?.length !== 0) return { value: false, writes: [] }
          return { value: true, writes: [...insert([rule]), ...action.made(found.slice(0, -1)).writes] }
        },
      })
    },
    remove(name, acting) {
      const action = beside(acting)
      return write({
        reads: [...action.reads, { ...selectNamed, values: [name] }],
        decide(found) {
          const [row] = found.at(-1) as readonly RuleRow[]
          if (!row) return { value: undefined, writes: [] }
          const removed = ruleOf(row)
          return { value: removed, writes: [...remove([removed]), ...action.made(found.slice(0, -1), removed).writes] }
        },
      })
    },
  }
}

const selectAll = {
  name: 'reconciliation rules',
  text: `SELECT ${ruleColumns} FROM reconciliation_rules r ORDER BY r.name`,
}

const selectNamed = {
  name: 'reconciliation rule',
  text: `SELECT ${ruleColumns} FROM reconciliation_rules r WHERE r.name = $1`,
}
