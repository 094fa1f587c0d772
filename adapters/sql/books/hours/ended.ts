import {
  type AccountHour,
  type ChannelHour,
  countedDurations,
  gatheredEveryMs,
  mostCounted,
} from '../../../../core/sente.ts'
import type { Dialect } from '../../engine/dialect.ts'
import type { Stored } from '../../engine/table.ts'
import { joinTransaction } from '../lists/lists.ts'
import { sumNames } from './tables.ts'

const ifSucceeded = (value: string) => `CASE WHEN t.state = 'succeeded' THEN ${value} ELSE 0 END`

/**
 * The group and the sums of an ended payment `t` with its event `e`. All code that adds up payments, or checks the sums,
 * uses these.
 */
export const ended = {
  from_ms: `e.at_ms / ${gatheredEveryMs} * ${gatheredEveryMs}`,
  currency: 't.currency',
  network: 't.network',
  kind: 't.kind',
  within_ms: `CASE ${countedDurations
    .map((ms) => `WHEN e.at_ms - t.created_at_ms <= ${ms} THEN ${ms}`)
    .join(' ')} ELSE ${Math.max(...countedDurations)} END`,
  succeeded: ifSucceeded('1'),
  failed: "CASE WHEN t.state = 'failed' THEN 1 ELSE 0 END",
  amount_minor: ifSucceeded('t.amount_minor'),
  fees_minor: ifSucceeded('coalesce(t.fee_minor, 0) - coalesce(t.fee_back_minor, 0)'),
} as const

/** A row of these. */
export type EndedRow = Stored<
  AccountHour & Pick<ChannelHour, 'withinMs'>,
  'fromMs' | 'withinMs' | 'succeeded' | 'failed'
>

/** The sums in a row. */
export function endedOf({ currency, network, kind, amountMinor, feesMinor, ...row }: EndedRow) {
  const [fromMs, withinMs] = [Number(row.fromMs), Number(row.withinMs)]
  const [succeeded, failed] = [Number(row.succeeded), Number(row.failed)]
  return { fromMs, currency, network, kind, withinMs, succeeded, failed, amountMinor, feesMinor }
}

/** The names of their properties, by columns. */
const names: Readonly<Record<keyof typeof ended, string>> = {
  ...{ from_ms: '"fromMs"', currency: 'currency', network: 'network', kind: 'kind', within_ms: '"withinMs"' },
  ...{ succeeded: 'succeeded', failed: 'failed', amount_minor: '"amountMinor"', fees_minor: '"feesMinor"' },
}

/** Selects the columns of such rows, made by an expression of each column. */
export function selectEnded(expression: (column: keyof typeof ended) => string): string {
  return (Object.keys(ended) as (keyof typeof ended)[])
    .map((column) => `${expression(column)} AS ${names[column]}`)
    .join(', ')
}

/** Selects the next events that are not added up yet: few accounts, and few events of each, so that payments don't wait. */
export function selectNext(dialect: Dialect): string {
  const [accountsAtOnce, eventsAtOnce] = [64, 512]
  const { integer } = dialect.types
  const sum = (column: keyof typeof ended) =>
    sumNames.includes(column) ? `CAST(sum(${ended[column]}) AS ${integer})` : inPayment(ended[column])
  return `
    SELECT a.account_id AS "accountId", a.up_to AS "upTo", ${selectEnded(sum)}
    FROM (
      SELECT n.account_id, n.done, CASE WHEN n.last - n.done > ${eventsAtOnce} THEN n.done + ${eventsAtOnce} ELSE n.last END AS up_to
      FROM (
        SELECT a.id AS account_id, coalesce(g.sequence, 0) AS done,
          (SELECT max(v.sequence) FROM events v WHERE v.account_id = a.id) AS last
        FROM accounts a LEFT JOIN summed_events g ON g.account_id = a.id
      ) AS n WHERE n.last > n.done ORDER BY n.account_id LIMIT ${accountsAtOnce}
    ) AS a
    LEFT JOIN events e ON e.account_id = a.account_id AND e.sequence > a.done AND e.sequence <= a.up_to
      AND e.transaction_id IS NOT NULL
    ${joinTransaction(dialect)}
    GROUP BY 1, 2, 3, 4, 5, 6, 7`
}

function inPayment(expression: string): string {
  return `CASE WHEN t.id IS NOT NULL THEN ${expression} END`
}

/** Selects the payments of accounts `a` that are not added up yet, with a mark; only some if there are many. */
export function selectRest(dialect: Dialect, where = 'TRUE'): string {
  const isRest = 'e.account_id = a.id AND e.sequence > coalesce(g.sequence, 0) AND e.transaction_id IS NOT NULL'
  return `
    SELECT * FROM (
      SELECT ${selectEnded((column) => ended[column])}, 1 AS rest
      FROM accounts a LEFT JOIN summed_events g ON g.account_id = a.id
      ${dialect.joinEach('events', 'e', isRest)}
      ${dialect.joinFound('transactions', 't', 't.account_id = e.account_id AND t.id = e.transaction_id')}
      WHERE ${where} LIMIT ${mostCounted}
    ) AS latest`
}
