import { expect } from 'chai'
import { isRefusal, type Kind } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { minuteMs, pending } from '../../../fixtures/doubt.ts'
import { rule, table } from '../../../rule.ts'

/** The pauses between enquiries about a pending payment without a callback, in seconds, for ten minutes. */
async function pausesOf(kind: Kind, approvalMs?: number): Promise<number[]> {
  const core = await openCore()
  if (approvalMs !== undefined) Object.assign(core.network, { approvalMs })
  const caller = await core.caller()
  const opened = await (kind === 'payout'
    ? core.send({ caller, request: core.payout })
    : core.collect({ caller, request: core.request }))
  if (isRefusal(opened)) throw new Error(opened.refused)
  await opened.outcome
  core.network.answersEnquiry(pending)
  const { id, createdAtMs } = opened.transaction
  const pauses: number[] = []
  while (core.clock.nowMs() < createdAtMs + 10 * minuteMs) {
    const askAtMs = (await core.ports.books.transaction(id))?.followUp.askAtMs ?? 0
    pauses.push((askAtMs - core.clock.nowMs()) / 1_000)
    core.clock.forwardMs(askAtMs - core.clock.nowMs())
    await core.sweep()
  }
  return pauses
}

const tens = (count: number) => Array<number>(count).fill(10)

describe('107 The follow-up: while a customer can approve', () => {
  rule(
    '107.78',
    'while its customer can still approve a pending collection, its network is asked every ten seconds, and then with pauses that double',
    table(
      ['can be approved for, in seconds', 'questions ten seconds apart'],
      [
        [undefined, 29],
        [120, 11],
      ],
      async (seconds, count) => {
        const pauses = await pausesOf('collection', seconds && seconds * 1_000)
        const expected = [5, 5, ...tens(count), 20, 40, 80, 160]
        expect(pauses.slice(0, expected.length)).to.deep.equal(expected)
      },
    ),
  )

  rule('107.79', 'a pending payout needs no approval, and its network is asked with pauses that double', async () => {
    expect(await pausesOf('payout')).to.deep.equal([5, 5, 10, 20, 40, 80, 160, 320])
  })
})
