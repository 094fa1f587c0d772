import { gatheredEveryMs } from '../../../../core/sente.ts'
import type { Dialect } from '../../engine/dialect.ts'
import type { Write } from '../../engine/sqlStatement.ts'
import type { Column } from '../../engine/table.ts'
import { type FloatPeriod, type FloatTurn, floatGathered, floatPeriods, floatTurn, type Gathered } from './tables.ts'

/**
 * How many balances are handled in one transaction, and how many postings of each: few, so that payments don't wait.
 */
const [balancesAtOnce, postingsAtOnce] = [64, 512]

/** Makes the function that adds up new payments, each once. Resolves with whether there were any. */
export function gathering({ dialect, write }: { readonly dialect: Dialect; readonly write: Write }) {
  const next = { name: 'payments to add up', text: selectNext(dialect) }
  const add = `ON CONFLICT (${floatPeriods.key.join(', ')})
    DO UPDATE SET amount_minor = float_periods.amount_minor + excluded.amount_minor`
  const replace = `ON CONFLICT (${floatGathered.key.join(', ')}) DO UPDATE SET postings = excluded.postings`
  const insertPeriods = dialect.insert<FloatPeriod>(floatPeriods.name, floatPeriods.columns, add)
  const insertGathered = dialect.insert<Gathered>(floatGathered.name, floatGathered.columns, replace)
  const { begin } = turns(dialect)

  return (): Promise<boolean> =>
    write({
      // The second is read once the turn is locked, and so after the sums of any other process.
      reads: [turns(dialect).lock, next],
      decide([locked = [], found = []]) {
        const rows = found as readonly NextRow[]
        if (rows.length === 0) return { value: false, writes: [] }
        const writes = [
          ...insertPeriods(periodsIn(rows)),
          ...insertGathered(gatheredIn(rows)),
          ...(locked.length === 0 ? begin([{ askedAtMs: 0 }]) : []),
        ]
        return { value: true, writes }
      },
    })
}

/** The statements that lock and write the turn. */
export function turns(dialect: Dialect) {
  const columns: readonly Column<FloatTurn>[] = floatTurn.columns
  return {
    lock: {
      name: 'lock float turn',
      text: `SELECT t.asked_at_ms AS "askedAtMs" FROM float_turn t ${dialect.lock('t')}`,
    },
    begin: dialect.insert<FloatTurn>(floatTurn.name, columns),
    move: dialect.update<FloatTurn>(floatTurn.name, { keys: columns.slice(0, 1), columns: columns.slice(1) }),
  }
}

type NextRow = Gathered &
  (FloatPeriod | { readonly network: null; readonly kind: null; readonly fromMs: null; readonly minor: null })

function periodsIn(rows: readonly NextRow[]): FloatPeriod[] {
  const periods = new Map<string, FloatPeriod>()
  for (const { currency, network, kind, fromMs, minor } of rows) {
    if (network === null) continue
    const key = `${currency} ${network} ${kind} ${fromMs}`
    periods.set(key, { currency, network, kind, fromMs, minor: minor + (periods.get(key)?.minor ?? 0n) })
  }
  return [...periods.values()]
}

function gatheredIn(rows: readonly NextRow[]): Gathered[] {
  return [...new Map(rows.map((row) => [`${row.accountId} ${row.currency}`, row])).values()]
}

const isFee = "(p.to_ledger_account = 'fees' OR p.from_ledger_account = 'fees')"

/**
 * The movement of a posting `p` in a float: the network, the kind of payment, the hour of its time, and its addition to
 * their sum. A fee has no network, and a returned fee takes from the sum. All code that adds up postings, or checks the
 * sums, uses these.
 */
const moved = {
  network: `CASE WHEN ${isFee} THEN '' WHEN p.to_ledger_account LIKE 'float:%' THEN substr(p.to_ledger_account, 7)
    ELSE substr(p.from_ledger_account, 7) END`,
  kind: `CASE WHEN ${isFee} THEN 'fee' WHEN p.to_ledger_account LIKE 'float:%' THEN 'payout'
    ELSE 'collection' END`,
  from_ms: `p.at_ms / ${gatheredEveryMs} * ${gatheredEveryMs}`,
  minor: "CASE WHEN p.from_ledger_account = 'fees' THEN -p.amount_minor ELSE p.amount_minor END",
}

/** Selects that of a posting `p`, with its currency, as columns. */
export const movedColumns = ['p.currency', ...Object.entries(moved).map(([name, sql]) => `${sql} AS ${name}`)].join(
  ', ',
)

/** Whether a posting `p` moves a float, or is a fee. */
export const isFloat = `(p.to_ledger_account LIKE 'float:%' OR p.from_ledger_account LIKE 'float:%' OR ${isFee})`

/**
 * The sums of the next postings of some balances, and their reach. A balance whose postings move no float and are no
 * fees has a row without sum.
 */
function selectNext({ types: { integer } }: Dialect): string {
  const done = 'coalesce(g.postings, 0)'
  return `
    SELECT b.account_id AS "accountId", b.currency, b.up_to AS "upTo", ${inFloat(moved.network)} AS network,
      ${inFloat(moved.kind)} AS kind, ${inFloat(moved.from_ms)} AS "fromMs", CAST(sum(${moved.minor}) AS ${integer}) AS minor
    FROM (
      SELECT b.account_id, b.currency, ${done} AS done,
        CASE WHEN b.postings - ${done} > ${postingsAtOnce} THEN ${done} + ${postingsAtOnce} ELSE b.postings END AS up_to
      FROM balances b LEFT JOIN float_gathered g ON g.account_id = b.account_id AND g.currency = b.currency
      WHERE b.postings > ${done} ORDER BY b.account_id, b.currency LIMIT ${balancesAtOnce}
    ) AS b LEFT JOIN postings p ON p.account_id = b.account_id AND p.currency = b.currency
      AND p.n >= b.done AND p.n < b.up_to AND ${isFloat}
    GROUP BY 1, 2, 3, 4, 5, 6`
}

function inFloat(expression: string): string {
  return `CASE WHEN p.n IS NOT NULL THEN ${expression} END`
}
