import { lowestIdAt } from '../ports/ids.ts'
import type { Entry, Reconciliations, Run } from '../ports/operators/reconciliations.ts'
import type { Secrets } from '../ports/secrets.ts'
import { type NumberKey, numberKey } from './withoutIds.ts'

/** What naming a row needs. */
export type RowNamePorts = {
  readonly reconciliations: Pick<Reconciliations, 'entries'>
  readonly secrets: Pick<Secrets, 'pseudonym'>
}

/** The reference of the move that a row becomes; the same row always has the same, whatever file it is in. */
export function moveNameOf(name: string, { digest }: Pick<Secrets, 'digest'>): string {
  return `row-${digest(name).slice(0, 32)}`
}

/** The id of the transaction that a row becomes, in the same way: one of version 7 with the moment of the row. */
export function recordedIdOf(atMs: number, name: string, { digest }: Pick<Secrets, 'digest'>): string {
  const [, a = '', b = '', c = ''] = /^(.{3})(.{3})(.{12})/.exec(digest(name)) ?? []
  return `${lowestIdAt(atMs).slice(0, 15)}${a}-8${b}-${c}`
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
