import type { Action, Fact } from '../../../core/sente.ts'
import { words } from '../words.ts'
import { Moment } from './values.tsx'

/** The changes of an action, a line for each fact, with its earlier value if it had another. */
export function Change({ before, after }: Pick<Action, 'before' | 'after'>) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => {
    const [old, now] = [before?.[name], after?.[name]].map(factText)
    const isNew = before?.[name] === undefined || old === now
    return (
      <div>
        {name.replace(/_at_ms$/, '').replaceAll('_', ' ')}: {!isNew && `${old} → `}
        {isMoment(name, after?.[name]) ? <Moment ms={Number(after?.[name])} /> : now}
      </div>
    )
  })
}

function isMoment(name: string, fact: Fact | undefined): boolean {
  return name.endsWith('_at_ms') && typeof fact === 'number'
}

function factText(fact: Fact | undefined): string {
  if (fact === undefined || fact === null) return words.actions.nothing
  if (typeof fact !== 'object') return String(fact)
  return Array.isArray(fact) ? fact.join(', ') : JSON.stringify(fact)
}
