import { type Attribution, closedElsewhere, isRefusal, listCloses, noteClose } from '../../../../core/sente.ts'
import type { Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { closeOf, contentOf, daysIn, fileOf, isClosed, lastClose } from './series.ts'

type Recording = {
  readonly folder: string
  readonly publicKey: string
  readonly who: Attribution
  readonly store: CliStore
  readonly beginsSeries: boolean
}

/**
 * Records the last closes of a folder that the record of actions lacks: the command ended before it recorded a close, or
 * the database was restored. Refused if the folder lacks the last recorded close, unless a series begins in it.
 */
export async function recordMissing({ folder, publicKey, who, store, beginsSeries }: Recording) {
  const recorded = await lastRecorded(store)
  const isThere =
    recorded === undefined ||
    (isClosed(folder, recorded.day) && closeOf(folder, recorded.day).digest === recorded.digest)
  if (!isThere && !beginsSeries) return closedElsewhere(recorded, folder)
  const missing = daysIn(folder).filter((day) => !recorded || !isThere || day > recorded.day)
  for (const day of missing) {
    const refused = await record(day, { folder, publicKey, who, store, beginsSeries })
    if (refused) return refused
  }
  const end = lastClose(folder)
  const last = end && (await lastRecorded(store))
  return last && last.digest !== end.digest ? closedElsewhere(last, folder) : undefined
}

async function lastRecorded(store: CliStore) {
  return (await listCloses(store)({ limit: 1 })).closes[0]
}

async function record(
  day: string,
  { folder, publicKey, who, store, beginsSeries }: Recording,
): Promise<Refused | undefined> {
  const content = contentOf(folder, day, publicKey)
  if ('refused' in content) return content
  const { before, audit } = content
  const { digest } = closeOf(folder, day)
  const close = { day, file: fileOf(folder, day), digest, before, broken: audit.broken, beginsSeries }
  const noted = await noteClose(store)({ ...who, ...close })
  return isRefusal(noted) ? noted : undefined
}
