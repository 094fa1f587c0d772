import { memoryStore } from '../../../adapters/memory/memory.ts'
import type { UserRecord } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed, type Faults, spoilingIn } from '../brokenPromises.ts'
import { type PeopleStore, people } from './people.ts'

const spoiling = spoilingIn<PeopleStore, 'people'>('people')

/** Stores with one fault each, by the rule that they break. */
const faults: Faults<PeopleStore> = {
  '211.1': spoiling('an invitation is not used up', (good) => ({
    accept: (given, decide, acting) =>
      good.accept(
        given,
        (found) => decide({ ...found, invitation: found.invitation && { ...found.invitation, usedAtMs: null } }),
        acting,
      ),
  })),
  '211.2': spoiling('another user with the name is not seen', (good) => ({
    accept: (given, decide, acting) => good.accept(given, (found) => decide({ ...found, namesake: undefined }), acting),
  })),
  '211.3': spoiling('the invited user is not found', (good) => ({
    accept: (given, decide, acting) => good.accept(given, (found) => decide({ ...found, user: undefined }), acting),
  })),
  '211.4': spoiling('a change that changes nothing is an action', (good) => ({
    change: (given, decide, acting) =>
      good.change(
        given,
        (found) => {
          const change = decide(found)
          return acting ? { ...change, user: change.user ?? found.user } : change
        },
        acting,
      ),
  })),
  '211.5': spoiling('removed users are listed', (good) => ({
    users: async ({ accountId }) => {
      const listed = await good.users({ accountId })
      const peers = await good.change({ userId: listed[0]?.id ?? '', nowMs: 0 }, (found) => ({ value: found.peers }))
      return peers ?? listed
    },
  })),
  '211.6': spoiling('changes at once find the same', (good) => {
    const begun = new Map<string, UserRecord | undefined>()
    return {
      async change(given, decide, acting) {
        const { userId } = given
        if (!begun.has(userId)) begun.set(userId, await good.user(userId))
        const user = begun.get(userId)
        queueMicrotask(() => setTimeout(() => begun.delete(userId)))
        return good.change(given, (found) => decide({ ...found, user: user ?? found.user }), acting)
      },
    }
  }),
  '211.7': spoiling('a closed account looks open', (good) => ({
    async session(given) {
      const found = await good.session(given)
      return found && { ...found, account: found.account && { ...found.account, isClosed: false } }
    },
  })),
  '211.8': spoiling('one more attempt is counted', (good) => ({
    countAttempt: (attempts) =>
      good.countAttempt({ ...attempts, counts: attempts.counts.map((one) => ({ ...one, most: one.most + 1 })) }),
  })),
  '211.9': spoiling('an accepted one is revoked', (good) => ({
    async revoke(given, acting) {
      await good.revoke(given, acting)
      return true
    },
  })),
  '211.10': spoiling('a visit is not noted', (good) => ({ see: (session) => good.see(session) })),
  '211.11': spoiling('nobody is found by a provider', () => ({ userVouchedBy: async () => undefined })),
  '211.12': spoiling('invitations outlive those who have made them', (good) => ({
    change: (given, decide, acting) =>
      good.change(given, (found) => ({ ...decide(found), endsInvitations: false }), acting),
  })),
}

describe('Users: broken promises', () => {
  test('a store whose users break one promise fails on it, and on no other', eachIsNoticed(people, memoryStore, faults))
})
