import type { FileDirection, ReconciliationRule, RuleDecision } from '../../../../core/sente.ts'
import { type Column, type Stored, selected, type Table } from '../../engine/table.ts'

/** The operator's rules for rows that come again. */
export const reconciliationRules = {
  name: 'reconciliation_rules',
  moves: 'copied',
  columns: [
    ['name', 'text', ({ name }) => name],
    ['network', 'text', ({ filter }) => filter.network],
    ['direction', 'text?', ({ filter }) => filter.direction ?? null],
    ['why', 'text?', ({ filter }) => filter.why ?? null],
    ['currency', 'text?', ({ filter }) => filter.amount?.currency ?? null],
    ['least_minor', 'integer?', ({ filter }) => filter.amount?.leastMinor ?? null],
    ['most_minor', 'integer?', ({ filter }) => filter.amount?.mostMinor ?? null],
    ['decision', 'json', ({ decision }) => JSON.stringify(decision)],
    ['because', 'text', ({ because }) => because],
    ['made_by', 'text', ({ by }) => by],
    ['at_ms', 'integer', ({ atMs }) => atMs],
  ] satisfies readonly Column<ReconciliationRule>[],
  key: ['name'],
} satisfies Table

/** The row of a rule. */
export type RuleRow = Stored<Pick<ReconciliationRule, 'name' | 'because' | 'atMs'>, 'atMs'> & {
  readonly network: string
  readonly direction: FileDirection | null
  readonly why: string | null
  readonly currency: string | null
  readonly leastMinor: bigint | null
  readonly mostMinor: bigint | null
  readonly decision: string
  readonly madeBy: string
}

/** The columns of the row of a rule `r`. */
export const ruleColumns = selected(reconciliationRules.columns, 'r')

/** The rule in a row. */
export function ruleOf(row: RuleRow): ReconciliationRule {
  const { name, network, direction, why, currency, leastMinor, mostMinor, decision, because, madeBy: by, atMs } = row
  const filter = {
    network,
    ...(direction !== null && { direction }),
    ...(why !== null && { why }),
    ...(currency !== null && { amount: { currency, leastMinor, mostMinor } }),
  }
  return { name, filter, decision: JSON.parse(decision) as RuleDecision, because, by, atMs: Number(atMs) }
}
