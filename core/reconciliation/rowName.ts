import type { Entry, Reconciliations, Run } from '../ports/operators/reconciliations.ts'
import type { Secrets } from '../ports/secrets.ts'
import { type NumberKey, numberKey } from './withoutIds.ts'

/** What naming a row needs. */
export type RowNamePorts = {
  readonly reconciliations: Pick<Reconciliations, 'entries'>
  readonly secrets: Pick<Secrets, 'pseudonym'>
}

/** What a row is, and no other one: by its id, or else by its place among those that are alike in its file. */
export async function rowName(
  { reconciliations, secrets }: RowNamePorts,
  { id: runId, network }: Run,
  entry: Entry,
): Promise<string> {
  if (entry.theirs !== null) return `${network} theirs ${entry.theirs}`
  if (entry.ours !== null) return `${network} ours ${entry.ours}`
  const keyOf = numberKey(secrets)
  const looks = looksOf(entry, keyOf)
  let alike = 0
  for (let after = 0; after < entry.item; ) {
    const some = await reconciliations.entries({ runId, after, limit: 1_000 })
    alike += some.filter((one) => one.item < entry.item && looksOf(one, keyOf) === looks).length
    after = some.at(-1)?.item ?? entry.item
  }
  return `${network} like ${looks} ${alike}`
}

function looksOf({ atMs, direction, amountMinor, currency, phoneNumber }: Entry, keyOf: NumberKey): string {
  const number = phoneNumber === null ? null : keyOf(phoneNumber)
  return [atMs, direction, amountMinor, currency, number].join(' ')
}
