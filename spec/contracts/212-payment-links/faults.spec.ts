import { memoryStore } from '../../../adapters/memory/memory.ts'
import type { PaymentLinks } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { batched } from '../203-books/faults/spoiling.ts'
import { eachIsNoticed, type Fault, type Faults } from '../brokenPromises.ts'
import { type LinkStore, paymentLinks } from './paymentLinks.ts'

/** Stores with one fault each, by the rule that they break. */
const faults: Faults<LinkStore> = {
  '212.1': spoiling('where customers are led is forgotten', (good) => ({
    async byToken(digest) {
      const link = await good.byToken(digest)
      return link && { ...link, returnUrl: null }
    },
  })),
  '212.2': spoiling('whoever comes first is not told', (good) => ({
    async add(link, acting) {
      await good.add(link, acting)
      return link
    },
  })),
  '212.3': spoiling('a page begins with the last one of the page before', (good) => ({
    list: ({ before, ...query }) => good.list(before === undefined ? query : { ...query, before: `${before}z` }),
  })),
  '212.4': spoiling('what has failed is counted', (good) => ({ used: async (id) => (await good.used(id)) + 1 })),
  '212.5': {
    fault: 'steps at once see how often a link was used before the first of them',
    spoil(good) {
      const batch = batched(() => new Map<string, number>())
      return {
        ...good,
        books: {
          ...good.books,
          atomically: (scope, step) =>
            good.books.atomically(scope, (work) =>
              step({
                ...work,
                link() {
                  const found = work.link()
                  if (!found) return found
                  const shared = batch()
                  const used = shared.get(found.link.id) ?? found.used
                  shared.set(found.link.id, used)
                  return { ...found, used }
                },
              }),
            ),
        },
      }
    },
  },
  '212.6': spoiling('a link that is there already is recorded again, as another one', (good) => ({
    async add(link, acting) {
      const added = await good.add(link, acting)
      if (added.id !== link.id && acting) await good.add({ ...link, reference: `${link.reference}-again` }, acting)
      return added
    },
  })),
}

function spoiling(fault: string, faulty: (good: PaymentLinks) => Partial<PaymentLinks>): Fault<LinkStore> {
  return { fault, spoil: (good) => ({ ...good, paymentLinks: { ...good.paymentLinks, ...faulty(good.paymentLinks) } }) }
}

describe('Payment links: broken promises', () => {
  test(
    'a store whose payment links break one promise fails on it, and on no other',
    eachIsNoticed(paymentLinks, memoryStore, faults),
  )
})
