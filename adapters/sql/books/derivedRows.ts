import type { Dialect } from '../engine/dialect.ts'
import type { Ask } from '../engine/sqlStatement.ts'
import { isFloat, movedColumns } from '../operators/float/gathering.ts'
import { changeOf } from '../tables/postings.ts'
import { markedEvery } from '../tables/statementMarks.ts'
import { hourChecks } from './hours/paymentSums.ts'
import { selectBlocks, wrongBits } from './lists/gatherBits.ts'
import {
  countNetworkIds,
  endLists,
  eventsToEnter,
  eventType,
  fillLists,
  isEntered,
  isNetworkId,
  isOtherText,
  listed,
  selectLastEntered,
  selectNetworkIds,
  selectTexts,
} from './lists/lists.ts'
import { fillMarks, selectMarks } from './marks.ts'

/**
 * The statements that derive rows in the empty tables of whole books from their other rows. The nodes add up
 * floats and ended payments by the hour, and write the bits of texts, later.
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
  const isDoubtful = await hasDoubts(ask)
  for (const check of [...(isDoubtful ? proven(dialect) : []), ...postingsChecks, ...floatChecks, ...hourChecks]) {
    if (found.length >= most) break
    const text = `SELECT problem FROM (${check}) AS wrong LIMIT ${most - found.length}`
    const rows = await ask<{ problem: string }>({ text })
    found.push(...rows.map(({ problem }) => problem))
  }
  return [...found, ...(await wrongBits(ask, selectBlocks, most - found.length))]
}

/** Whether {@link proven} may find anything. It costs a third of them. */
async function hasDoubts(ask: Ask): Promise<boolean> {
  for (const doubt of doubts()) {
    const rows = await ask({ text: `${doubt} LIMIT 1` })
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Each selects a row unless everything is right. A table that lacks nothing, and has as many rows as it must, has
 * nothing else. Rows are compared in the order of a key: the checks that name them look up each, in both directions,
 * wherever it is.
 */
function doubts(): string[] {
  return [
    countDoubt,
    ...Object.entries(endLists).map(([list, columns]) => endListDoubt(list, columns)),
    textsCheck,
    networkIdsDoubt,
    ...wrongNetworkIds,
    endTypeDoubt,
    otherEventDoubt,
    marksDoubt,
    followUpDoubt,
    `${selectReferences} EXCEPT SELECT account_id, reference, transaction_id FROM used_references ORDER BY 1, 2, 3`,
  ]
}

/** The checks that name rows whose table has no doubts. Each selects problems. */
function proven(dialect: Dialect): string[] {
  return [
    ...eventListChecks,
    ...Object.entries(endLists).flatMap(([list, columns]) => endListChecks(list, columns)),
    textsCheck,
    ...networkIdChecks,
    marksCheck(dialect),
    ...followUpChecks,
    ...referenceChecks,
  ]
}

/** Tables with another number of rows than they must have. Each payment that has ended is in both lists of these. */
const countDoubt = `
  SELECT wanted.events FROM (
    SELECT count(*) AS events, count(e.transaction_id) AS ends
    FROM (${selectLastEntered}) AS entered JOIN events e ON e.account_id = entered.account_id WHERE ${isEntered}
  ) AS wanted
  WHERE wanted.events <> (SELECT count(*) FROM event_lists)
    OR ${Object.keys(endLists)
      .map((list) => `wanted.ends <> (SELECT count(*) FROM ${list})`)
      .join(' OR ')}
    OR (SELECT count(transaction_id) FROM events)
      <> (SELECT count(*) FROM transactions WHERE state IN ('succeeded', 'failed'))
    OR (SELECT count(*) FROM transactions) <> (SELECT count(*) FROM used_references)
    OR (SELECT count(*) FROM postings WHERE n % ${markedEvery} = ${markedEvery - 1n} OR n < 0)
      <> (SELECT count(*) FROM statement_marks)`

/** A payment that has ended, is in no list, and is not among the latest events of its account either. */
function endListDoubt(list: string, columns: readonly string[]): string {
  const own = columns.map(listed).join(', ')
  return `SELECT ${own} FROM transactions t WHERE t.state IN ('succeeded', 'failed')
    EXCEPT SELECT ${own} FROM (${selectLastEntered}) AS entered
      JOIN events e ON e.account_id = entered.account_id AND e.sequence > entered.last
      JOIN transactions t ON t.account_id = e.account_id AND t.id = e.transaction_id
    EXCEPT SELECT ${columns.join(', ')} FROM ${list} ORDER BY ${columns.map((_, index) => index + 1).join(', ')}`
}

/** Texts that are missing, wrong, or too many. */
const textsCheck = `
  SELECT 'text_lists lacks, or has wrongly, the texts until event ' || coalesce(w.last_event, x.last_event) || ' of account ' ||
    coalesce(w.account_id, x.account_id) AS problem
  FROM (${selectTexts(eventsToEnter, isEntered)}) AS w
  FULL JOIN text_lists x ON x.account_id = w.account_id AND x.last_event = w.last_event
  WHERE ${isOtherText}`

const final = "t.state IN ('succeeded', 'failed')"

/** The latest events `e` of all accounts, which are in no list yet, with their transactions `t`. */
const latestEnds = `(${selectLastEntered}) AS entered
  JOIN events e ON e.account_id = entered.account_id AND e.sequence > entered.last
  JOIN transactions t ON t.account_id = e.account_id AND t.id = e.transaction_id`

/** Another number of networks' ids than the payments have that are in the lists. */
const networkIdsDoubt = `
  SELECT wanted.ids FROM (SELECT ${countNetworkIds} AS ids FROM transactions t WHERE ${final}) AS wanted
  WHERE wanted.ids - (SELECT ${countNetworkIds} FROM ${latestEnds}) <> (SELECT count(*) FROM network_id_lists)`

const wrongNetworkIds = [
  `SELECT 'network_id_lists has ' || l.id || ' wrongly' AS problem FROM network_id_lists l
  WHERE NOT EXISTS (SELECT 1 FROM transactions t WHERE ${isNetworkId} AND ${final})`,
  `SELECT 'network_id_lists has ' || t.id || ' too early' AS problem FROM ${latestEnds}
  WHERE EXISTS (SELECT 1 FROM network_id_lists l WHERE ${isNetworkId})`,
]

const networkIdChecks = [
  `SELECT 'transaction ' || w.id || ' is missing from network_id_lists' AS problem
  FROM (${selectNetworkIds(eventsToEnter, isEntered)}) AS w
  WHERE NOT EXISTS (
    SELECT 1 FROM network_id_lists l WHERE l.network_id = w.network_id AND l.account_id = w.account_id AND l.id = w.id)`,
  ...wrongNetworkIds,
]

/**
 * A payment whose end is not in the list of its type. An event knows only the id of its payment, and payments lie in the
 * order of their ids.
 */
const endTypeDoubt = `
  SELECT t.id, t.kind || '.' || t.state FROM transactions t WHERE t.state IN ('succeeded', 'failed')
  EXCEPT SELECT e.transaction_id, t.kind || '.' || t.state FROM (${selectLastEntered}) AS entered
    JOIN events e ON e.account_id = entered.account_id AND e.sequence > entered.last
    JOIN transactions t ON t.account_id = e.account_id AND t.id = e.transaction_id
  EXCEPT SELECT e.transaction_id, l.type FROM event_lists l
    JOIN events e ON e.account_id = l.account_id AND e.sequence = l.sequence WHERE e.transaction_id IS NOT NULL
  ORDER BY 1, 2`

/** Another event that is not in the list of its type. */
const otherEventDoubt = `
  SELECT e.sequence FROM (${selectLastEntered}) AS entered JOIN events e ON e.account_id = entered.account_id
  LEFT JOIN transactions t ON t.account_id = e.account_id AND t.id = e.transaction_id
  LEFT JOIN fundings f ON f.account_id = e.account_id AND f.reference = e.funding_reference
  WHERE ${isEntered} AND e.transaction_id IS NULL AND NOT EXISTS (
    SELECT 1 FROM event_lists l
    WHERE l.account_id = e.account_id AND l.type = ${eventType} AND l.sequence = e.sequence)`

/** A mark that does not follow from the one before it and the postings since, as each was made. */
const marksDoubt = `
  SELECT m.n FROM statement_marks m
  LEFT JOIN statement_marks b ON b.account_id = m.account_id AND b.currency = m.currency AND b.n = m.n - ${markedEvery}
  LEFT JOIN postings p ON p.account_id = m.account_id AND p.currency = m.currency
    AND p.n > m.n - ${markedEvery} AND p.n <= m.n
  GROUP BY m.account_id, m.currency, m.n
  HAVING m.n % ${markedEvery} <> ${markedEvery - 1n} OR max(p.n) IS DISTINCT FROM m.n
    OR (m.n > ${markedEvery} AND max(b.n) IS NULL)
    OR m.latest_ms IS DISTINCT FROM CASE WHEN max(b.latest_ms) > max(p.at_ms) THEN max(b.latest_ms) ELSE max(p.at_ms) END
    OR m.available_minor IS DISTINCT FROM coalesce(max(b.available_minor), 0) + sum(${changeOf('available')})
    OR m.held_minor IS DISTINCT FROM coalesce(max(b.held_minor), 0) + sum(${changeOf('held')})`

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
  const isListed = columns.map((column) => `l.${column} = ${listed(column)}`).join(' AND ')
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
export const selectReferences = 'SELECT t.account_id, t.reference, t.id AS transaction_id FROM transactions t'

/** The follow-ups of transactions that are open, or still asked about. */
export const selectFollowUps = `SELECT t.account_id, t.id AS transaction_id, t.network, t.currency, t.ask_at_ms
  FROM transactions t WHERE t.state IN ('submitting', 'pending') OR t.ask_at_ms IS NOT NULL`

/** Whether a follow-up `f` is the one of such a row `t`. */
export const isFollowUp = `f.account_id = t.account_id AND f.transaction_id = t.transaction_id AND f.network = t.network
    AND f.currency = t.currency AND f.ask_at_ms IS NOT DISTINCT FROM t.ask_at_ms`

const followUpDoubt = `
  SELECT f.wanted FROM (
    SELECT count(*) AS wanted, count(CASE WHEN EXISTS (SELECT 1 FROM follow_ups f WHERE ${isFollowUp}) THEN 1 END) AS found
    FROM (${selectFollowUps}) AS t
  ) AS f WHERE f.wanted <> f.found OR f.wanted <> (SELECT count(*) FROM follow_ups)`

const followUpChecks = [
  `SELECT 'transaction ' || t.transaction_id || ' is missing from follow_ups' AS problem FROM (${selectFollowUps}) AS t
  WHERE NOT EXISTS (SELECT 1 FROM follow_ups f WHERE ${isFollowUp})`,
  `SELECT 'follow_ups has ' || f.transaction_id || ' wrongly' AS problem FROM follow_ups f
  WHERE NOT EXISTS (SELECT 1 FROM (${selectFollowUps}) AS t WHERE ${isFollowUp})`,
]

/** Whether a used reference `r` is the one of such a row `t`. */
export const isReference =
  'r.account_id = t.account_id AND r.reference = t.reference AND r.transaction_id = t.transaction_id'

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
