import { memoryStore } from '../../../adapters/memory/memory.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed, type Faults, spoilingIn } from '../brokenPromises.ts'
import { type NoticeStore, notices } from './notices.ts'

const spoiling = spoilingIn<NoticeStore, 'notices'>('notices')

/** Stores with one fault each, by the rule that they break. */
const faults: Faults<NoticeStore> = {
  '213.1': spoiling('the kind of a notice is forgotten', (good) => ({
    list: async (query) => (await good.list(query)).map((one) => ({ ...one, kind: 'paid' as const })),
  })),
  '213.2': spoiling('notices are added where the mark is elsewhere', (good) => ({
    async add(added, stretch) {
      const isAdded = await good.add(added, stretch)
      if (!isAdded) await good.add(added)
      return isAdded
    },
  })),
  '213.3': spoiling('an account without a mark is left out', (good) => ({
    behind: async (query) => (await good.behind(query)).filter(({ upTo }) => upTo !== null),
  })),
  '213.4': spoiling('a page begins with the last one of the page before', (good) => ({
    list: ({ before, ...query }) => good.list(before === undefined ? query : { ...query, before: before + 1 }),
  })),
  '213.5': spoiling('reading one reads all before it', (good) => ({
    read: (given) => good.read({ ...given, isUpTo: true }),
  })),
  '213.6': spoiling('the limit is ignored', (good) => ({
    forget: (given) => good.forget({ ...given, limit: 99 }),
  })),
  '213.7': spoiling('an address that is asked for is forgotten', (good) => ({
    settings: async (ids) => (await good.settings(ids)).map((one) => ({ ...one, asked: null })),
  })),
  '213.8': spoiling('there is no pause after a mail', (good) => ({
    claimMail: (given) => good.claimMail({ ...given, pausedMs: given.nowMs }),
  })),
  '213.9': spoiling('the problem of a mail is forgotten', (good) => ({
    settleMail: (given) => good.settleMail({ ...given, problem: null }),
  })),
  '213.10': spoiling('the mark of the actions is another where it is read', (good) => ({
    actionsUpTo: async () => ((await good.actionsUpTo()) === null ? null : 0),
  })),
}

describe('Notices: broken promises', () => {
  test(
    'a store whose notices break one promise fails on it, and on no other',
    eachIsNoticed(notices, memoryStore, faults),
  )
})
