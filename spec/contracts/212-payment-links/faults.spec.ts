import { memoryStore } from '../../../adapters/memory/memory.ts'
import { test } from '../../rule.ts'
import { batched, eachIsNoticed, type Faults, spoilingIn, spoilingSteps } from '../brokenPromises.ts'
import { type LinkStore, paymentLinks } from './paymentLinks.ts'

const spoiling = spoilingIn<LinkStore, 'paymentLinks'>('paymentLinks')

/** Stores with one fault each, by the rule that they break. */
const faults: Faults<LinkStore> = {
  '212.1': spoiling('the return address of customers is forgotten', (good) => ({
    async byToken(digest) {
      const link = await good.byToken(digest)
      return link && { ...link, returnUrl: null }
    },
  })),
  '212.2': spoiling('the first link is not returned', (good) => ({
    async add(link, acting) {
      await good.add(link, acting)
      return link
    },
  })),
  '212.3': spoiling('a page begins with the last one of the page before', (good) => ({
    list: ({ before, ...query }) => good.list(before === undefined ? query : { ...query, before: `${before}z` }),
  })),
  '212.4': spoilingSteps('the open payments of a number are forgotten', () => ({
    step: (work) => ({
      link() {
        const found = work.link()
        return found && { ...found, openId: null }
      },
    }),
  })),
  '212.5': spoilingSteps('steps at once see the uses of a link before the first of them', () => {
    const batch = batched(() => new Map<string, number>())
    return {
      step: (work) => ({
        link() {
          const found = work.link()
          if (!found) return found
          const seen = batch()
          const used = seen.get(found.link.id) ?? found.used
          seen.set(found.link.id, used)
          return { ...found, used }
        },
      }),
    }
  }),
  '212.6': spoiling('an existing link is recorded again, as another one', (good) => ({
    async add(link, acting) {
      const added = await good.add(link, acting)
      if (added.id !== link.id && acting) await good.add({ ...link, reference: `${link.reference}-again` }, acting)
      return added
    },
  })),
  '212.7': spoiling('a reference that is part of another finds its link', (good) => ({
    byReference: async (accountId, reference) =>
      (await good.byReference(accountId, reference)) ?? good.byReference(accountId, `${reference}-1`),
  })),
  '212.8': spoiling('a reserved use is counted as paid', (good) => ({
    async uses(id) {
      const { used } = await good.uses(id)
      return { used, paid: used }
    },
  })),
}

describe('Payment links: broken promises', () => {
  test(
    'a store whose payment links break one promise fails on it, and on no other',
    eachIsNoticed(paymentLinks, memoryStore, faults),
  )
})
