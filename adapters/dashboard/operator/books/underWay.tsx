import type { ComponentChildren } from 'preact'
import { Refused } from '../../parts/fields.tsx'
import { Moment } from '../../parts/values.tsx'
import type { AskedWork, Upkeeping, WorkEnd } from '../desks/upkeepDesk.ts'
import { bookWords as text } from './words.ts'

/** The work that is under way. */
export function UnderWay({ of: { kind, by, atMs } }: { readonly of: AskedWork }) {
  return (
    <p class="note" role="status">
      {text.underWay[kind]}: {text.by(by)}, <Moment ms={atMs} />
    </p>
  )
}

type EndProps<Kind extends keyof Upkeeping> = {
  readonly of: WorkEnd<Kind>
  readonly children: (done: Upkeeping[Kind]) => ComponentChildren
}

/** The end of a work that was asked for. */
export function End<Kind extends keyof Upkeeping>({ of: end, children }: EndProps<Kind>) {
  return (
    <section>
      <h2>{text.last[end.kind]}</h2>
      <p>
        {text.by(end.by)}, <Moment ms={end.atMs} />
      </p>
      {'done' in end ? children(end.done) : <Refused message={end.refused ?? text.broke[end.kind]} />}
    </section>
  )
}
