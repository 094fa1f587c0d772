import { expect } from 'chai'
import sinon from 'sinon'
import {
  beginQuarantine,
  type CurrencyMarket,
  deactivateCurrency,
  endQuarantine,
  pauseNetwork,
  resumeNetwork,
} from '../../../../core/sente.ts'
import { type BatchCore, openBatches } from '../../../fixtures/batches.ts'
import { declined, succeeded } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

/** Makes a process choose a line in its current state, and no other. */
async function choosing({ ports: { batches } }: BatchCore, batchId: string, number: number) {
  const rows = await batches.lines({ batchId, after: 0, limit: 9 })
  const chosen = rows.map(({ line }) => line).filter((line) => line.number === number)
  const waiting = chosen.map(({ currency, network }) => ({ currency, network }))
  return {
    batches: { ...batches, settle: async () => ({ waiting, opened: 1 }), next: async () => chosen.splice(0) },
  }
}

const by = { by: 'amina', because: 'ticket 1' } as const

/** The market of a core in UGX. */
function ugx({ ports: { market } }: BatchCore): CurrencyMarket {
  const found = market.get('UGX')
  if (!found) throw new Error('the market lacks UGX')
  return found
}

describe('23 Many payouts at once: opening', () => {
  rule(
    '23.14',
    'each line becomes an ordinary payout under its own reference, paid from the money of the batch, in order',
    {
      'one at a time': async () => {
        const core = await openBatches({}, {})
        core.network.behaves('succeeds')
        const batch = await core.accepted([
          { amount: 60_000, description: 'March', metadata: { staff: '7' }, customerMessage: 'Wages' },
          { amount: 40_000 },
        ])
        const one = core.node('one at a time', { linesAtOnce: () => 1 })
        await core.pays(one)
        expect(core.network.received.map(({ reference }) => reference)).to.deep.equal(['salary-1', 'salary-2'])
        const first = await core.ports.books.transactionByReference(core.account.id, 'salary-1')
        expect(first).to.include({ kind: 'payout', state: 'succeeded', amountMinor: 60_000n, description: 'March' })
        expect(first?.metadata).to.deep.equal({ staff: '7' })
        expect(core.network.received.map(({ customerMessage }) => customerMessage)).to.deep.equal(['Wages', null])
        expect(await core.balance()).to.deep.equal({ available: 0n, held: 0n })
        const statement = await core.ports.books.statement({ accountId: core.account.id, currency: 'UGX', limit: 99 })
        const moves = statement?.postings.slice(1).map(({ posting: { from, to, amountMinor, cause } }) => {
          const what = 'batch' in cause && cause.batch === batch.id ? 'batch' : 'payout'
          return `${what} ${from} ${to} ${amountMinor}`
        })
        expect(moves?.slice(0, 4)).to.deep.equal([
          'batch available held 100000',
          'batch held available 60000',
          'payout available held 60000',
          'payout held float:MTN 60000',
        ])
        await core.agree()
      },
      'one in doubt, with as many enquiries at once as possible': async () => {
        for (const [enquiriesAtOnce, state] of [
          [0, 'submitting'],
          [1, 'pending'],
        ] as const) {
          const core = await openBatches({}, { limits: { enquiriesAtOnce } })
          core.network.behaves('losesAnswer')
          const { id } = await core.accepted([{}])
          await core.pays()
          expect(await core.states(id)).to.deep.equal([state])
        }
      },
    },
  )

  rule(
    '23.15',
    'a batch is completed when all its payouts have ended, in success or failure, and its account gets one event',
    async () => {
      const core = await openBatches()
      const { id } = await core.accepted([{}, {}])
      await core.pays()
      expect((await core.batch(id))?.state).to.equal('paying')
      core.network.answersEnquiry(declined)
      core.clock.forwardMs(80_000_000)
      await core.sweep()
      await core.pays()
      await core.pays()
      const { events } = await core.ports.books.events({ accountId: core.account.id, after: 3, limit: 9 })
      expect(events.map((rows) => 'batch' in rows && rows.batch)).to.deep.equal([await core.batch(id)])
      expect((await core.batch(id))?.totals).to.deep.equal([
        { progress: 'failed', currency: 'UGX', lines: 2, minor: 2_000n, feesMinor: 0n },
      ])
      expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
      await core.agree()
    },
  )

  rule('23.16', 'no two payouts of a batch to one phone number are open at the same moment', {
    'with three processes': async () => {
      const core = await openBatches()
      const phoneNumber = '256770000009'
      const { id } = await core.accepted([{ phoneNumber }, { phoneNumber }, {}, { phoneNumber }])
      const nodes = [core.node('two', { leaseMs: -1 }), core.node('three', { leaseMs: -1 })]
      await Promise.all(nodes.map((node) => core.pays(node)))
      expect(await core.states(id)).to.deep.equal(['pending', 'waiting', 'pending', 'waiting'])
      core.network.answersEnquiry(succeeded)
      core.clock.forwardMs(80_000_000)
      await core.sweep()
      core.network.behaves('succeeds')
      await core.pays()
      expect(await core.states(id)).to.deep.equal(['succeeded', 'succeeded', 'succeeded', 'waiting'])
      await core.pays()
      expect(await core.states(id)).to.deep.equal(Array(4).fill('succeeded'))
      await core.agree()
    },
    'with a process that has chosen its line before the other was opened': async () => {
      const core = await openBatches()
      const phoneNumber = '256770000009'
      const { id } = await core.accepted([{ phoneNumber }, { phoneNumber }])
      const late = core.node('late', { leaseMs: -1, ...(await choosing(core, id, 2)) })
      await core.pays()
      await core.pays(late)
      expect(await core.states(id)).to.deep.equal(['pending', 'waiting'])
      expect(core.broken).to.deep.equal([])
      await core.agree()
    },
  })

  rule('23.17', 'a line waits, and keeps its money, while nothing can be paid', {
    'over a stopped network, while the others are paid': async () => {
      const core = await openBatches()
      core.networks.AIRTEL?.behaves('succeeds')
      core.network.behaves('succeeds')
      const stop = { network: 'MTN', currencies: ['UGX'], kinds: ['payout'], ...by } as const
      await pauseNetwork(core.ports)(stop)
      const { id } = await core.accepted([{}, { network: 'AIRTEL', phoneNumber: '256700000001' }])
      await core.pays()
      expect(await core.states(id)).to.deep.equal(['waiting', 'succeeded'])
      expect(await core.balance()).to.deep.equal({ available: 98_000n, held: 1_000n })
      await resumeNetwork(core.ports)(stop)
      await core.pays()
      expect(await core.states(id)).to.deep.equal(['succeeded', 'succeeded'])
      await core.agree()
    },
    'over a network that has refused our access, until there is another': async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      const stop = { network: 'MTN', currency: 'UGX', kind: 'payout', cause: 'access_refused', access: 'mtn' } as const
      await core.ports.channelStops.begin([
        { ...stop, begunAtMs: core.clock.nowMs(), by: null, because: 'it said 401' },
      ])
      const { id } = await core.accepted([{}])
      await core.pays()
      expect([await core.states(id), core.network.received.length]).to.deep.equal([['waiting'], 0])
      Object.assign(core.network, { access: 'rotated' })
      await core.pays()
      expect(await core.states(id)).to.deep.equal(['succeeded'])
    },
    'of an account with its API access off': async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      const { id } = await core.accepted([{}])
      await core.change((account) => ({ ...account, apiAccess: false }))
      await core.pays()
      expect(await core.states(id)).to.deep.equal(['waiting'])
      await core.change((account) => ({ ...account, apiAccess: true }))
      await core.pays()
      expect(await core.states(id)).to.deep.equal(['succeeded'])
    },
    'over a network or in a currency that a process lacks, until another takes its turn': async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      const { id } = await core.accepted([{}])
      for (const market of [new Map(), new Map([['UGX', { ...ugx(core), networks: [] }]])])
        await core.pays(core.node('yesterday', { market }))
      expect(await core.states(id)).to.deep.equal(['waiting'])
      expect(await core.balance()).to.deep.equal({ available: 99_000n, held: 1_000n })
      await core.pays()
      expect(await core.states(id)).to.deep.equal(['succeeded'])
      await core.agree()
    },
    'over a network with a short float': async () => {
      let isShort = true
      const met: string[] = []
      const channels = {
        answered: async () => {},
        refused: ({ network }: { readonly network: string }) => void met.push(network),
      }
      const core = await openBatches({}, { floats: { take: () => !isShort }, channels })
      core.network.behaves('succeeds')
      const { id } = await core.accepted([{}])
      await core.pays()
      expect(await core.states(id)).to.deep.equal(['waiting'])
      await core.agree()
      // It counts for a stopped network, and not here.
      expect(met).to.deep.equal([])
      isShort = false
      await pauseNetwork(core.ports)({ network: 'MTN', ...by })
      await core.pays()
      expect([await core.states(id), met]).to.deep.equal([['waiting'], ['MTN']])
      await resumeNetwork(core.ports)({ network: 'MTN', ...by })
      await core.pays()
      expect(await core.states(id)).to.deep.equal(['succeeded'])
    },
  })

  rule(
    '23.18',
    'a line that can no longer be paid is refused at its turn, and its money is released in the same step',
    {
      'with a reference that was used meanwhile': async () => {
        const core = await openBatches()
        core.network.behaves('succeeds')
        const { id } = await core.accepted([{}, {}])
        await core.pay('succeeds', { reference: 'salary-1', amount: 500 })
        await core.pays()
        expect(await core.states(id)).to.deep.equal(['duplicate_reference', 'succeeded'])
        expect(await core.balance()).to.deep.equal({ available: 98_500n, held: 0n })
        await core.agree()
      },
      'a payout that fails is given back on its day': async () => {
        const core = await openBatches()
        core.network.behaves('declines')
        await core.change((account) => ({ ...account, limits: { UGX: { payouts_a_day: 1n } } }))
        const { id } = await core.accepted([{}, {}])
        await core.pays(core.node('one at a time', { linesAtOnce: () => 1 }))
        expect(await core.states(id)).to.deep.equal(['failed', 'failed'])
        await core.agree()
      },
      'above the account’s limit of a day': async () => {
        const core = await openBatches()
        core.network.behaves('succeeds')
        await core.change((account) => ({ ...account, limits: { UGX: { payouts_a_day: 1n } } }))
        const { id } = await core.accepted([{}, {}])
        await core.pays(core.node('one at a time', { linesAtOnce: () => 1 }))
        expect(await core.states(id)).to.deep.equal(['succeeded', 'limit_reached'])
        expect(await core.balance()).to.deep.equal({ available: 99_000n, held: 0n })
        await core.agree()
      },
      'in a currency that was deactivated': async () => {
        const core = await openBatches()
        const { id } = await core.accepted([{}])
        await deactivateCurrency(core.ports)({ accountId: core.account.id, currency: 'UGX', ...by })
        await core.pays()
        expect(await core.states(id)).to.deep.equal(['currency_not_activated'])
        expect((await core.balance()).held).to.equal(0n)
        await core.pays(core.node('two', { leaseMs: -1 }))
        expect((await core.batch(id))?.totals).to.deep.equal([
          { progress: 'refused', currency: 'UGX', lines: 1, minor: 1_000n, feesMinor: 0n },
        ])
      },
    },
  )

  rule('23.19', 'several processes share batches, and each line is opened once, whatever is interrupted', {
    'three at once, each working as if it were alone': async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      const { id } = await core.accepted(Array.from({ length: 40 }, () => ({ amount: 500 })))
      const nodes = ['a', 'b', 'c'].map((by) => core.node(by, { leaseMs: -1 }))
      await Promise.all(nodes.map((node) => core.pays(node)))
      expect(core.broken).to.deep.equal([])
      expect(core.network.received.map(({ reference }) => reference)).to.have.length(40)
      expect(new Set(core.network.received.map(({ reference }) => reference)).size).to.equal(40)
      expect(await core.states(id)).to.deep.equal(Array(40).fill('succeeded'))
      expect(await core.balance()).to.deep.equal({ available: 80_000n, held: 0n })
      await core.agree()
    },
    'one that comes late with a paid line': async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      await pauseNetwork(core.ports)({ network: 'AIRTEL', ...by })
      const { id } = await core.accepted([{}, { network: 'AIRTEL', phoneNumber: '256700000001' }])
      const late = core.node('late', { leaseMs: -1, ...(await choosing(core, id, 1)) })
      await core.pays()
      await core.pays()
      await core.pays(late)
      expect(await core.states(id)).to.deep.equal(['succeeded', 'waiting'])
      expect([core.network.received.length, core.broken]).to.deep.equal([1, []])
      expect(await core.balance()).to.deep.equal({ available: 98_000n, held: 1_000n })
      await core.agree()
    },
    'at most as many at once as each may submit to a network, over all batches': async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      await core.accepted(Array.from({ length: 9 }, () => ({ amount: 500 })))
      await core.accepted([{ reference: 'bonus', amount: 500 }], { reference: 'bonus' })
      const atOnce = { now: 0, most: 0 }
      const providerFor: typeof core.ports.providerFor = (currency, network) => {
        const provider = core.ports.providerFor(currency, network)
        const payOut: typeof provider.payOut = async (...given) => {
          atOnce.now += 1
          atOnce.most = Math.max(atOnce.most, atOnce.now)
          await new Promise(setImmediate)
          atOnce.now -= 1
          return provider.payOut(...given)
        }
        return { ...provider, payOut }
      }
      await core.pays(core.node('one', { linesAtOnce: () => 3, providerFor }))
      expect([core.network.received.length, atOnce.most]).to.deep.equal([10, 3])
    },
    'a stopping one gives its batches to the next at once': async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      const { id } = await core.accepted([{}])
      const stopped = core.node('stopped')
      await core.ports.batches.claim({ by: 'stopped', nowMs: core.clock.nowMs(), leaseMs: 10_000, limit: 9 })
      await core.pays(core.node('next'))
      expect(await core.states(id)).to.deep.equal(['waiting'])
      await stopped.stop()
      await core.pays(core.node('next'))
      expect(await core.states(id)).to.deep.equal(['succeeded'])
    },
    'one that stops after each step': async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      const { id } = await core.accepted(Array.from({ length: 6 }, () => ({ amount: 500 })))
      for (let stopAfter = 1; stopAfter < 40; stopAfter += 1) {
        let steps = 0
        const { books } = core.ports
        const atomically: typeof books.atomically = async (scope, step) => {
          if (steps >= stopAfter % 4) throw new Error('the process died')
          steps += 1
          return books.atomically(scope, step)
        }
        await core.pays(core.node(`life ${stopAfter}`, { leaseMs: -1, books: { ...books, atomically } }))
        await core.agree()
      }
      core.clock.forwardMs(80_000_000)
      await core.sweep()
      await core.pays(core.node('the last', { leaseMs: -1 }))
      expect(await core.states(id)).to.have.length(6)
      expect((await core.states(id)).every((state) => ['succeeded', 'failed'].includes(state))).to.equal(true)
      const references = core.network.received.map(({ reference }) => reference)
      expect(new Set(references).size).to.equal(references.length)
      await core.agree()
    },
  })

  rule(
    '23.20',
    'quarantined books may have forgotten which lines were paid: when the quarantine ends, earlier batches are paused until their merchants confirm and resume them',
    {
      'paused, and resumed': async () => {
        const core = await openBatches()
        core.network.behaves('succeeds')
        const { id } = await core.accepted([{}])
        core.clock.forwardMs(1)
        await beginQuarantine(core.ports)(by)
        await core.pays()
        expect([core.broken, await core.states(id)]).to.deep.equal([[], ['waiting']])
        await endQuarantine(core.ports)(by)
        await core.pays()
        expect(core.network.received).to.have.length(0)
        expect((await core.batch(id))?.state).to.equal('paused')
        core.clock.forwardMs(1)
        expect([await core.changed(id, 'confirm'), await core.changed(id, 'resume')]).to.deep.equal([
          'paused',
          'paying',
        ])
        await core.pays()
        expect(await core.states(id)).to.deep.equal(['succeeded'])
      },
      'accepted by a node with its clock ahead': async () => {
        const core = await openBatches()
        core.network.behaves('succeeds')
        core.clock.jumpMs(3_600_000)
        const { id } = await core.accepted([{}])
        core.clock.jumpMs(-3_600_000)
        await beginQuarantine(core.ports)(by)
        await endQuarantine(core.ports)(by)
        await core.pays()
        expect([(await core.batch(id))?.state, core.network.received.length]).to.deep.equal(['paused', 0])
      },
      'by a process that has missed it from its beginning to its end': async () => {
        const core = await openBatches()
        core.network.behaves('succeeds')
        const { id } = await core.accepted([{}])
        await beginQuarantine(core.ports)(by)
        await endQuarantine(core.ports)(by)
        await core.pays(core.node('blind', { quarantines: { all: async () => [] } }))
        expect([await core.states(id), core.network.received.length]).to.deep.equal([['waiting'], 0])
      },
      'one accepted afterwards is paid': async () => {
        const core = await openBatches()
        core.network.behaves('succeeds')
        await beginQuarantine(core.ports)(by)
        await endQuarantine(core.ports)(by)
        const { id } = await core.accepted([{}])
        await core.pays()
        expect(await core.states(id)).to.deep.equal(['succeeded'])
      },
      'by a process that has not seen the quarantine': async () => {
        const core = await openBatches()
        core.network.behaves('succeeds')
        const { id } = await core.accepted([{}])
        await beginQuarantine(core.ports)(by)
        const refused = sinon.spy()
        const channels = { answered: async () => {}, refused }
        await core.pays(core.node('blind', { quarantines: { all: async () => [] }, channels }))
        expect([await core.states(id), core.network.received.length]).to.deep.equal([['waiting'], 0])
        expect(refused.callCount, 'like over a stopped network').to.equal(0)
        await core.agree()
      },
    },
  )
})
