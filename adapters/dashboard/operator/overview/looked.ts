import type { Visitor } from '../../asked.ts'
import { languages } from '../../languages/languages.ts'
import { countText, mostLooked, type Since } from '../../parts/looked.tsx'
import type { OperatorDeps } from '../deps.ts'
import { exceptionsPath } from '../exceptions/table.tsx'
import { operatorWords } from '../words.ts'

/**
 * The changes by others since an operator's last visit, and the exceptions since then; undefined on the first visit.
 */
export async function changesSince(
  { listActions, reconciliations }: OperatorDeps,
  { user, lookedAtMs: sinceMs }: Visitor,
): Promise<Since | undefined> {
  if (sinceMs === null) return undefined
  const [{ actions }, exceptions] = await Promise.all([
    listActions({ limit: mostLooked }),
    reconciliations.findExceptions({ isOpen: true, limit: mostLooked }),
  ])
  const later = actions.filter(({ atMs }) => atMs > sinceMs)
  const ofOthers = later.filter(({ by, approvedBy }) => by !== user.name && approvedBy !== user.name)
  const found = exceptions.filter(({ run }) => run.ended !== null && run.ended.atMs > sinceMs)
  const { changed, exception } = operatorWords.overview.happened
  const changes = [
    { many: ofOthers.length, names: changed, of: later, to: '/operator/actions' },
    { many: found.length, names: exception, of: found, to: exceptionsPath },
  ]
    .filter(({ many }) => many > 0)
    .map(({ many, names, of, to }) => ({
      text: countText(many, names, { mayBeMore: of.length === mostLooked, language: languages.en }),
      to,
    }))
  return { sinceMs, changes }
}
