import type { FileRow } from '../../../core/sente.ts'
import type { TableRow } from '../table/rows/tableRow.ts'
import { amountReader } from './amounts.ts'
import type { NoRow } from './headings.ts'
import type { Profile, SumName } from './profile.ts'
import type { RowProblem } from './rowReader.ts'

/** Compares the sums and balances that a file has with those of its rows. */
export type SumCheck = {
  row(row: FileRow): void
  /** A record that is no row: before the headings, a fact. */
  notRow(record: TableRow, is: NoRow): void
  /** The sums that differ. All rows have been read. */
  problems(): readonly RowProblem[]
}

/** A written sum, and its place. */
type Written = {
  readonly line: number
  readonly column: string
  readonly text: string
  readonly is: 'amount' | 'balance'
}

/** A written sum, the possible sums of the rows, and its description. */
type Sum = { readonly written: Written; readonly possible: readonly bigint[]; readonly of: string }

type Sums = { in: bigint; out: bigint; fee: bigint }

/** Makes a check of the sums of a profile's file. Files count failed and reversed rows, and fees, or do not. */
export function sumCheck(profile: Profile): SumCheck {
  const readers = { amount: amountReader(profile), balance: amountReader(profile, 'balance') }
  const places = new Map(profile.header.map(([name], place) => [name, place]))
  const labels = Object.entries(profile.facts ?? {}).map(
    ([name, label]) => [name as SumName, new RegExp(label, 'iu')] as const,
  )
  const [all, moved, succeeded] = [noSums(), noSums(), noSums()]
  const found = new Map<SumName, Written>()
  const totals: Sum[] = []
  const currencies = new Set<string>('code' in profile.currency ? [profile.currency.code] : [])
  const balances: bigint[] = []
  let isOneSided = true

  function totalsIn(record: TableRow): void {
    const { amount, fee } = profile
    // The sums of the rows above, which grow after this record.
    const above = [all, moved, succeeded].map((sums) => ({ ...sums }))
    const columns: (readonly [string, (sums: Sums) => readonly bigint[]])[] =
      'column' in amount
        ? [[amount.column, ({ in: comes, out }) => [comes + out, comes - out, out - comes]]]
        : [
            [amount.in, ({ in: comes }) => [comes]],
            [amount.out, ({ out }) => [out, -out]],
          ]
    const one = typeof fee === 'string' ? [[fee, ({ fee: sum }: Sums) => [sum]] as const] : []
    for (const [column, possible] of [...columns, ...one]) {
      const text = record.columns[places.get(column) ?? -1] ?? ''
      if (text === '') continue
      const written = { line: record.line, column, text, is: 'amount' } as const
      totals.push({ written, possible: above.flatMap(possible), of: 'the sum of the rows above' })
    }
  }

  function factsIn({ line, columns }: TableRow): void {
    for (const [name, label] of labels) {
      const place = columns.findIndex((column) => label.test(column))
      const text = place === -1 ? undefined : columns.slice(place + 1).find((column) => column !== '')
      const is = name === 'opening' || name === 'closing' ? 'balance' : 'amount'
      if (text !== undefined) found.set(name, { line, column: columns[place] ?? '', text, is })
    }
  }

  function balanceIn({ line, columns }: TableRow, name: SumName): void {
    const { balance: column = '' } = profile
    const text = columns[places.get(column) ?? -1] ?? ''
    if (text !== '') found.set(name, { line, column, text, is: 'balance' })
  }

  return {
    row({ direction, amountMinor, feeMinor, balanceMinor, status, currency }) {
      currencies.add(currency)
      if (direction === 'between') isOneSided = false
      if (balanceMinor !== null) balances[balances.length === 0 ? 0 : 1] = balanceMinor
      const isMoved = status === 'succeeded' || status === 'reversed'
      for (const sums of [all, ...(isMoved ? [moved] : []), ...(status === 'succeeded' ? [succeeded] : [])]) {
        if (direction !== 'between') sums[direction] += amountMinor
        sums.fee += feeMinor ?? 0n
      }
    },
    notRow(record, is) {
      if (is === 'fact') factsIn(record)
      else if (is === 'total') totalsIn(record)
      else if (is === 'opening' || is === 'closing') balanceIn(record, is)
    },
    problems() {
      const [currency, ...others] = currencies
      // Nothing says of which currency a sum is.
      if (currency === undefined || others.length > 0 || !isOneSided) return []
      return [...totals, ...wholeSums(currency)].flatMap((sum) => problemOf(sum, currency) ?? [])
    },
  }

  function amountOf({ text, is }: Written, currency: string): bigint | undefined {
    const amount = readers[is](text, currency)
    return amount?.side === 'debit' ? -amount.minor : amount?.minor
  }

  function problemOf({ written, possible, of }: Sum, currency: string): RowProblem | undefined {
    const amount = amountOf(written, currency)
    if (amount !== undefined && possible.includes(amount)) return undefined
    const { line, column, text } = written
    return { line, column, problem: `"${text}" is not ${amount === undefined ? `an amount in ${currency}` : of}` }
  }

  /** The sums of all rows. The balance of the first or of the last row may be the latest. */
  function wholeSums(currency: string): readonly Sum[] {
    const [opening, closing] = [found.get('opening'), found.get('closing')]
    const changes = [moved, succeeded].flatMap(({ in: comes, out, fee }) => [comes - out, comes - out - fee])
    const first = opening && amountOf(opening, currency)
    const last = first === undefined ? balances : changes.map((change) => first + change)
    const before = balances.flatMap((balance) => changes.map((change) => balance - change))
    const each = [all, moved, succeeded]
    const sums: readonly (readonly [Written | undefined, readonly bigint[], string])[] = [
      [found.get('in'), each.map((sum) => sum.in), 'the sum of the rows with incoming money'],
      [found.get('out'), each.flatMap(outgoing), 'the sum of the rows with outgoing money'],
      [closing, last, 'the balance after the rows'],
      [closing ? undefined : opening, before, 'the balance before the rows'],
    ]
    return sums.flatMap(([written, possible, of]) => (written && possible.length > 0 ? { written, possible, of } : []))
  }
}

function outgoing({ out, fee }: Sums): readonly bigint[] {
  return [out, out + fee, -out, -out - fee]
}

function noSums(): Sums {
  return { in: 0n, out: 0n, fee: 0n }
}
