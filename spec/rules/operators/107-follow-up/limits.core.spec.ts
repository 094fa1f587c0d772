import { expect } from 'chai'
import { followUp, isRefusal } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

const hourMs = 3_600_000

describe('107 The follow-up: limits of a network', () => {
  rule(
    '107.87',
    'a network with a limit of its own is asked about no more payments at once, and hints take half of them at most',
    table(
      ['the limit of all', 'its own', 'asked about at once', 'of them by hints'],
      [
        [8, undefined, 8, 4],
        [8, 9, 8, 4],
        [8, 3, 3, 2],
        [8, 1, 1, 1],
      ],
      async (atOnce, own, most, mostByHints) => {
        const core = await openCore()
        const ids = await openPayments(core, 12)
        const { sweep, hint } = followUp({
          ...core.ports,
          atOnce,
          enquiriesAtOnce: ({ network }) => (network === 'MTN' ? own : 1),
        })
        let asked = 0
        core.network.enquire = () => {
          asked += 1
          return new Promise(() => undefined)
        }
        for (const transactionId of ids) void hint({ transactionId })
        await settled()
        expect(asked).to.equal(mostByHints)
        core.clock.forwardMs(hourMs)
        void sweep()
        await settled()
        expect(asked).to.equal(most)
      },
    ),
  )
})

/** Opens payouts that the network has accepted. */
async function openPayments(core: Awaited<ReturnType<typeof openCore>>, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let opened = 0; opened < count; opened += 1) {
    const request = { ...core.payout, amount: 500, reference: `payout-${opened}` }
    const answer = await core.send({ caller: await core.caller(), request })
    if (isRefusal(answer)) throw new Error(answer.refused)
    await answer.outcome
    ids.push(answer.transaction.id)
  }
  return ids
}

/** Resolves when everything that waits for no timer has run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
