import type { Acting } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'

/** Books with a fault, by the rules 203.68 to 203.72. */
export const faultsOfActions: Faults<Store> = {
  '203.68': {
    fault: 'the end of a pause writes no action',
    spoil: (good) => ({
      ...good,
      lineStops: { ...good.lineStops, end: (stops, ended) => good.lineStops.end(stops, ended) },
    }),
  },
  '203.69': {
    fault: 'a change whose action cannot be made is kept',
    spoil: (good) => ({
      ...good,
      accounts: {
        ...good.accounts,
        async change(id, change, acting) {
          try {
            return await good.accounts.change(id, change, acting)
          } catch (error) {
            await good.accounts.change(id, change)
            throw error
          }
        },
      },
    }),
  },
  '203.70': {
    fault: 'an action that is written by itself leaves a number out while others are written',
    spoil: (good) => {
      let writing = 0
      const leaping = (acting: Acting): Acting => ({
        ...acting,
        chain: (place) => acting.chain(writing > 1 ? { ...place, number: place.number + 1 } : place),
      })
      return {
        ...good,
        actions: {
          ...good.actions,
          async write(acting) {
            writing += 1
            await Promise.resolve()
            try {
              return await good.actions.write(leaping(acting))
            } finally {
              writing -= 1
            }
          },
        },
      }
    },
  },
  '203.71': {
    fault: 'an action that is written by itself ends a proposal that has ended',
    spoil: (good) => ({
      ...good,
      actions: {
        ...good.actions,
        write: ({ chain, ...acting }) =>
          good.actions.write({ ...acting, chain: (place) => chain({ ...place, isEnded: false }) }),
      },
    }),
  },
  '203.72': {
    fault: 'who has approved an action is not found',
    spoil: (good) => ({
      ...good,
      actions: {
        ...good.actions,
        async list(query) {
          const page = await good.actions.list(query)
          const { by } = query
          return by === undefined ? page : { ...page, actions: page.actions.filter((action) => action.by === by) }
        },
      },
    }),
  },
}
