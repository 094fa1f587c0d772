import { expect } from 'chai'
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { sqlite } from '../../../../adapters/sqlite/sqlite.ts'
import {
  auditBooks,
  collectThroughLink,
  createLink,
  isRefusal,
  noRiskLimits,
  type OperatorMoney,
  openLink,
  payLink,
  refundMoney,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import type { Store } from '../../../contracts/kit/store.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { inPair, moveOver, openNode, openSource, quietly } from '../../../fixtures/moved/movedBooks.ts'
import { times } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { stores } from '../../../stages/everyStore.ts'

const acts = array(
  record({
    what: constantFrom('payout', 'collection', 'refund', 'batch', 'link', 'gather', 'sweep'),
    end: constantFrom('succeeds', 'declines', 'accepts'),
    amount: integer({ min: 500, max: 3_000 }),
  }),
  { minLength: 12, maxLength: 24 },
)

type Act = {
  readonly what: string
  readonly end: 'succeeds' | 'declines' | 'accepts'
  readonly amount: number
}

/** One of each, so that every history has returned fees and hours that were added up. */
const always: readonly Act[] = [
  { what: 'collection', end: 'succeeds', amount: 2_000 },
  { what: 'refund', end: 'succeeds', amount: 700 },
  { what: 'link', end: 'succeeds', amount: 1_000 },
  { what: 'batch', end: 'succeeds', amount: 600 },
]

const fees = {
  schedules: [
    aSchedule({ kind: 'collection', isRefundable: true, tiers: [aTier({ flatMinor: 100n, percentE4: 20_000n })] }),
    aSchedule({ kind: 'payout', tiers: [aTier({ flatMinor: 30n, percentE4: 0n })] }),
    aSchedule({ kind: 'refund', tiers: [aTier({ flatMinor: 20n, percentE4: 0n })] }),
  ],
  cashOuts: [],
}

type Money = { readonly operatorMoney: OperatorMoney }

/** Runs a history over a store. */
async function live(store: object, history: readonly Act[]): Promise<void> {
  const core = await openBatches({}, { ...store, fees, riskLimits: noRiskLimits })
  const { ports, network, caller, payout, request } = core
  const page = { ...ports, collectThroughLink: collectThroughLink(ports) }
  const { apikey, pin } = payout
  for (const [n, { what, end, amount }] of [...always, ...history].entries()) {
    network.behaves(end)
    core.clock.forwardMs(hourMs / 3)
    const reference = `${what}-${n}`
    const opened = await (async () => {
      if (what === 'payout') return core.send({ caller: await caller(), request: { ...payout, reference, amount } })
      if (what === 'collection')
        return core.collect({ caller: await caller(), request: { ...request, reference, amount } })
      if (what !== 'refund') return undefined
      const asked = { apikey, pin, reference, collection: 'collection-0', amount: Math.max(500, amount % 700) }
      return refundMoney(ports)({ caller: await caller(), request: asked })
    })()
    if (opened && !isRefusal(opened)) await opened.outcome
    if (what === 'batch') {
      const lines = [1, 2].map((line) => ({ reference: `${reference}-${line}`, amount }))
      if (!isRefusal(await core.ask(lines, { reference }))) await core.pays()
    }
    if (what === 'link') {
      const asked = { reference, amount, currency: 'UGX', description: 'tea', uses: 1, returnUrl: null }
      const made = await createLink(ports)({ caller: await caller(), request: { ...asked, expiresAtMs: null } })
      if (!made || isRefusal(made)) throw new Error('no link was made')
      const form = await openLink(page)({ token: made.token })
      if (isRefusal(form)) throw new Error(form.refused)
      await payLink(page)({ token: made.token, nonce: form.nonce, phoneNumber: '256770000001' })
    }
    if (what === 'gather') await ports.operatorMoney.gather()
    if (what === 'sweep') await core.sweep()
  }
  network.answersEnquiry({ outcome: 'pending', seen: {} })
  core.clock.forwardMs(24 * hourMs)
  await core.sweep()
  await core.pays()
}

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
