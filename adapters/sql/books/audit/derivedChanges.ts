import type { Dialect } from '../../engine/dialect.ts'
import type { Ask } from '../../engine/sqlStatement.ts'
import { enteredTogether } from '../../tables/lists.ts'
import { changeOf } from '../../tables/postings.ts'
import { markedEvery } from '../../tables/statementMarks.ts'
import { isFollowUp, isReference, selectFollowUps, selectReferences } from '../derivedRows.ts'
import { wrongBits } from '../lists/gatherBits.ts'
import {
  endLists,
  eventType,
  isOtherText,
  joinFunding,
  joinTransaction,
  lastEntered,
  listed,
  selectNetworkIds,
  selectTexts,
} from '../lists/lists.ts'
import { changedIds } from './changes.ts'
import { newPostings } from './marks.ts'

/**
 * Whether rows that are derived from the ones since a mark are missing or wrong. Earlier derived rows, rows too many,
 * and the sums of floats by the hour are only looked at when everything is.
 */
export async function hasWrongChanges(ask: Ask, dialect: Dialect): Promise<boolean> {
  for (const check of checks(dialect)) {
    const rows = await ask({ text: `SELECT problem FROM (${check}) AS wrong LIMIT 1` })
    if (rows.length > 0) return true
  }
  return (await wrongBits(ask, selectNewBlocks(dialect), 1)).length > 0
}

/** Each selects problems. */
function checks(dialect: Dialect): string[] {
  const changedIn = (select: string) =>
    `(${changedIds(dialect)}) AS c ${dialect.joinFound(`(${select})`, 't', 't.transaction_id = c.id')}`
  return [
    `SELECT 'follow-up' AS problem FROM ${changedIn(selectFollowUps)}
    WHERE NOT EXISTS (SELECT 1 FROM follow_ups f WHERE ${isFollowUp})`,
    `SELECT 'reference' AS problem FROM ${changedIn(selectReferences)}
    WHERE NOT EXISTS (SELECT 1 FROM used_references r WHERE ${isReference})`,
    ...postingsChecks(dialect),
    ...listChecks(dialect),
    statementMarksCheck(dialect),
  ]
}

/** The last posting at the mark is where it was; the last one now is the one that its balance counts last. */
function postingsChecks(dialect: Dialect): string[] {
  const joined = (as: string, of: string, n: string) =>
    dialect.joinOne(
      'postings',
      as,
      `${as}.account_id = ${of}.account_id AND ${as}.currency = ${of}.currency AND ${as}.n = ${n}`,
    )
  return [
    `SELECT 'marked' AS problem FROM marked_balances m ${joined('p', 'm', 'm.postings - 1')}
    WHERE m.postings > 0 AND p.at_ms IS DISTINCT FROM m.posted_at_ms`,
    `SELECT 'last' AS problem FROM balances b ${joined('p', 'b', 'b.postings - 1')} ${joined('o', 'b', 'b.postings')}
    WHERE (b.postings > 0 AND p.at_ms IS DISTINCT FROM b.posted_at_ms) OR o.n IS NOT NULL`,
  ]
}

/** Lists go on from the last event that was in them at the mark. */
function listChecks(dialect: Dialect): string[] {
  const entered = `entered AS MATERIALIZED (
      SELECT a.id AS account_id, coalesce(k.sequence, 0) / ${enteredTogether} * ${enteredTogether} AS first, ${lastEntered('a.id')} AS last
      FROM accounts a LEFT JOIN marked_events k ON k.account_id = a.id
      WHERE EXISTS (SELECT 1 FROM events e WHERE e.account_id = a.id AND e.sequence > coalesce(k.sequence, 0))
    )`
  const events = `entered ${dialect.joinEach('events', 'e', 'e.account_id = entered.account_id AND e.sequence > entered.first')}
    ${joinTransaction(dialect)} ${joinFunding(dialect)}`
  const isIn = (list: string, columns: readonly string[]) =>
    `EXISTS (SELECT 1 FROM ${list} l WHERE ${columns.map((column) => `l.${column} = ${listed(column)}`).join(' AND ')})`
  return [
    `WITH ${entered} SELECT 'event' AS problem FROM ${events} WHERE e.sequence <= entered.last AND NOT EXISTS (
      SELECT 1 FROM event_lists l WHERE l.account_id = e.account_id AND l.type = ${eventType} AND l.sequence = e.sequence)`,
    ...Object.entries(endLists).map(
      ([list, columns]) => `WITH ${entered} SELECT 'end' AS problem FROM ${events}
      WHERE t.id IS NOT NULL AND (e.sequence <= entered.last) <> ${isIn(list, columns)}`,
    ),
    `WITH ${entered} SELECT 'network id' AS problem
      FROM (${selectNetworkIds(events, 'TRUE', 'e.sequence <= entered.last AS is_entered')}) AS w
      WHERE is_entered <> EXISTS (
        SELECT 1 FROM network_id_lists l WHERE l.network_id = w.network_id AND l.account_id = w.account_id AND l.id = w.id)`,
    `WITH ${entered} SELECT 'texts' AS problem
      FROM (${selectTexts(events, 'e.sequence <= entered.last')}) AS w
      ${dialect.joinOne('text_lists', 'x', 'x.account_id = w.account_id AND x.last_event = w.last_event')}
      WHERE ${isOtherText}`,
  ]
}

/** The blocks of bits that end after the mark. */
function selectNewBlocks(dialect: Dialect): string {
  const isNew = 'b.account_id = a.id AND b.part = 0 AND b.last_event > coalesce(k.sequence, 0)'
  return `SELECT b.account_id AS "accountId", b.last_event AS "lastEvent"
    FROM accounts a LEFT JOIN marked_events k ON k.account_id = a.id ${dialect.joinEach('text_bits', 'b', isNew)}`
}

/** The marks of statements among new postings, added up from the balances at the mark of the audit. */
function statementMarksCheck(dialect: Dialect): string {
  const latest = dialect.greatest('max(p.at_ms) OVER earlier', 'coalesce(m.posted_at_ms, p.at_ms)')
  const running = (ledgerAccount: 'available' | 'held') =>
    `CAST(coalesce(m.${ledgerAccount}_minor, 0) + sum(${changeOf(ledgerAccount)}) OVER earlier AS ${dialect.types.integer})`
  return `SELECT 'statement' AS problem FROM (
      SELECT p.account_id, p.currency, p.n, ${latest} AS latest_ms, ${running('available')} AS available_minor,
        ${running('held')} AS held_minor
      FROM ${newPostings(dialect)} WINDOW earlier AS (PARTITION BY p.account_id, p.currency ORDER BY p.n)
    ) AS r LEFT JOIN statement_marks s ON s.account_id = r.account_id AND s.currency = r.currency AND s.n = r.n
    WHERE r.n % ${markedEvery} = ${markedEvery - 1n} AND (r.latest_ms IS DISTINCT FROM s.latest_ms
      OR r.available_minor IS DISTINCT FROM s.available_minor OR r.held_minor IS DISTINCT FROM s.held_minor)`
}
