import { createHash } from 'node:crypto'
import { declarationsIn } from './apiReport.ts'

/** The public API, by entry and name: a digest of each declaration. */
type ApiRecord = { readonly [entry: string]: { readonly [name: string]: string } }

/** Makes the record of entries and their reports. */
export function recordOf(reports: Iterable<readonly [entry: string, report: string]>): ApiRecord {
  return Object.fromEntries(
    [...reports].map(([entry, report]) => [
      entry,
      Object.fromEntries([...declarationsIn(report)].map(([name, text]) => [name, digest(text)])),
    ]),
  )
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/**
 * The changes since a release that the changelog does not name in a span of code: whole entries that came or went, and
 * the declarations of other entries that came, went or changed. Before the first release, all entries are new.
 */
export function unlisted(released: ApiRecord, current: ApiRecord, changelog: string): string[] {
  const spans = [...unreleasedIn(changelog).matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
  const listed = new Set(spans.flatMap((span) => [span, /^\w+/.exec(span)?.[0]]))
  return Object.keys({ ...released, ...current }).flatMap((entry) => {
    const [before, now] = [released[entry], current[entry]]
    if (!before || !now) return listed.has(entry) ? [] : [entry]
    const changed = Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name])
    return changed.filter((name) => !listed.has(name)).map((name) => `${entry}: ${name}`)
  })
}

/** The changelog's text for embedders about the unreleased version. */
function unreleasedIn(changelog: string): string {
  const [, unreleased = ''] = /^## [\d.]+ \(unreleased\)$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? []
  const [, embedders = ''] = /^### Embedders$([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(unreleased) ?? []
  return embedders
}
