import {
  type Account,
  type AccountKey,
  type AccountRepo,
  isWithinAnHour,
  type PinKeyCount,
  pauseOfAnHour,
} from '../../core/sente.ts'
import type { ActBeside } from './operators/actions.ts'

/** Accounts, with queries for other parts of the store. */
type MemoryAccountRepo = Omit<AccountRepo, 'tellExpiring'> & {
  versionOf(id: string): number | undefined
  isApiOff(id: string): boolean
  all(): readonly Account[]
}

/** Accounts in memory: gone with the process. */
export function memoryAccountRepo(actBeside: ActBeside): MemoryAccountRepo {
  const accounts = new Map<string, Account>()
  const lookedUp = new Map<string, number[]>()
  const ownerOf = (isKey: (key: AccountKey) => boolean) => [...accounts.values()].find(({ keys }) => keys.some(isKey))

  /** Throws when a key exists twice, in this account or in another. */
  function refuseTaken({ id, keys }: Account) {
    const others = [...accounts.values()].filter((other) => other.id !== id).flatMap((other) => other.keys)
    const isTaken = (key: AccountKey, index: number) =>
      [...others, ...keys.slice(0, index)].some((other) => other.id === key.id || other.digest === key.digest)
    if (keys.some(isTaken)) throw new Error('a key of the account is already taken')
  }

  return {
    async bySecretKey(digest) {
      return ownerOf((key) => key.kind === 'secret' && key.digest === digest)
    },
    nowMs: async (callersMs) => callersMs,
    async byId(id) {
      return accounts.get(id)
    },
    async byKeyId(keyId) {
      return ownerOf(({ id }) => id === keyId)
    },
    async add(account, acting) {
      if (accounts.has(account.id)) throw new Error(`account ${account.id} already exists`)
      refuseTaken(account)
      actBeside(acting)
      accounts.set(account.id, account)
    },
    async change(id, change, acting) {
      const before = accounts.get(id)
      if (!before) return undefined
      const after = { ...change(before), version: before.version + 1 }
      refuseTaken(after)
      actBeside(acting, before, after)
      accounts.set(id, after)
      return after
    },
    async countNameLookUp(accountId, { nowMs, most }) {
      const made = lookedUp.get(accountId) ?? []
      const pauseMs = pauseOfAnHour(made, { nowMs, most })
      if (pauseMs === 0) lookedUp.set(accountId, [...made.filter((atMs) => isWithinAnHour(atMs, nowMs)), nowMs])
      return { pauseMs }
    },
    async list({ name = '', before, limit }) {
      const found = [...accounts.values()]
        .filter((account) => folded(account.name).includes(folded(name)))
        .filter(({ id }) => before === undefined || id < before)
        .sort((one, other) => (one.id < other.id ? 1 : -1))
      const page = found.slice(0, limit)
      return { accounts: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null }
    },
    async pinKeyCounts() {
      const counts = new Map<string, PinKeyCount>()
      for (const { id, closed, pin } of accounts.values()) {
        if (closed || !pin) continue
        const { keyVersion } = pin
        const { accounts: others, firstId } = counts.get(keyVersion) ?? { accounts: 0, firstId: id }
        counts.set(keyVersion, { keyVersion, accounts: others + 1, firstId: id < firstId ? id : firstId })
      }
      return [...counts.values()].sort((one, other) => (one.keyVersion < other.keyVersion ? -1 : 1))
    },
    versionOf: (id) => accounts.get(id)?.version,
    all: () => [...accounts.values()],
    isApiOff: (id) => accounts.get(id)?.apiAccess === false,
  }
}

/** The text with A to Z in lower case; other letters stay the same. */
function folded(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
