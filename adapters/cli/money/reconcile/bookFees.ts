import { type Command, Option } from 'commander'
import {
  type BookedFees,
  bookedMinor,
  type DayOfFees,
  isBookedOtherwise,
  type Product,
  products,
  type Run,
  toDecimal,
  toMajor,
} from '../../../../core/sente.ts'
import { utc } from '../../../formats/moment.ts'
import { changeAnswer } from '../../action/proposal/view.ts'
import type { CommandAnswer, CommandContext } from '../../context.ts'
import { table } from '../../output/output.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { parseValue } from '../../program/values.ts'

type Given = GivenAttribution & { readonly product?: Product }

/** Adds `reconcile book-fees`. */
export function bookFeesCommand(group: Command, context: CommandContext): void {
  const command = group
    .command('book-fees')
    .summary('book the fees that the network took')
    .description(
      'Books the rows of fee: from the network’s float into fees_paid, as one movement for each day that the comparison covers ' +
        'completely. A day of a float is booked once: the same file again, or another file with the same day, ' +
        'moves nothing. It moves no money at the network, which has already taken the fees.',
    )
    .argument('<RUN>', 'the comparison, by its id', parseValue)
    .addOption(
      new Option('--product <PRODUCT>', 'the product of the float; payouts by default').choices(
        Object.values(products),
      ),
    )
  attributed(command, 'needed')
    .addHelpText(
      'after',
      '\nExample:\n  sente reconcile book-fees 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --because "the fees of March"',
    )
    .action((runId: string, { product, ...who }: Given) => {
      const request = { runId, ...(product !== undefined && { product }) }
      const change = { kind: 'reconcile.book-fees', request } as const
      return context.answer((store) =>
        changeAnswer(store, { change, ...attributionOf(who, context) }, ({ fees }) => answer(fees)),
      )
    })
}

function answer(fees: BookedFees | undefined): CommandAnswer {
  const { days, booked, rowsOutside } = fees ?? { days: [], booked: 0, rowsOutside: 0 }
  const different = days.filter(isBookedOtherwise)
  const lines = [
    `Days booked now: ${booked} of ${days.length}`,
    ...(different.length > 0 ? [`Days for which another file has booked another amount: ${different.length}`] : []),
    ...(rowsOutside > 0
      ? [`Rows of days that the comparison does not cover completely, not booked: ${rowsOutside}`]
      : []),
  ]
  return {
    json: { booked, days: days.map(feeJson), rows_outside: rowsOutside },
    text: `${lines.join('\n')}\n\n${feeTable(days)}`,
    ...(different.length > 0 && { exitCode: 1 as const }),
  }
}

/** A day of fees as JSON: the amount in the file, and the booked one. */
export function feeJson(day: DayOfFees) {
  const { dateMs, currency, minor, move } = day
  return {
    date: utc(dateMs).slice(0, 10),
    currency,
    amount: minor === null ? null : toMajor(minor, currency),
    booked: move && toMajor(bookedMinor(move), currency),
    reference: move?.reference ?? null,
    because: move?.because ?? null,
  }
}

function feeTable(days: readonly DayOfFees[]): string {
  const rows = days.map(({ dateMs, currency, minor, move }) => ({
    Day: utc(dateMs).slice(0, 10),
    Currency: currency,
    'By the file': minor === null ? '' : toDecimal(minor, currency),
    Booked: move === null ? '' : toDecimal(bookedMinor(move), currency),
    Reference: move?.reference ?? '',
  }))
  return table(['Day', 'Currency', 'By the file', 'Booked', 'Reference'], rows, ['By the file', 'Booked'])
}

/** The booked part of a comparison's fees, in words; nothing if it has none. */
export function bookedText({ id, ended }: Run, booked: readonly DayOfFees[]): string {
  const fees = (ended?.totals ?? []).filter(({ bucket }) => bucket === 'fee')
  const lines = fees.map(({ currency, inMinor, outMinor }) => {
    const own = booked.filter((day) => day.currency === currency)
    const minor = own.reduce((sum, { move }) => sum + (move ? bookedMinor(move) : 0n), 0n)
    return `Fees in ${currency}: ${toDecimal(outMinor - inMinor, currency)} in the file, ${toDecimal(minor, currency)} booked for its days\n`
  })
  if (lines.length === 0) return ''
  return `\n${lines.join('')}${booked.length === 0 ? `sente reconcile book-fees ${id} books them\n` : ''}`
}
