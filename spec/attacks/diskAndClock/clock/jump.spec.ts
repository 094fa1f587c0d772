import { expect } from 'chai'
import { memoryProvider } from '../../../../adapters/memory/memory.ts'
import { followUp, isRefusal, type Transaction } from '../../../../core/sente.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { openCore } from '../../../fixtures/core.ts'
import { hourMs, minuteMs, openDoubt, succeeded } from '../../../fixtures/doubt.ts'
import { test } from '../../../rule.ts'

/** The result of a payout of UGX 5,000 when the clock jumps during its submission. */
async function payoutWith(at: 'before it is sent' | 'after it is sent', jumpMs: number) {
  const clock = manualClock()
  const network = memoryProvider({ name: 'mtn', clock })
  const core = await openCore({}, { clock, providerFor: () => network })
  network.behaves('succeeds')
  const { payOut } = network
  Object.assign(network, {
    async payOut(...given: Parameters<typeof payOut>) {
      if (at === 'before it is sent') clock.jumpMs(jumpMs)
      const answer = await payOut(...given)
      if (at === 'after it is sent') clock.jumpMs(jumpMs)
      return answer
    },
  })
  const opened = await core.send({ caller: await core.caller(), request: core.payout })
  if (isRefusal(opened)) throw new Error(opened.refused)
  const outcome = await opened.outcome
  const { available, held } = await core.balance()
  return { answer: 'refused' in outcome ? outcome.refused : 201, sent: network.received.length, available, held }
}

const paid = { answer: 201, sent: 1, available: 95_000n, held: 0n }
const released = { answer: 'provider_unavailable', sent: 0, available: 100_000n, held: 0n }

describe('Disk and clock: money while the clock jumps by an hour', () => {
  test('a payout in flight is paid once or released, and nothing is sent late because of a jump', {
    'ahead, before it is sent: nothing is sent any more, and the money is back': async () =>
      expect(await payoutWith('before it is sent', hourMs)).to.deep.equal(released),
    'back, before it is sent: the monotonic clock sets the limit': async () =>
      expect(await payoutWith('before it is sent', -hourMs)).to.deep.equal(paid),
    'either way, after it is sent: the answer counts': async () => {
      for (const jumpMs of [hourMs, -hourMs]) {
        expect(await payoutWith('after it is sent', jumpMs)).to.deep.equal(paid)
      }
    },
  })

  test('a payment in doubt ends as the network says, at once or an hour later', {
    'ahead: the network is asked at once': async () => {
      const { clock, afterAnswer, balance } = await openDoubt()
      clock.jumpMs(hourMs)
      expect((await afterAnswer(succeeded, 0)).state).to.equal('succeeded')
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
    },
    'back: the network is asked when the clock has caught up, and the money is held until then': async () => {
      const { clock, afterAnswer, balance } = await openDoubt()
      clock.jumpMs(-hourMs)
      expect((await afterAnswer(succeeded, minuteMs)).state).to.equal('submitting')
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
      expect((await afterAnswer(succeeded, hourMs)).state).to.equal('succeeded')
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
    },
    'back: or as soon as the network calls back, or at a restart': async () => {
      for (const wake of ['hint', 'resume'] as const) {
        const { clock, network, ports, id, stored } = await openDoubt()
        clock.jumpMs(-hourMs)
        network.answersEnquiry(succeeded)
        const { hint, resume, sweep } = followUp({ ...ports, atOnce: 8 })
        await (wake === 'hint' ? hint({ transactionId: id }) : resume().then(sweep))
        const ended: Transaction = await stored()
        expect(ended.state, wake).to.equal('succeeded')
      }
    },
  })

  test('a locked PIN is still locked after a jump back, and open again after a jump ahead', async () => {
    for (const [jumpMs, answer] of [
      [-hourMs, 'pin_locked'],
      [hourMs, 'opened'],
    ] as const) {
      const { clock, send, caller, payout } = await openCore()
      const guess = async (pin: string, reference: string) => {
        const outcome = await send({ caller: await caller(), request: { ...payout, pin, reference } })
        return isRefusal(outcome) ? outcome.refused : 'opened'
      }
      for (let wrong = 0; wrong < 5; wrong += 1) expect(await guess('9999', 'wrong')).to.equal('invalid_pin')
      clock.jumpMs(jumpMs)
      clock.forwardMs(14 * minuteMs)
      expect(await guess('4071', 'right')).to.equal(answer)
    }
  })
})
