import type { Account, AccountRepo } from '../../core/sente.ts'

/** Accounts in memory: gone with the process. */
export function memoryAccountRepo(): AccountRepo & { versionOf(id: string): number | undefined } {
  const accounts = new Map<string, Account>()
  const ownerOf = (digest: string) =>
    [...accounts.values()].find(({ keys }) => keys.some((key) => key.digest === digest))
  return {
    async bySecretKey(digest) {
      const owner = ownerOf(digest)
      return owner?.keys.some((key) => key.kind === 'secret' && key.digest === digest) ? owner : undefined
    },
    async byId(id) {
      return accounts.get(id)
    },
    async add(account) {
      if (accounts.has(account.id)) throw new Error(`account ${account.id} exists already`)
      if (account.keys.some(({ digest }) => ownerOf(digest))) throw new Error('a key of the account is taken')
      accounts.set(account.id, account)
    },
    async change(id, change) {
      const before = accounts.get(id)
      if (!before) return undefined
      const after = { ...change(before), version: before.version + 1 }
      accounts.set(id, after)
      return after
    },
    versionOf: (id) => accounts.get(id)?.version,
  }
}
