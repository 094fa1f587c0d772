import type { AccountPart, Calendar, MeasuredAccount } from '../../../../core/sente.ts'
import type { Language } from '../../languages/languages.ts'
import type { Column, Panel } from '../../layout/charts/chart.tsx'
import { areFew, majorOf, outcomeText, shortText } from '../../layout/charts/figures.ts'
import { amountText, dateText, dayText } from '../../parts/values.tsx'

/** The currency, the calendar and the language of a chart. */
type Drawn = { readonly currency: string; readonly days: Calendar; readonly language: Language }

/** The columns of an account's charts. */
export function columnsOf(parts: readonly AccountPart[], drawn: Drawn): readonly Column[] {
  const { days, language } = drawn
  return parts.map((part) => ({
    name: dayText(part.fromMs, days, language),
    time: timeText(part, drawn),
    figures: partText(part, drawn),
  }))
}

/** The panels of an account's charts. */
export function panelsOf({ currency, parts }: Pick<MeasuredAccount, 'currency' | 'parts'>, { texts }: Language) {
  const { title } = texts.charts
  const money = (minorOf: (part: AccountPart) => bigint) => parts.map((part) => majorOf(minorOf(part), currency))
  const isPale = (column: number) => areFew(parts[column] ?? { succeeded: 0, failed: 0 })
  return {
    inAndOut: {
      title: title.inAndOut(currency),
      format: shortText,
      bars: [
        { tone: 'in', values: money(({ inMinor }) => inMinor) },
        { tone: 'out', values: money(({ outMinor }) => -outMinor) },
      ],
    },
    balance: {
      title: title.balance(currency),
      format: shortText,
      lines: [{ tone: 'plain', values: money(({ balanceMinor }) => balanceMinor) }],
    },
    payments: {
      title: title.payments,
      format: shortText,
      bars: [
        { tone: 'good', values: parts.map(({ succeeded }) => succeeded), isPale },
        { tone: 'bad', values: parts.map(({ failed }) => failed), isPale },
      ],
    },
    fees: {
      title: title.fees(currency),
      format: shortText,
      bars: [{ tone: 'plain', values: money(({ feesMinor }) => feesMinor) }],
    },
  } as const satisfies Readonly<Record<string, Panel>>
}

/** All parts as one, with the balance at the end. */
export function togetherOf(parts: readonly AccountPart[]): AccountPart {
  return parts.reduce((sum, part) => ({
    ...{ fromMs: sum.fromMs, toMs: part.toMs, balanceMinor: part.balanceMinor },
    succeeded: sum.succeeded + part.succeeded,
    failed: sum.failed + part.failed,
    inMinor: sum.inMinor + part.inMinor,
    outMinor: sum.outMinor + part.outMinor,
    feesMinor: sum.feesMinor + part.feesMinor,
  }))
}

/** The figures of a part in words. */
export function partText(part: AccountPart, { currency, language }: Omit<Drawn, 'days'>): string {
  const [inText = '', out = '', fees = '', balance = ''] = [
    part.inMinor,
    part.outMinor,
    part.feesMinor,
    part.balanceMinor,
  ].map((minor) => amountText(minor, currency, language))
  return language.texts.charts.figures({ in: inText, out, outcome: outcomeText(part, language), fees, balance })
}

/** A day, or the first and the last day of a week. */
export function timeText({ fromMs, toMs }: AccountPart, { days, language }: Omit<Drawn, 'currency'>): string {
  const [first, last] = [dateText(fromMs, days, language), dateText(toMs - 1, days, language)]
  return first === last ? first : `${first} – ${last}`
}
