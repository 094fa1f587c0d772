import { type EndedSum, toDecimal } from '../../../../core/sente.ts'
import { languages } from '../../languages/languages.ts'

/** The number of payments below which a share says little: bars are then pale, and the payments are counted. */
const few = 10

type Outcomes = Pick<EndedSum, 'succeeded' | 'failed'>

/** Whether so few payments have ended that their share says little. */
export function areFew({ succeeded, failed }: Outcomes): boolean {
  return succeeded + failed < few
}

/** How many of the ended payments succeeded, in a sentence. */
export function outcomeText(outcomes: Outcomes, language = languages.en): string {
  const [text, { noneEnded, succeeded }] = [shareText(outcomes, language), language.texts.charts]
  return text === noneEnded ? text : succeeded(text)
}

/** The same for a column of its own: their number if there are few, such as `1 of 1`, or else their share. */
export function shareText({ succeeded, failed }: Outcomes, language = languages.en): string {
  const [ended, text] = [succeeded + failed, language.texts.charts]
  if (ended === 0) return text.noneEnded
  return areFew({ succeeded, failed }) ? text.counted(succeeded, ended) : text.share(succeeded / ended, ended)
}

/** An amount as a number of major units, for a drawing. */
export function majorOf(minor: bigint, currency: string): number {
  return Number(toDecimal(minor, currency))
}

/** A number at an axis, such as `1.5M`. */
export function shortText(value: number): string {
  return compact.format(value)
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
