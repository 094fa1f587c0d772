import { utc } from '../../formats/moment.ts'

const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** A moment in UTC, as people and as machines read it. */
export function Time({ ms }: { readonly ms: number }) {
  return <time datetime={utc(ms)}>{shown.format(ms)} UTC</time>
}
