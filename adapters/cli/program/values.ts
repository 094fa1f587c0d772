import { type Command, InvalidArgumentError } from 'commander'
import { isKnownCurrency, type Market, utcDays } from '../../../core/sente.ts'
import { readAmount } from '../../written/amount.ts'
import { momentForm, type Span, spanOf, type Today } from '../../written/moment.ts'
import { readStoredNumber } from '../../written/phoneNumber.ts'

/** An opening balance, in major units. */
export type OpeningBalance = { readonly currency: string; readonly amount: number }

/** The form of an amount, for help. */
export const amountForm = 'in major units, such as 1000000 or 1,000,000; with decimals if the currency has any'

/** Reads the amount that a command was given in a currency, which another argument names. */
export function amountGiven(command: Command, { amount, currency }: { amount: string; currency: string }): number {
  const read = readAmount(amount, currency)
  return 'problem' in read ? command.error(read.problem) : read.amount
}

/** Reads one more `CURRENCY=AMOUNT` of an option that may be given once for each currency. */
export function parseOpeningBalance(text: string, before: readonly OpeningBalance[] = []): readonly OpeningBalance[] {
  const [, currency, amount] = /^([^=]+)=(.*)$/.exec(text) ?? []
  if (currency === undefined || amount === undefined)
    throw new InvalidArgumentError('Expected CURRENCY=AMOUNT, such as UGX=1000000.')
  if (before.some((balance) => balance.currency === currency))
    throw new InvalidArgumentError('Expected each currency once.')
  const read = readAmount(amount, currency)
  if ('problem' in read) throw new InvalidArgumentError(`${read.problem}.`)
  return [...before, { currency, amount: read.amount }]
}

/** Reads one more value of an option that may be repeated. */
export function parseEach(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

/** Reads a name: not blank, without control characters. */
export function parseName(text: string): string {
  const name = parseValue(text)
  if (name.trim() !== '' && !/\p{Cc}/u.test(name)) return name
  throw new InvalidArgumentError('Expected a name that is not blank and has no control characters.')
}

/**
 * Reads a value that does not look like an option. If a script's variable is empty, the next option would take its
 * place.
 */
export function parseValue(text: string): string {
  if (!text.startsWith('--')) return text
  throw new InvalidArgumentError('Expected a value, not an option.')
}

/** The form of a phone number, for help. */
export const phoneNumberForm = 'a phone number, such as 0770000001 or 256770000001'

/** Reads the phone number that a command was given, whose records are looked up. */
export async function phoneNumberGiven(command: Command, written: string, market: Market): Promise<string> {
  const read = await readStoredNumber(written, market)
  return 'problem' in read ? command.error(`“${written}” ${read.problem}`) : read.phoneNumber
}

/** Reads the path of a file, which is not empty and not an option. */
export function parsePath(text: string): string {
  if (text !== '') return parseValue(text)
  throw new InvalidArgumentError('Expected the path of a file.')
}

/** Reads the URL of a database: a scheme, a colon, and a path. */
export function parseUrl(text: string): string {
  if (/^[a-z]+:./.test(text)) return text
  throw new InvalidArgumentError('Expected the URL of a database, such as sqlite:./data/live.db.')
}

/** Makes a reader of whole numbers within bounds. */
export function wholeNumber({ least, most }: { least: number; most: number }): (text: string) => number {
  return (text) => {
    const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : -1
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
  }
}

/** A day or a moment, which has its beginning and its end in the calendar of the store. */
export type SpanGiven = (today: Today) => Span

/** Reads a day or a moment. */
export function parseSpan(text: string): SpanGiven {
  const read = (today: Today) => {
    const span = spanOf(text, today)
    if (span) return span
    throw new InvalidArgumentError(`Expected ${momentForm}.`)
  }
  // The form is the same in every calendar.
  read({ days: utcDays, nowMs: 0 })
  return read
}

/** Reads a currency code, including those that are no longer configured. */
export function parseCurrency(text: string): string {
  if (isKnownCurrency(text)) return text
  throw new InvalidArgumentError('Expected the code of a currency, such as UGX.')
}

/** Makes a reader of one more of the choices, for an option that may be repeated. */
export function eachOf<Choice extends string>(choices: readonly Choice[]) {
  return (text: string, before: readonly Choice[] = []): readonly Choice[] => {
    const chosen = choices.find((choice) => choice === text)
    if (chosen !== undefined) return [...before, chosen]
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
  }
}
