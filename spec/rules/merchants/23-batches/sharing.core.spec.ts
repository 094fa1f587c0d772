import { expect } from 'chai'
import { acceptBatch, type BatchPorts } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { rule } from '../../../rule.ts'

describe('23 Many payouts at once: sharing', () => {
  rule(
    '23.33',
    'a batch is checked and written in portions of 250 lines, and requests of others are served in between',
    async () => {
      const core = await openBatches({ fund: [{ currency: 'UGX', amount: 1_000_000 }] })
      const { batches } = core.ports
      const portions: [number, number][] = []
      let turns = 0
      const noting: BatchPorts['batches'] = {
        ...batches,
        usedReferences(accountId, references) {
          portions.push([turns, references.length])
          return batches.usedReferences(accountId, references)
        },
        addLines(lines) {
          portions.push([turns, lines.length])
          return batches.addLines(lines)
        },
      }
      const nextTurn = async () => {
        turns += 1
      }
      const request = core.requestOf(Array.from({ length: 501 }, () => ({})))
      const given = { caller: await core.caller(), request, nextTurn }
      expect(await acceptBatch({ ...core.ports, batches: noting })(given)).to.have.property('batch')
      // Three turns more, before these, for the digest, and eleven in between for earlier payments.
      expect(portions).to.deep.equal([4, 5, 6, 18, 19, 20].map((turn, index) => [turn, index % 3 === 2 ? 1 : 250]))
      expect(await core.balance()).to.deep.equal({ available: 499_000n, held: 501_000n })
      await core.agree()
      const whole = core.requestOf(
        Array.from({ length: 250 }, (_, index) => ({ reference: `${index}`, amount: 500 })),
        { reference: 'whole' },
      )
      turns = 0
      await acceptBatch({ ...core.ports, batches: noting })({ ...given, request: whole })
      expect(turns, 'for the digest, the check, earlier payments and the draft of one portion').to.equal(3 + 5 + 3)
    },
  )

  rule('23.34', 'a batch counts as a repeat only if each of its lines is the same', async () => {
    const core = await openBatches({ fund: [{ currency: 'UGX', amount: 1_000_000 }] })
    const lines = (amountOf: (index: number) => number) =>
      Array.from({ length: 501 }, (_, index) => ({ amount: amountOf(index) }))
    await core.accepted(lines(() => 500))
    expect(await core.ask(lines(() => 500))).to.include({ refused: 'duplicate_batch', isRepeat: true })
    for (const changed of [0, 249, 250, 500])
      expect(await core.ask(lines((index) => (index === changed ? 501 : 500)))).to.include({ isRepeat: false })
    expect(await core.ask(lines(() => 500).slice(1))).to.include({ isRepeat: false })
  })
})
