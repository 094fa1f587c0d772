import { expect } from 'chai'
import { eraseOldNumbers, listPhoneNumbers } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { openWorld, rowOf } from '../120-reconciliation/paidWorld.ts'

const dayMs = 24 * hourMs
const days = 30

/** A core with 201 payouts, a file with three rows that no payment explains, and a batch of two lines that was cancelled. */
async function openOld() {
  const core = await openBatches({ fund: [{ currency: 'UGX', amount: 1_000_000 }] })
  const { ports, clock, pay, accepted, changed } = core
  const opened = []
  for (let nth = 0; nth < 201; nth += 1) opened.push(await pay('succeeds', { reference: `order-${nth}`, amount: 500 }))
  const first = await Promise.all(opened.slice(0, 3).map(({ stored }) => stored()))
  const { compare } = await openWorld(ports, clock)
  clock.forwardMs(dayMs)
  const [fromMs, toMs] = [clock.nowMs(), clock.nowMs() + hourMs]
  await compare(
    first.map((payment, nth) => rowOf(payment, nth + 2, { atMs: fromMs })),
    { fromMs, toMs },
  )
  const batch = await accepted([{}, {}])
  await changed(batch.id, 'cancel')
  clock.forwardMs(days * dayMs + 1)
  return {
    ...core,
    /** Erases until it has asked so often whether to go on. */
    async erase(asks = Number.POSITIVE_INFINITY) {
      let asked = 0
      const goOn = async () => {
        asked += 1
        return asked < asks
      }
      return eraseOldNumbers(ports)({ days, goOn })
    },
    left: () => listPhoneNumbers(ports)(),
    told: async () =>
      (await ports.actions.list({ kind: 'personal-data.retention', limit: 9 })).actions.map(({ after }) => after),
  }
}

describe('127 Personal data: erasing that is stopped', () => {
  rule(
    '127.20',
    'erasing old numbers that is stopped is told by no action, and goes on with what is left',
    table(
      ['asks before it stops', 'payments', 'rows', 'lines'],
      [
        [1, 200, 0, 2],
        [2, 201, 0, 2],
        [3, 201, 3, 2],
        [4, 201, 3, 2],
      ],
      async (asks, payments, rows, lines) => {
        const { clock, erase, left, told } = await openOld()
        expect(await erase(asks)).to.deep.equal({ payments, rows, lines })
        expect(await told()).to.deep.equal([])
        const rest = { payments: 201 - payments, rows: 3 - rows, lines: 2 - lines }
        expect(await erase()).to.deep.equal(rest)
        expect(await left()).to.deep.equal([])
        const beforeMs = clock.nowMs() - days * dayMs
        const until = { opened_before_ms: beforeMs, compared_before_ms: beforeMs, asked_before_ms: beforeMs }
        expect(await told()).to.deep.equal(rest.payments + rest.rows > 0 ? [{ ...rest, ...until }] : [])
      },
    ),
  )
})
