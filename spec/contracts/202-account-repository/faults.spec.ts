import { memoryStore } from '../../../adapters/memory/memory.ts'
import type { Account, AccountRepo } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed, type Faults, spoilingIn } from '../brokenPromises.ts'
import type { Accounts } from '../kit/store.ts'
import { accountRepo } from './accountRepo.ts'

const spoiling = spoilingIn<Accounts, 'accounts'>('accounts')

/** Account repositories with one fault each, by the rule that they break. */
const faults: Faults<Accounts> = {
  '202.1': spoiling('names lose their quotation marks', (good) => ({
    async byId(id) {
      const account = await good.byId(id)
      return account && { ...account, name: account.name.replaceAll('"', '') }
    },
  })),
  '202.2': spoiling('only the account that was added first is found by its secret key', (good) => {
    const ids: string[] = []
    return {
      async add(account) {
        await good.add(account)
        ids.push(account.id)
      },
      async bySecretKey(digest) {
        const account = await good.bySecretKey(digest)
        return account?.id === ids[0] ? account : undefined
      },
    }
  }),
  '202.3': spoiling('a revoked key finds nothing', (good) => ({
    async bySecretKey(digest) {
      const account = await good.bySecretKey(digest)
      return account?.keys.some((key) => key.active && key.digest === digest) ? account : undefined
    },
  })),
  '202.4': spoiling('a public key finds its account like a secret one', (good) => ({
    bySecretKey: async (digest) => (await all(good)).find(({ keys }) => keys.some((key) => key.digest === digest)),
  })),
  '202.5': spoiling('changing an unknown account rejects', (good) => ({
    async change(id, change) {
      if (!(await good.byId(id))) throw new Error('there is no such account')
      return good.change(id, change)
    },
  })),
  '202.6': spoiling('an account with a taken id replaces the other', (good) => ({
    async add(account) {
      if (await good.byId(account.id)) await good.change(account.id, () => account)
      else await good.add(account)
    },
  })),
  '202.7': spoiling('an account with a taken key is added without its keys', (good) => ({
    add: (account) => good.add(account).catch(() => good.add({ ...account, keys: [] })),
  })),
  '202.8': spoiling('a change revokes no key', (good) => ({
    change: (id, change) =>
      good.change(id, (before) => {
        const active = new Set(before.keys.filter((key) => key.active).map((key) => key.id))
        const after = change(before)
        return { ...after, keys: after.keys.map((key) => ({ ...key, active: key.active || active.has(key.id) })) }
      }),
  })),
  '202.9': spoiling('only keys that an account was added with find it', (good) => {
    const digests = new Set<string>()
    return {
      async add(account) {
        await good.add(account)
        for (const { digest } of account.keys) digests.add(digest)
      },
      bySecretKey: async (digest) => (digests.has(digest) ? good.bySecretKey(digest) : undefined),
    }
  }),
  '202.10': spoiling('changes at once do not see one another', (good) => ({
    async change(id, change) {
      const before = await good.byId(id)
      if (!before) return undefined
      const after = change(before)
      await Promise.resolve()
      return good.change(id, () => after)
    },
  })),
  '202.11': spoiling('a change that throws counts the version up', (good) => ({
    async change(id, change) {
      const errors: unknown[] = []
      const changed = await good.change(id, (before) => {
        try {
          return change(before)
        } catch (error) {
          errors.push(error)
          return before
        }
      })
      if (errors.length > 0) throw errors[0]
      return changed
    },
  })),
  '202.12': spoiling('the id of a revoked key finds nothing', (good) => ({
    async byKeyId(keyId) {
      const account = await good.byKeyId(keyId)
      return account?.keys.some(({ id, active }) => active && id === keyId) ? account : undefined
    },
  })),
  '202.13': spoiling('a change that adds a taken key leaves the keys as they were', (good) => ({
    change: (id, change) =>
      good.change(id, change).catch(() => good.change(id, (before) => ({ ...change(before), keys: before.keys }))),
  })),
  '202.14': spoiling('the account that was added first is named, not the first by id', (good) => {
    const named = new Map<string, string>()
    return {
      async add(account) {
        await good.add(account)
        const { keyVersion = '' } = account.pin ?? {}
        if (!named.has(keyVersion)) named.set(keyVersion, account.id)
      },
      async pinKeyCounts() {
        const counts = await good.pinKeyCounts()
        return counts.map((count) => ({ ...count, firstId: named.get(count.keyVersion) ?? count.firstId }))
      },
    }
  }),
  '202.15': spoiling('capital letters of a name must match', (good) => ({
    async list({ name = '', before, limit }) {
      const found = (await all(good, before)).filter((account) => account.name.includes(name))
      return { accounts: found.slice(0, limit), next: found.length > limit ? (found[limit - 1]?.id ?? null) : null }
    },
  })),
  '202.16': spoiling('the time of the first caller applies to all', (good) => {
    let firstMs: number | undefined
    return {
      async nowMs(callersMs) {
        firstMs ??= await good.nowMs(callersMs)
        return firstMs
      },
    }
  }),
  '202.17': spoiling('a look-up that may not wait is not counted', (good) => ({
    countNameLookUp: async (id, count) => (count.most === null ? { pauseMs: 0 } : good.countNameLookUp(id, count)),
  })),
}

/** Every account, newest first. */
async function all(good: AccountRepo, before?: string): Promise<readonly Account[]> {
  return (await good.list({ limit: 1_000, ...(before !== undefined && { before }) })).accounts
}

describe('An account repository: broken promises', () => {
  test(
    'an account repository that breaks one promise fails on it, and on no other',
    eachIsNoticed(accountRepo, memoryStore, faults),
  )
})
