import { expect } from 'chai'
import { type CasePorts, findCase, isRefusal } from '../../../../core/sente.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'

describe('123 The case of a payment: while the payment goes on', () => {
  /** An open payout, and its case read while this happens between its parts, each time. */
  async function readWhile(happens: (core: Awaited<ReturnType<typeof openCore>>, id: string) => Promise<unknown>) {
    const core = await openCore()
    const { id: transactionId } = await core.pay('accepts')
    let readings = 0
    const cases: CasePorts['cases'] = {
      ...core.ports.cases,
      async movements(transaction) {
        const found = await core.ports.cases.movements(transaction)
        readings += 1
        await happens(core, transactionId)
        return found
      },
    }
    const found = await findCase({ ...core.ports, cases })({ transactionId })
    if (isRefusal(found)) throw new Error(found.message)
    return { found, readings }
  }

  rule('123.20', 'a case that changes while it is read is read again, so that its parts fit together', {
    'it ends': async () => {
      let isEnded = false
      const { found, readings } = await readWhile(async ({ network, clock, sweep }) => {
        if (isEnded) return
        isEnded = true
        network.answersEnquiry({ outcome: 'succeeded', providerRef: null, seen: {} })
        clock.forwardMs(hourMs)
        await sweep()
      })
      expect(readings).to.equal(2)
      expect(found.transaction.state).to.equal('succeeded')
      expect(found.eventId).not.to.equal(null)
    },
    'it gets a mark that it needs attention': async () => {
      let isNoted = false
      const { found, readings } = await readWhile(async ({ network, clock, sweep }) => {
        if (isNoted) return
        isNoted = true
        network.answersEnquiry({ outcome: 'mismatch', because: 'another amount' })
        clock.forwardMs(hourMs)
        await sweep()
      })
      expect([readings, found.transaction.attention]).to.deep.equal([2, 'mismatch'])
    },
    'nothing does': async () => {
      const { readings } = await readWhile(async () => {})
      expect(readings).to.equal(1)
    },
    'it never rests': async () => {
      const { found, readings } = await readWhile(({ clock, sweep }) => {
        clock.forwardMs(hourMs)
        return sweep()
      })
      expect(readings).to.equal(6)
      expect(found.transaction.state).to.equal('pending')
    },
  })
})
