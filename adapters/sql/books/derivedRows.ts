import type { Dialect } from '../engine/dialect.ts'
import type { Ask } from '../engine/sqlStatement.ts'
import { isFloat, movedColumns } from '../operators/float/gathering.ts'
import { endLists, eventsToEnter, eventType, fillLists, isEntered, selectLastEntered } from './lists.ts'
import { fillMarks, selectMarks } from './marks.ts'

/**
 * The statements that derive rows in the empty tables of whole books from their other rows. The nodes add up the sums
 * of floats by the hour later.
 */
export function deriveRows(dialect: Dialect): string[] {
  return [
    `INSERT INTO used_references (account_id, reference, transaction_id) ${selectReferences}`,
    `INSERT INTO follow_ups (account_id, transaction_id, network, currency, ask_at_ms) ${selectFollowUps}`,
    ...fillLists(),
    ...fillMarks(dialect),
  ]
}

/**
 * Names derived rows that are missing or wrong, which nothing else would notice. It reads all transactions and
 * postings. Its findings may be of several moments unless `ask` is within a transaction. It names at most `most`.
 */
export async function findWrongRows(ask: Ask, dialect: Dialect, most: number): Promise<string[]> {
  const found: string[] = []
  for (const check of checks(dialect)) {
    if (found.length >= most) break
    const text = `SELECT problem FROM (${check}) AS wrong LIMIT ${most - found.length}`
    const rows = await ask<{ problem: string }>({ text })
    found.push(...rows.map(({ problem }) => problem))
  }
  return found
}

/** Each selects problems. */
function checks(dialect: Dialect): string[] {
  return [
    ...eventListChecks,
    ...Object.entries(endLists).flatMap(([list, columns]) => endListChecks(list, columns)),
    marksCheck(dialect),
    ...followUpChecks,
    ...referenceChecks,
    ...postingsChecks,
    ...floatChecks,
  ]
}

const eventListChecks = [
  `SELECT 'event ' || e.sequence || ' of account ' || e.account_id || ' is missing from event_lists' AS problem
  FROM ${eventsToEnter}
  WHERE ${isEntered} AND NOT EXISTS (
    SELECT 1 FROM event_lists l
    WHERE l.account_id = e.account_id AND l.type = ${eventType} AND l.sequence = e.sequence)`,
  `SELECT 'event_lists has event ' || l.sequence || ' of account ' || l.account_id || ' in a wrong place' AS problem
  FROM event_lists l
  LEFT JOIN events e ON e.account_id = l.account_id AND e.sequence = l.sequence
  LEFT JOIN transactions t ON t.account_id = e.account_id AND t.id = e.transaction_id
  LEFT JOIN fundings f ON f.account_id = e.account_id AND f.reference = e.funding_reference
  LEFT JOIN (${selectLastEntered}) AS entered ON entered.account_id = l.account_id
  WHERE e.sequence IS NULL OR l.type IS DISTINCT FROM ${eventType} OR l.sequence > entered.last`,
]

/** The missing, wrong and too early rows in a list of transactions that have ended. */
function endListChecks(list: string, columns: readonly string[]): string[] {
  const isListed = columns.map((column) => `l.${column} = t.${column}`).join(' AND ')
  const missing = `'transaction ' || t.id || ' is missing from ${list}' AS problem`
  const wrong = (id: string) => `'${list} has ' || ${id} || ' in a wrong place' AS problem`
  const ended = `FROM ${eventsToEnter}`
  return [
    `SELECT ${missing} ${ended}
    WHERE ${isEntered} AND t.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${list} l WHERE ${isListed})`,
    `SELECT ${wrong('l.id')} FROM ${list} l
    WHERE NOT EXISTS (SELECT 1 FROM transactions t WHERE ${isListed} AND t.state IN ('succeeded', 'failed'))`,
    `SELECT ${wrong('t.id')} ${ended}
    WHERE e.sequence > entered.last AND t.id IS NOT NULL AND EXISTS (SELECT 1 FROM ${list} l WHERE ${isListed})`,
  ]
}

function marksCheck(dialect: Dialect): string {
  return `
  SELECT 'statement_marks lacks, or has wrongly, posting ' || n || ' of ' || account_id || ' ' || currency AS problem
  FROM (${selectMarks(dialect)}) AS m FULL JOIN statement_marks s USING (account_id, currency, n)
  WHERE m.latest_ms IS DISTINCT FROM s.latest_ms OR m.available_minor IS DISTINCT FROM s.available_minor
    OR m.held_minor IS DISTINCT FROM s.held_minor`
}

/** The references that transactions use up. */
const selectReferences = 'SELECT t.account_id, t.reference, t.id AS transaction_id FROM transactions t'

/** The follow-ups of transactions that are open, or still asked about. */
const selectFollowUps = `SELECT t.account_id, t.id AS transaction_id, t.network, t.currency, t.ask_at_ms
  FROM transactions t WHERE t.state IN ('submitting', 'pending') OR t.ask_at_ms IS NOT NULL`

const isFollowUp = `f.account_id = t.account_id AND f.transaction_id = t.transaction_id AND f.network = t.network
    AND f.currency = t.currency AND f.ask_at_ms IS NOT DISTINCT FROM t.ask_at_ms`

const followUpChecks = [
  `SELECT 'transaction ' || t.transaction_id || ' is missing from follow_ups' AS problem FROM (${selectFollowUps}) AS t
  WHERE NOT EXISTS (SELECT 1 FROM follow_ups f WHERE ${isFollowUp})`,
  `SELECT 'follow_ups has ' || f.transaction_id || ' wrongly' AS problem FROM follow_ups f
  WHERE NOT EXISTS (SELECT 1 FROM (${selectFollowUps}) AS t WHERE ${isFollowUp})`,
]

const isReference = 'r.account_id = t.account_id AND r.reference = t.reference AND r.transaction_id = t.transaction_id'

const referenceChecks = [
  `SELECT 'transaction ' || t.transaction_id || ' is missing from used_references' AS problem FROM (${selectReferences}) AS t
  WHERE NOT EXISTS (SELECT 1 FROM used_references r WHERE ${isReference})`,
  `SELECT 'used_references has ' || r.transaction_id || ' wrongly' AS problem FROM used_references r
  WHERE NOT EXISTS (SELECT 1 FROM (${selectReferences}) AS t WHERE ${isReference})`,
]

/** Payments by the hour, from the postings that count as added up. */
const floatChecks = [
  `SELECT 'float_periods lacks, or has wrongly, the ' || kind || 's' || CASE WHEN network = '' THEN '' ELSE ' over ' END ||
    network || ' from ' || from_ms AS problem
  FROM (
    SELECT h.currency, h.network, h.kind, h.from_ms, sum(h.minor) AS minor FROM (
      SELECT ${movedColumns}
      FROM float_gathered g JOIN postings p ON p.account_id = g.account_id AND p.currency = g.currency
      WHERE p.n < g.postings AND ${isFloat}
    ) AS h GROUP BY 1, 2, 3, 4
  ) AS m FULL JOIN float_periods f USING (currency, network, kind, from_ms)
  WHERE m.minor IS DISTINCT FROM f.amount_minor`,
  `SELECT 'float_gathered counts more postings of ' || g.account_id || ' ' || g.currency || ' than there are' AS problem
  FROM float_gathered g LEFT JOIN balances b ON b.account_id = g.account_id AND b.currency = g.currency
  WHERE g.postings > coalesce(b.postings, 0)`,
]

/**
 * Statements end with the posting that the balance counts last. The audit finds an earlier missing posting by its
 * amount.
 */
const postingsChecks = [
  `
  SELECT 'the postings of ' || b.account_id || ' ' || b.currency || ' are not as many as the balance counts' AS problem
  FROM balances b LEFT JOIN (
    SELECT account_id, currency, max(n) + 1 AS number FROM postings GROUP BY account_id, currency
  ) AS p ON p.account_id = b.account_id AND p.currency = b.currency
  WHERE b.postings <> coalesce(p.number, 0)`,
  `
  SELECT 'the last posting of ' || b.account_id || ' ' || b.currency || ' is of another time than the balance has' AS problem
  FROM balances b JOIN postings p ON p.account_id = b.account_id AND p.currency = b.currency AND p.n = b.postings - 1
  WHERE p.at_ms <> b.posted_at_ms`,
]
