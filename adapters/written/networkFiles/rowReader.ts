import { type FileRow, isKnownCurrency } from '../../../core/sente.ts'
import type { TableRow } from '../table/rows/tableRow.ts'
import { spoiling, spoilingTexts } from '../table/spoilt.ts'
import { amountReader, type WrittenAmount } from './amounts.ts'
import { type TimeReader, timeReader } from './dates.ts'
import type { DateOrder, Profile, When } from './profile.ts'

/** The problem of a row: its line, the heading of the column, and a description. */
export type RowProblem = { readonly line: number; readonly column: string | null; readonly problem: string }

/** Reads the rows of a profile's files. */
export type RowReader = {
  readonly time: TimeReader
  /** The text of a record's time. */
  timeIn(record: TableRow): string
  /** The row in a record, or its problem. */
  row(record: TableRow, order: DateOrder): FileRow | RowProblem
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

/** The columns of a record, in the order of the headings. */
type Cells = readonly string[]

/** Makes a reader of the text of a column. */
type CellOf = (column: string) => (cells: Cells) => string

/** Makes a reader of rows. */
export function rowReader(profile: Profile): RowReader {
  const cellOf = cellsOf(profile)
  const time = timeReader(profile.time)
  const timeCell = timeTextOf(profile, cellOf)
  const momentIn = timeOf(profile, timeCell, time)
  const moneyIn = moneyOf(profile, cellOf)
  const [statusIn, partyIn, kindIn] = [statusOf(profile, cellOf), partyOf(profile, cellOf), kindOf(profile, cellOf)]
  const [ours, theirs] = [idOf(profile.ids?.ours, cellOf), idOf(profile.ids?.theirs, cellOf, profile.ids?.form)]
  const reversedIn = reversedOf(profile, cellOf)

  /** Each name is written out, because copying the parts of a row costs more than reading them. */
  function rowOf(line: number, cells: Cells, order: DateOrder): FileRow {
    const { atMs, withinMs } = momentIn(cells, order)
    const { direction, amountMinor, currency, feeMinor, balanceMinor } = moneyIn(cells)
    const reversedId = reversedIn(cells)
    const { kind, unnamed } = reversedId === undefined ? kindIn(cells, direction) : reversal
    return {
      line,
      atMs,
      withinMs,
      direction,
      amountMinor,
      currency,
      feeMinor,
      balanceMinor,
      status: reversedId === undefined ? statusIn(cells) : 'reversed',
      phoneNumber: partyIn(cells, direction),
      kind,
      ...(unnamed !== undefined && { unnamed }),
      ours: ours(cells),
      theirs: reversedId ?? theirs(cells),
    }
  }

  return {
    time,
    timeIn: ({ columns }) => timeCell(columns),
    row({ line, columns, stored }, order) {
      const expected = profile.header.length
      const isLong = columns.length > expected && profile.unquoted === undefined
      // A workbook has no empty columns at the end of a row.
      if (isLong || (columns.length < expected && stored === undefined)) {
        return { line, column: null, problem: `it has ${columns.length} columns instead of ${expected}` }
      }
      try {
        return rowOf(line, columns, order)
      } catch (error) {
        if (error instanceof Wrong) return { line, column: error.column, problem: error.message }
        throw error
      }
    },
  }
}

/** The columns of a record by their headings. After an unquoted text they are counted from the end. */
function cellsOf({ header, unquoted }: Profile): CellOf {
  const places = new Map(header.map(([name], place) => [name, place]))
  const placeOfText = (unquoted === undefined ? undefined : places.get(unquoted)) ?? header.length
  return (column) => {
    const place = places.get(column) ?? -1
    if (place <= placeOfText) return (cells) => cells[place] ?? ''
    return (cells) => cells[place + Math.max(0, cells.length - header.length)] ?? ''
  }
}

/** The text of a time, which may stand in two columns. */
function timeTextOf({ time: { column, clock } }: Profile, cellOf: CellOf): (cells: Cells) => string {
  const day = cellOf(column)
  if (clock === undefined) return day
  const ofDay = cellOf(clock)
  return (cells) => `${day(cells)} ${ofDay(cells)}`
}

/** M-Pesa, the first of these networks, began in March 2007. */
const earliestMs = Date.UTC(2007, 0, 1)

function timeOf({ time: { column, forms } }: Profile, cell: (cells: Cells) => string, reader: TimeReader) {
  return (cells: Cells, order: DateOrder): Pick<FileRow, 'atMs' | 'withinMs'> => {
    const text = cell(cells)
    const written = reader.written(text)
    const atMs = written && reader.momentOf(written, order)
    if (written && atMs !== undefined && atMs < earliestMs)
      throw new Wrong(column, `"${text}" is before 2007: a spreadsheet may have taken the day for the year`)
    if (written && atMs !== undefined) return { atMs, withinMs: written.withinMs }
    throw new Wrong(
      column,
      written ? `"${text}" is not on the calendar` : `"${text}" is not a time: ${forms.join(', ')}`,
    )
  }
}

function moneyOf(profile: Profile, cellOf: CellOf) {
  const { amount, currency, fee, balance } = profile
  const [readAmount, readBalance] = [amountReader(profile), amountReader(profile, 'balance')]
  const wayIn = wayOf(profile, cellOf)
  const ownIn = ownNumber(profile, cellOf)
  const codeIn = 'code' in currency ? () => currency.code : cellOf(currency.column)
  const paidIn = 'column' in amount ? inOneColumn(amount.column) : inTwoColumns(amount)
  const feesIn = [fee ?? []].flat().map((column) => optional(column))
  const balanceIn = optional(balance, readBalance)

  function amountOf(column: string, read = readAmount): (cells: Cells, code: string) => WrittenAmount {
    const cell = cellOf(column)
    return (cells, code) => {
      const written = read(cell(cells), code)
      if (written) return written
      throw new Wrong(column, `"${cell(cells)}" is not an amount in ${code}`)
    }
  }

  function optional(
    column: string | undefined,
    read = readAmount,
  ): (cells: Cells, code: string) => WrittenAmount | undefined {
    if (column === undefined) return () => undefined
    const [cell, amountIn] = [cellOf(column), amountOf(column, read)]
    return (cells, code) => (cell(cells) === '' || cell(cells) === '-' ? undefined : amountIn(cells, code))
  }

  function inTwoColumns(columns: { readonly in: string; readonly out: string }) {
    const [amountIn, amountOut] = [optional(columns.in), optional(columns.out)]
    return (cells: Cells, code: string): Pick<FileRow, 'direction' | 'amountMinor'> => {
      const [comes, goes] = [amountIn(cells, code), amountOut(cells, code)]
      if (comes?.minor && goes?.minor) throw new Wrong(columns.out, `the row also has an amount in ${columns.in}`)
      if (comes && comes.minor < 0n) throw new Wrong(columns.in, `"${cellOf(columns.in)(cells)}" is below zero`)
      if (comes?.side === 'debit' || goes?.side === 'credit')
        throw new Wrong(comes?.side ? columns.in : columns.out, 'it is marked as of the other side')
      if (!goes?.minor) return { direction: 'in', amountMinor: comes?.minor ?? 0n }
      return { direction: 'out', amountMinor: absolute(goes.minor) }
    }
  }

  function inOneColumn(column: string) {
    const [cell, amountIn] = [cellOf(column), amountOf(column)]
    const isSigned = typeof profile.direction === 'object' && profile.direction.bySign !== undefined
    return (cells: Cells, code: string): Pick<FileRow, 'direction' | 'amountMinor'> => {
      const { minor, side } = amountIn(cells, code)
      const way = wayIn(cells)
      const isOut = minor < 0n || side === 'debit'
      if (way === undefined) {
        if (minor < 0n && side === 'credit') throw new Wrong(column, `"${cell(cells)}" is a credit below zero`)
        const bySign = isOut ? 'out' : 'in'
        ownIn(cells, bySign)
        return { direction: bySign, amountMinor: absolute(minor) }
      }
      if (minor < 0n && !(isSigned && way !== 'in')) throw new Wrong(column, `"${cell(cells)}" is below zero`)
      if (side !== undefined && way !== (isOut ? 'out' : 'in'))
        throw new Wrong(column, `"${cell(cells)}" is of the other direction than the row`)
      return { direction: way, amountMinor: absolute(minor) }
    }
  }

  return (cells: Cells) => {
    const code = codeIn(cells)
    if (!isKnownCurrency(code)) {
      throw new Wrong('column' in currency ? currency.column : null, `"${code}" is not a currency that sente knows`)
    }
    const { direction, amountMinor } = paidIn(cells, code)
    const after = balanceIn(cells, code)
    const balanceMinor = after ? (after.side === 'debit' ? -after.minor : after.minor) : null
    const fees = feesIn.flatMap((feeIn) => feeIn(cells, code)?.minor ?? [])
    const feeMinor = fees.length === 0 ? null : fees.reduce((sum, minor) => sum + minor)
    return { direction, amountMinor, currency: code, feeMinor, balanceMinor }
  }
}

function absolute(minor: bigint): bigint {
  return minor < 0n ? -minor : minor
}

/** The direction of a row by its columns; undefined if the sign of its amount shows it. */
function wayOf({ direction }: Profile, cellOf: CellOf): (cells: Cells) => FileRow['direction'] | undefined {
  if (direction === undefined || direction === 'sign') return () => undefined
  const [isIn, isOut] = [matcher(direction.in, cellOf), matcher(direction.out, cellOf)]
  const [isBetween, isBySign] = [matcher(direction.between, cellOf), matcher(direction.bySign, cellOf)]
  const columns = Object.keys(direction.in)
  return (cells) => {
    const [comes, goes] = [isIn(cells), isOut(cells)]
    if (comes !== goes) return comes ? 'in' : 'out'
    if (!comes && isBetween(cells)) return 'between'
    if (!comes && isBySign(cells)) return undefined
    const texts = columns.map((column) => `"${cellOf(column)(cells)}"`).join(', ')
    throw new Wrong(columns.join(', ') || null, `${texts} does not show the direction of the money`)
  }
}

/**
 * Checks the numbers of rows whose direction only the sign shows: the one that is not of the other party is the
 * account's own, and the same in all rows. It is not if the amounts of outgoing money have no sign.
 */
function ownNumber({ direction, party }: Profile, cellOf: CellOf) {
  if (typeof direction !== 'object' || !direction.bySign || !party || isList(party.columns)) return () => {}
  const columns = { in: party.columns.out, out: party.columns.in }
  const cells = { in: cellOf(columns.in), out: cellOf(columns.out) }
  let first: string | undefined
  return (row: Cells, way: 'in' | 'out'): void => {
    const own = cells[way](row)
    first ??= own
    if (own !== first)
      throw new Wrong(
        columns[way],
        `"${own}" is not the account of the rows before, "${first}": amounts may lack a sign`,
      )
  }
}

function statusOf({ status }: Profile, cellOf: CellOf): (cells: Cells) => FileRow['status'] {
  if (!status) return () => 'succeeded'
  const cell = cellOf(status.column)
  const meanings = new Map(
    (['succeeded', 'failed', 'pending', 'reversed'] as const).flatMap((meaning) =>
      (status[meaning] ?? []).map((word) => [word.toLowerCase(), meaning] as const),
    ),
  )
  return (cells) => {
    const meaning = meanings.get(cell(cells).toLowerCase())
    if (meaning) return meaning
    throw new Wrong(status.column, `"${cell(cells)}" is not a status in the profile`)
  }
}

function partyOf({ party }: Profile, cellOf: CellOf) {
  if (!party) return () => null
  const pattern = new RegExp(party.pattern, 'iu')
  const columnsOf = (columns: readonly string[]) => columns.map((column) => [column, cellOf(column)] as const)
  const { columns } = party
  const [incoming, outgoing] = isList(columns)
    ? [columnsOf(columns), columnsOf(columns)]
    : [columnsOf([columns.in]), columnsOf([columns.out])]
  return (cells: Cells, direction: FileRow['direction']): FileRow['phoneNumber'] => {
    for (const [column, cell] of direction === 'out' ? outgoing : incoming) {
      const [, number] = pattern.exec(cell(cells)) ?? []
      if (number !== undefined) return international(number.replace(/[^0-9]/g, '*'), party.countryCode)
      refuseSpoiled(column, cell(cells))
    }
    return null
  }
}

function isList(columns: object): columns is readonly string[] {
  return Array.isArray(columns)
}

/** A number in national form has a leading zero, or nine digits at most. */
function international(number: string, countryCode: string | undefined): string {
  if (countryCode === undefined || number.startsWith(countryCode)) return number
  return number.startsWith('0') || number.length <= 9 ? countryCode + number.replace(/^0/, '') : number
}

type Kind = Pick<FileRow, 'kind' | 'unnamed'>

/** A row that takes a payment back is judged beside it. */
const reversal: Kind = { kind: 'payment' }

/** A transfer between wallets is no payment. */
function kindOf({ payments, fees, others }: Profile, cellOf: CellOf) {
  const [isPayment, isFee] = [matcher(payments, cellOf), matcher(fees, cellOf)]
  const isOther = matcher(others === 'not_ours' ? undefined : others, cellOf)
  const [column = null] = Object.keys(payments ?? {})
  return (cells: Cells, direction: FileRow['direction']): Kind => {
    if (isFee(cells)) return { kind: 'fee' }
    if (isOther(cells) || direction === 'between') return { kind: 'other' }
    if (!payments || isPayment(cells)) return { kind: 'payment' }
    const text = column === null ? '' : cellOf(column)(cells)
    if (others === 'not_ours') return { kind: 'other', unnamed: text }
    throw new Wrong(column, `"${text}" is neither a payment, a fee nor another kind in the profile`)
  }
}

/** The network's id of the payment that a row takes back; null if it is the row's own id, undefined for other rows. */
function reversedOf({ reversals, fees }: Profile, cellOf: CellOf): (cells: Cells) => string | null | undefined {
  if (!reversals) return () => undefined
  const [isReversal, isFee] = [matcher(reversals.rows, cellOf), matcher(fees, cellOf)]
  const idIn = idOf(reversals.of, cellOf)
  return (cells) => (isReversal(cells) && !isFee(cells) ? idIn(cells) : undefined)
}

function idOf(column: string | undefined, cellOf: CellOf, form?: string): (cells: Cells) => string | null {
  if (column === undefined) return () => null
  const cell = cellOf(column)
  const pattern = form === undefined ? undefined : new RegExp(form, 'iu')
  return (cells) => {
    const text = cell(cells)
    if (text === '') return null
    refuseSpoiled(column, text, pattern)
    if (pattern?.test(text) ?? true) return text
    throw new Wrong(column, `"${text}" is not an id of the form ${form}`)
  }
}

function refuseSpoiled(column: string, text: string, form?: RegExp): void {
  const stored = /^\d{4}-\d\d-\d\dT/.test(text) ? 'date' : 'text'
  const how = spoiling(text, { form, stored })
  if (how) throw new Wrong(column, `"${text}" was changed: ${spoilingTexts[how]}`)
}

/** Whether all columns match. Without any, nothing matches. */
function matcher(when: When | undefined, cellOf: CellOf): (cells: Cells) => boolean {
  const conditions = Object.entries(when ?? {}).map(
    ([column, pattern]) => [cellOf(column), new RegExp(pattern, 'iu')] as const,
  )
  return (cells) => conditions.length > 0 && conditions.every(([cell, pattern]) => pattern.test(cell(cells)))
}
