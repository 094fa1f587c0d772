import { array, constantFrom, integer, record } from 'fast-check'
import {
  collectThroughLink,
  createLink,
  isRefusal,
  noRiskLimits,
  openLink,
  payLink,
  refundMoney,
} from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'

/** Random histories. */
export const acts = array(
  record({
    what: constantFrom('payout', 'collection', 'refund', 'batch', 'link', 'gather', 'sweep'),
    end: constantFrom('succeeds', 'declines', 'accepts'),
    amount: integer({ min: 500, max: 3_000 }),
  }),
  { minLength: 12, maxLength: 24 },
)

/** A payment, batch or link with its amount and its end at the network, or a turn of a node. */
export type Act = {
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

/** The core of a history. */
export type HistoryCore = Awaited<ReturnType<typeof openBatches>>

/** Runs a history over a store. `meanwhile` is called after each act. */
export async function live(
  store: object,
  history: readonly Act[],
  meanwhile: (core: HistoryCore) => Promise<void> = async () => {},
): Promise<void> {
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
    await meanwhile(core)
  }
  network.answersEnquiry({ outcome: 'pending', seen: {} })
  core.clock.forwardMs(24 * hourMs)
  await core.sweep()
  await core.pays()
}
