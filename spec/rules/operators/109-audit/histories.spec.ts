import { expect } from 'chai'
import { assert, asyncProperty } from 'fast-check'
import { sqlite } from '../../../../adapters/sqlite/sqlite.ts'
import { auditBooks, type OperatorMoney } from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import type { Store } from '../../../contracts/kit/store.ts'
import { inPair, moveOver, openNode, openSource, quietly } from '../../../fixtures/moved/movedBooks.ts'
import { times } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { stores } from '../../../stages/everyStore.ts'
import { type Act, acts, live } from './history.ts'

type Money = { readonly operatorMoney: OperatorMoney }

/** Adds up the rest, and audits every derived row. */
async function agrees({ books, operatorMoney }: Store & Money): Promise<void> {
  while (await operatorMoney.gather());
  const { broken } = await auditBooks({ books, secrets: testSecrets })()
  expect(broken).to.deep.equal([])
}

function overHistories(check: (history: readonly Act[]) => Promise<void>): Promise<void> {
  const runs = { numRuns: times({ night: 20, day: 2 }), endOnFailure: true }
  return assert(asyncProperty(acts, check), runs)
}

describe('109 The audit: histories', () => {
  rule(
    '109.36',
    'an audit finds nothing in any history of payments with fees, refunds, batches and links, also when it was added up, copied, restored or moved',
    {
      ...Object.fromEntries(
        Object.entries(stores).map(([name, open]) => [
          name,
          () =>
            overHistories(async (history) => {
              const store = await open()
              try {
                await live(store, history)
                await agrees(store)
              } finally {
                await store.close?.()
              }
            }),
        ]),
      ),
      'copied, restored and moved into PostgreSQL': () =>
        overHistories((history) =>
          inPair(async ({ from, to, database, target }) => {
            const source = openSource(database)
            await live(source, history)
            await agrees(source)
            await source.close()
            const copy = { path: database, file: `${database}-backup`, purpose: 'live', say: quietly } as const
            await sqlite.inFiles.backUp(copy)
            sqlite.inFiles.restore({ ...copy, acting: { proposal: null, chain: () => undefined } })
            const restored = openSource(database)
            await agrees(restored)
            await restored.close()
            await moveOver({ from, to })
            const node = await openNode(target)
            try {
              await agrees(node)
            } finally {
              await node.close()
            }
          }),
        ),
    },
  )
})
