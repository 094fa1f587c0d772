import { expect } from 'chai'
import { acceptBatch, isRefusal, tryBatch } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { rule, table } from '../../../rule.ts'

describe('23 Many payouts at once: the most lines', () => {
  rule(
    '23.58',
    'the core itself refuses a batch of no lines, and of more than 10,000, however it is asked',
    table(
      ['lines', 'answer'],
      [
        [0, 'lines must be 1 to 10000 lines'],
        [1, 'accepted'],
        [10_001, 'lines must be 1 to 10000 lines'],
      ],
      async (lines, answer) => {
        const core = await openBatches()
        const caller = await core.caller()
        const request = core.requestOf(Array.from({ length: lines }, () => ({})))
        for (const ask of [tryBatch, acceptBatch]) {
          const found = await ask(core.ports)({ caller, request })
          if (isRefusal(found)) expect(found).to.deep.equal({ refused: 'malformed_fields', problems: [answer] })
          else expect(answer).to.equal('accepted')
        }
      },
    ),
  )
})
