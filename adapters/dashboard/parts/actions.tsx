import { type Action, type Fact, type Facts, isKnownCurrency, toDecimal, toMinor } from '../../../core/sente.ts'
import { words } from '../words.ts'
import { amountText, Moment } from './values.tsx'

/** The changes of an action, a line for each fact, with its earlier value if it had another. */
export function Change({ before, after }: Pick<Action, 'before' | 'after'>) {
  return namesIn(before ?? {}, after ?? {}).map((name) => {
    const [old, now] = [factText(before, name), factText(after, name)]
    const isNew = before?.[name] === undefined || old === now
    return (
      <div>
        {nameText(name)}: {!isNew && `${old} → `}
        {isMoment(name, after?.[name]) ? <Moment ms={Number(after?.[name])} /> : now}
      </div>
    )
  })
}

/** The names of facts, without the currency of the amounts among them. */
function namesIn(...all: readonly Facts[]): readonly string[] {
  const names = [...new Set(all.flatMap((facts) => Object.keys(facts)))]
  const hasAmounts = names.some((name) => all.some((facts) => amountIn(facts, name) !== undefined))
  return names.filter((name) => name !== 'currency' || !hasAmounts)
}

function nameText(name: string): string {
  return name.replace(/_at_ms$/, '').replaceAll('_', ' ')
}

function isMoment(name: string, fact: Fact | undefined): boolean {
  return name.endsWith('_at_ms') && typeof fact === 'number'
}

function factText(facts: Facts | null, name: string): string {
  const fact = facts?.[name]
  if (!facts || fact === undefined || fact === null) return words.actions.nothing
  if (typeof fact !== 'object') return amountIn(facts, name) ?? String(fact)
  if (Array.isArray(fact)) return fact.join(', ')
  const own = fact as Facts
  return namesIn(own)
    .map((part) => (isKnownCurrency(part) ? factText(own, part) : `${nameText(part)}: ${factText(own, part)}`))
    .join(', ')
}

/** The facts that are amounts in the currency beside them. */
const amounts = ['amount', 'available', 'minimum', 'maximum', 'least', 'most']

/** An amount with its currency, which stands beside it or is its name; undefined for another fact. */
function amountIn(facts: Facts, name: string): string | undefined {
  const [fact, currency] = [facts[name], isKnownCurrency(name) ? name : amounts.includes(name) && facts.currency]
  if (typeof currency !== 'string' || (typeof fact !== 'string' && typeof fact !== 'number')) return undefined
  const minor = isKnownCurrency(currency) ? toMinor(Number(fact), currency) : undefined
  // A text may have more digits than a number carries. It is shown as it is.
  const isExact = minor !== undefined && (typeof fact === 'number' || toDecimal(minor, currency) === fact)
  return isExact ? amountText(minor, currency) : undefined
}
