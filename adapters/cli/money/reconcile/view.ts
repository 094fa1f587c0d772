import {
  type Calendar,
  type Confirmed,
  type EntryNote,
  exceptionsOf,
  type FileBalances,
  type FoundEntry,
  type Run,
  type StandingEntry,
  toDecimal,
  toMajor,
} from '../../../../core/sente.ts'
import { csvCell } from '../../../formats/csvCell.ts'
import { dayOf, local, utc } from '../../../formats/moment.ts'
import type { Today } from '../../../written/moment.ts'
import { ageText } from '../../output/age.ts'
import { lines, table } from '../../output/output.ts'
import { totalJson, totalTable } from '../../output/totals.ts'

/** A comparison as JSON; amounts in major units. */
export function runJson(run: Run) {
  const { id, file, digest, network, profile, fromMs, toMs, by, begunAtMs, ended, withdrawn } = run
  return {
    reconciliation_id: id,
    file,
    digest,
    network,
    profile,
    from: utc(fromMs),
    to: utc(toMs),
    by,
    begun_at: utc(begunAtMs),
    ended_at: ended && utc(ended.atMs),
    withdrawn: withdrawn && { at: utc(withdrawn.atMs), by: withdrawn.by, because: withdrawn.because },
    rows: ended?.rows,
    exceptions: ended && exceptionsOf(run),
    balances: ended?.balances && balancesJson(ended.balances),
    totals: (ended?.totals ?? []).map(totalJson),
    not_in_the_file: (ended?.absent ?? []).map(totalJson),
  }
}

function balancesJson({ last, ...checked }: FileBalances) {
  const { currency, minor, atMs } = last
  return { ...checked, last: { currency, amount: toMajor(minor, currency), at: utc(atMs) } }
}

/** A comparison as text, with the times of a calendar. */
export function runText(run: Run, days: Calendar): string {
  const { id, file, network, profile, fromMs, toMs, by, ended, withdrawn } = run
  const head = lines([
    ['Reconciliation', id],
    ['File', `${file}, read as ${profile}`],
    ['Network', network],
    ['From', local(fromMs, days)],
    ['To', local(toMs, days)],
    ['By', by],
    ...(withdrawn ? [['Withdrawn', `by ${withdrawn.by}: ${withdrawn.because}`] as const] : []),
    ['Rows', String(ended?.rows ?? 'not all read')],
    ['Exceptions', String(exceptionsOf(run))],
    ['Balances', balancesText(run)],
  ])
  if (!ended) return head
  const absent = ended.absent.length === 0 ? '' : `\nNot in the file:\n${totalTable(ended.absent)}`
  return `${head}\n${totalTable(ended.totals)}${absent}`
}

function balancesText({ ended }: Run): string {
  if (!ended?.balances) return 'none in the file'
  const { wrong, lines, last } = ended.balances
  const checked =
    wrong === 0 ? 'each follows from the one before' : `${wrong} do not follow, first at line ${lines.join(', ')}`
  return `${checked}; ${last.currency} ${toDecimal(last.minor, last.currency)} at the end`
}

/** Comparisons as a table, with the times of a calendar. */
export function runTable(runs: readonly Run[], days: Calendar): string {
  const headings = ['Begun', 'Reconciliation', 'Network', 'From', 'To', 'Rows', 'Exceptions', 'File'] as const
  return table(
    headings,
    runs.map((run) => ({
      Begun: local(run.begunAtMs, days),
      Reconciliation: run.id,
      Network: run.network,
      From: local(run.fromMs, days),
      To: local(run.toMs, days),
      Rows: run.ended ? String(run.ended.rows) : 'interrupted',
      Exceptions: run.withdrawn ? 'withdrawn' : run.ended ? String(exceptionsOf(run)) : '',
      File: run.file,
    })),
    ['Rows', 'Exceptions'],
  )
}

/** The confirmed money as JSON: the share in hundredths of a per cent, rounded down. */
export function confirmedJson({ network, currency, totalMinor, confirmedMinor, oldest }: Confirmed, nowMs: number) {
  return {
    network,
    currency,
    total: toMajor(totalMinor, currency),
    confirmed: toMajor(confirmedMinor, currency),
    share: Number(hundredths(totalMinor, confirmedMinor)) / 10_000,
    oldest_unconfirmed: oldest && {
      transaction_id: oldest.transactionId,
      created_at: utc(oldest.createdAtMs),
      age_seconds: Math.floor((nowMs - oldest.createdAtMs) / 1_000),
    },
  }
}

/** The confirmed money as a table. */
export function confirmedTable(confirmed: readonly Confirmed[], nowMs: number): string {
  const headings = [
    'Network',
    'Currency',
    'Paid in 30 days',
    'Confirmed',
    'Share',
    'Oldest unconfirmed',
    'Age',
  ] as const
  return table(
    headings,
    confirmed.map(({ network, currency, totalMinor, confirmedMinor, oldest }) => ({
      Network: network,
      Currency: currency,
      'Paid in 30 days': toDecimal(totalMinor, currency),
      Confirmed: toDecimal(confirmedMinor, currency),
      Share: shareText(totalMinor, confirmedMinor),
      'Oldest unconfirmed': oldest?.transactionId ?? '',
      Age: oldest ? ageText(nowMs - oldest.createdAtMs) : '',
    })),
    ['Paid in 30 days', 'Confirmed', 'Share'],
  )
}

/** A share as text, rounded down, so that 100 % means all of it. */
export function shareText(totalMinor: bigint, confirmedMinor: bigint): string {
  const share = hundredths(totalMinor, confirmedMinor)
  return `${share / 100n}.${String(share % 100n).padStart(2, '0')} %`
}

function hundredths(totalMinor: bigint, confirmedMinor: bigint): bigint {
  return totalMinor === 0n ? 10_000n : (confirmedMinor * 10_000n) / totalMinor
}

/** An entry as JSON. */
export function entryJson(entry: StandingEntry, nowMs: number) {
  const { item, line, atMs, bucket, direction, amountMinor, currency, phoneNumber, status, resolved } = entry
  return {
    entry: item,
    line,
    at: utc(atMs),
    bucket,
    direction,
    amount: toMajor(amountMinor, currency),
    currency,
    phone_number: phoneNumber,
    status,
    our_id: entry.ours,
    network_id: entry.theirs,
    transaction_id: entry.transactionId,
    why: entry.why,
    owner: entry.owner,
    age_seconds: Math.floor((nowMs - atMs) / 1_000),
    resolved: resolved && {
      at: utc(resolved.atMs),
      by: resolved.by,
      because: resolved.because,
      recorded_as: resolved.transactionId,
      move: resolved.moveReference,
    },
  }
}

/** An exception with its comparison and its network, as JSON. */
export function exceptionJson({ run, entry }: FoundEntry, nowMs: number) {
  return { reconciliation_id: run.id, network: run.network, ...entryJson(entry, nowMs) }
}

const entryHeadings = [
  'Entry',
  'At',
  'Bucket',
  'Amount',
  'Currency',
  'Way',
  'Number',
  'Transaction',
  'Owner',
  'Age',
  'Why',
] as const

/** Entries as a table. */
export function entryTable(entries: readonly StandingEntry[], today: Today): string {
  return table(
    entryHeadings,
    entries.map((entry) => entryCells(entry, today)),
    ['Amount'],
  )
}

/** Exceptions as a table, each with its comparison and its network. */
export function exceptionTable(found: readonly FoundEntry[], today: Today): string {
  return table(
    ['Reconciliation', 'Network', ...entryHeadings] as const,
    found.map(({ run, entry }) => ({
      Reconciliation: run.id,
      Network: run.network,
      ...entryCells(entry, today),
    })),
    ['Amount'],
  )
}

function entryCells(entry: StandingEntry, { nowMs, days }: Today): Record<(typeof entryHeadings)[number], string> {
  return {
    Entry: entry.line === null ? `${entry.item} (not in the file)` : String(entry.item),
    At: local(entry.atMs, days),
    Bucket: entry.bucket,
    Amount: toDecimal(entry.amountMinor, entry.currency),
    Currency: entry.currency,
    Way: entry.direction,
    Number: entry.phoneNumber ?? '',
    Transaction: entry.transactionId ?? '',
    Owner: entry.resolved ? `done: ${entry.resolved.because}` : (entry.owner ?? ''),
    Age: ageText(nowMs - entry.atMs),
    Why: entry.why ?? '',
  }
}

/** A note as JSON. */
export function noteJson({ kind, owner, because, by, atMs, transactionId, moveReference }: EntryNote) {
  return { kind, owner, because, by, at: utc(atMs), recorded_as: transactionId, move: moveReference }
}

/** Notes as a table. */
export function noteTable(notes: readonly EntryNote[], days: Calendar): string {
  return table(
    ['At', 'Kind', 'Owner', 'By', 'Because'] as const,
    notes.map(({ kind, owner, because, by, atMs }) => ({
      At: local(atMs, days),
      Kind: kind,
      Owner: owner ?? '',
      By: by,
      Because: because,
    })),
  )
}

const csvColumns: readonly (readonly [string, (entry: StandingEntry, days: Calendar) => string | number | null])[] = [
  ['entry', ({ item }) => item],
  ['line', ({ line }) => line],
  ['at', ({ atMs }, days) => local(atMs, days)],
  ['day', ({ atMs }, days) => dayOf(atMs, days)],
  ['bucket', ({ bucket }) => bucket],
  ['direction', ({ direction }) => direction],
  ['amount', ({ amountMinor, currency }) => toDecimal(amountMinor, currency)],
  ['currency', ({ currency }) => currency],
  ['phone_number', ({ phoneNumber }) => phoneNumber],
  ['status', ({ status }) => status],
  ['our_id', ({ ours }) => ours],
  ['network_id', ({ theirs }) => theirs],
  ['transaction_id', ({ transactionId }) => transactionId],
  ['why', ({ why }) => why],
  ['owner', ({ owner }) => owner],
  ['resolved_at', ({ resolved }, days) => resolved && local(resolved.atMs, days)],
  ['resolved_by', ({ resolved }) => resolved?.by ?? null],
  ['resolved_because', ({ resolved }) => resolved?.because ?? null],
]

/** Entries as CSV. */
export const entryCsv = {
  header: csvLine(csvColumns.map(([name]) => name)),
  row: (entry: StandingEntry, days: Calendar) => csvLine(csvColumns.map(([, value]) => value(entry, days))),
}

function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`
}
