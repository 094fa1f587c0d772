import { type Change, toMinor } from '../../../../core/sente.ts'
import { utc } from '../../../formats/moment.ts'
import { amountText } from '../../parts/values.tsx'
import { named } from '../../request/named.ts'
import { accountName } from '../parts/ownAccounts.ts'
import { decisionWords } from './words.ts'

type Part = readonly [name: string, value: string]

/** Shown elsewhere on the page, with links. */
const left = ['accountId', 'transactionId']

/** The parts of a change in words, without the account and the payment. */
export function partsOf({ request }: Change): readonly Part[] {
  const { amount, currency, ...others } = request as { amount?: number; currency?: string }
  const money: readonly Part[] =
    amount === undefined || currency === undefined
      ? partsIn({ amount, currency })
      : [[nameOf('amount'), amountText(toMinor(amount, currency) ?? 0n, currency)]]
  return [...money, ...partsIn(others)]
}

function partsIn(values: object): readonly Part[] {
  return Object.entries(values)
    .filter(([name, value]) => value !== undefined && value !== '' && !left.includes(name))
    .map(([name, value]) => [nameOf(name), wordOf(name, value)])
}

/** A part of a change in words: an operator's account and the kind of a move by their names. */
function wordOf(name: string, value: unknown): string {
  if (name.endsWith('Ms')) return utc(Number(value))
  if (name === 'from' || name === 'to') return accountName(textOf(value))
  return (name === 'kind' ? named(decisionWords.proposal.moves, String(value)) : undefined) ?? textOf(value)
}

/** A name as it is shown: that of a field, or its words, such as “Api access”. */
function nameOf(name: string): string {
  const spaced = name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return named(decisionWords.proposal.parts, name) ?? spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const mostShown = 20

function textOf(value: unknown): string {
  if (value === null) return decisionWords.proposal.nothing
  if (typeof value === 'boolean') return value ? decisionWords.proposal.yes : decisionWords.proposal.no
  if (Array.isArray(value)) {
    const shown = value.slice(0, mostShown).map(textOf).join('; ')
    return value.length > mostShown ? decisionWords.proposal.andMore(shown, value.length - mostShown) : shown
  }
  if (typeof value !== 'object') return named(decisionWords.changes, String(value)) ?? String(value)
  return partsIn(value)
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ')
}
