import { type FileRow, isKnownCurrency } from '../../../core/sente.ts'
import { amountReader } from './amounts.ts'
import type { CsvRecord } from './csvRecords.ts'
import { type TimeReader, timeReader } from './dates.ts'
import type { DateOrder, Profile, When } from './profile.ts'

/** The problem of a row: its line, the heading of the column, and a description. */
export type RowProblem = { readonly line: number; readonly column: string | null; readonly problem: string }

/** Reads the rows of a profile's files. */
export type RowReader = {
  readonly time: TimeReader
  /** The text of a record's time. */
  timeIn(record: CsvRecord): string
  /** The row in a record, or its problem. */
  row(record: CsvRecord, order: DateOrder): FileRow | RowProblem
}

/** Whether a record is not a row. */
export function isProblem(read: FileRow | RowProblem): read is RowProblem {
  return 'problem' in read
}

/** The problem of a column, thrown by the functions that read parts of a row. */
class Wrong extends Error {
  readonly column: string | null

  constructor(column: string | null, problem: string) {
    super(problem)
    this.column = column
  }
}

/** The columns of a record, by their headings. */
type Cells = (column: string) => string

/** Makes a reader of rows. */
export function rowReader(profile: Profile): RowReader {
  const places = new Map(profile.header.map(([name], place) => [name, place]))
  const cellsOf =
    ({ columns }: CsvRecord): Cells =>
    (column) =>
      columns[places.get(column) ?? -1] ?? ''
  const time = timeReader(profile.time)
  const parts = [
    timeOf(profile, time),
    moneyOf(profile),
    statusOf(profile),
    partyOf(profile),
    kindOf(profile),
    idsOf(profile),
  ]
  return {
    time,
    timeIn: (record) => cellsOf(record)(profile.time.column),
    row(record, order) {
      const { line, columns } = record
      const expected = profile.header.length
      if (columns.length !== expected) {
        return { line, column: null, problem: `it has ${columns.length} columns instead of ${expected}` }
      }
      try {
        const cells = cellsOf(record)
        const row = Object.assign({ line }, ...parts.map((part) => part(cells, order))) as FileRow
        return row.direction === 'between' && row.kind === 'payment' ? { ...row, kind: 'other' } : row
      } catch (error) {
        if (error instanceof Wrong) return { line, column: error.column, problem: error.message }
        throw error
      }
    },
  }
}

type Part = (cells: Cells, order: DateOrder) => Partial<FileRow>

function timeOf({ time: { column, forms } }: Profile, reader: TimeReader): Part {
  return (cells, order) => {
    const text = cells(column)
    const written = reader.written(text)
    const atMs = written && reader.momentOf(written, order)
    if (written && atMs !== undefined) return { atMs, withinMs: written.withinMs }
    throw new Wrong(
      column,
      written ? `"${text}" is not on the calendar` : `"${text}" is not a time: ${forms.join(', ')}`,
    )
  }
}

function moneyOf(profile: Profile): Part {
  const { amount, currency, direction, fee, balance } = profile
  const read = amountReader(profile)
  const [isIn, isOut] = [matcher(direction?.in), matcher(direction?.out)]

  function amountIn(cells: Cells, column: string, code: string): bigint {
    const minor = read(cells(column), code)
    if (minor !== undefined) return minor
    throw new Wrong(column, `"${cells(column)}" is not an amount in ${code}`)
  }

  function optional(cells: Cells, column: string | undefined, code: string): bigint | null {
    return column === undefined || cells(column) === '' || cells(column) === '-' ? null : amountIn(cells, column, code)
  }

  function inTwoColumns(cells: Cells, code: string, columns: { readonly in: string; readonly out: string }) {
    const [paidIn, paidOut] = [optional(cells, columns.in, code) ?? 0n, optional(cells, columns.out, code) ?? 0n]
    if (paidIn !== 0n && paidOut !== 0n) throw new Wrong(columns.out, `the row also has an amount in ${columns.in}`)
    if (paidIn < 0n) throw new Wrong(columns.in, `"${cells(columns.in)}" is below zero`)
    if (paidOut === 0n) return { direction: 'in', amountMinor: paidIn } as const
    return { direction: 'out', amountMinor: paidOut < 0n ? -paidOut : paidOut } as const
  }

  function inOneColumn(cells: Cells, code: string, column: string) {
    const amountMinor = amountIn(cells, column, code)
    if (amountMinor < 0n) throw new Wrong(column, `"${cells(column)}" is below zero`)
    return { direction: directionIn(cells), amountMinor }
  }

  function directionIn(cells: Cells): FileRow['direction'] {
    const [comes, goes] = [isIn(cells), isOut(cells)]
    if (comes !== goes) return comes ? 'in' : 'out'
    if (!comes && direction?.orBetween) return 'between'
    const [column = null] = Object.keys(direction?.in ?? {})
    throw new Wrong(column, `"${column === null ? '' : cells(column)}" does not show the direction of the money`)
  }

  return (cells) => {
    const code = 'code' in currency ? currency.code : cells(currency.column)
    if (!isKnownCurrency(code)) {
      throw new Wrong('column' in currency ? currency.column : null, `"${code}" is not a currency that sente knows`)
    }
    const money = 'column' in amount ? inOneColumn(cells, code, amount.column) : inTwoColumns(cells, code, amount)
    return {
      ...money,
      currency: code,
      feeMinor: optional(cells, fee, code),
      balanceMinor: optional(cells, balance, code),
    }
  }
}

function statusOf({ status }: Profile): Part {
  if (!status) return () => ({ status: 'succeeded' })
  const meanings = new Map(
    (['succeeded', 'failed', 'pending', 'reversed'] as const).flatMap((meaning) =>
      (status[meaning] ?? []).map((word) => [word.toLowerCase(), meaning] as const),
    ),
  )
  return (cells) => {
    const meaning = meanings.get(cells(status.column).toLowerCase())
    if (meaning) return { status: meaning }
    throw new Wrong(status.column, `"${cells(status.column)}" is not a status in the profile`)
  }
}

function partyOf({ party }: Profile): Part {
  if (!party) return () => ({ phoneNumber: null })
  const pattern = new RegExp(party.pattern, 'iu')
  return (cells) => {
    for (const column of party.columns) {
      const [, number] = pattern.exec(cells(column)) ?? []
      if (number !== undefined) return { phoneNumber: international(number, party.countryCode) }
    }
    return { phoneNumber: null }
  }
}

/** A number in national form has a leading zero, or nine digits at most. */
function international(number: string, countryCode: string | undefined): string {
  if (countryCode === undefined || number.startsWith(countryCode)) return number
  return number.startsWith('0') || number.length <= 9 ? countryCode + number.replace(/^0/, '') : number
}

function kindOf({ fees, others }: Profile): Part {
  const [isFee, isOther] = [matcher(fees), matcher(others)]
  return (cells) => ({ kind: isFee(cells) ? 'fee' : isOther(cells) ? 'other' : 'payment' })
}

function idsOf({ ids = {} }: Profile): Part {
  const idIn = (cells: Cells, column: string | undefined) => (column === undefined ? null : cells(column) || null)
  return (cells) => ({ ours: idIn(cells, ids.ours), theirs: idIn(cells, ids.theirs) })
}

/** Whether all columns match. Without any, nothing matches. */
function matcher(when: When = {}): (cells: Cells) => boolean {
  const conditions = Object.entries(when).map(([column, pattern]) => [column, new RegExp(pattern, 'iu')] as const)
  return (cells) => conditions.length > 0 && conditions.every(([column, pattern]) => pattern.test(cells(column)))
}
