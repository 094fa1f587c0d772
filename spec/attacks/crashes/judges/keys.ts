import type { Evidence } from './evidence.ts'

/** What a key did that may not, and accounts whose keys are not those that were given to them and not revoked. */
export function keysWrong({ requests, books }: Evidence): readonly string[] {
  const references = new Set(books.transactions.map(({ reference }) => reference))
  const done = requests
    .filter(({ order: { flaw }, reference }) => /scope|revoked/.test(flaw) && references.has(reference))
    .map(({ reference, order: { flaw } }) => `${reference} was opened with a key of the wrong kind: ${flaw}`)
  const accounts = new Map(requests.map(({ account }) => [account.id, account]))
  const others = [...accounts.values()].flatMap(({ id, keys }) => {
    const found = books.keys?.get(id)
    if (!keys || !found) return []
    const given = [keys.reader, keys.approver, ...keys.tills]
    const active = given.filter(({ isRevoked }) => !isRevoked)
    const lost = active.filter((key) => !found.includes(key.id)).map((key) => `key ${key.id} of ${id} is gone`)
    const back = given.filter((key) => key.isRevoked && found.includes(key.id))
    return [...lost, ...back.map((key) => `key ${key.id} of ${id} was revoked, and is active`)]
  })
  return [...done, ...others]
}
