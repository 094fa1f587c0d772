import { expect } from 'chai'
import sinon from 'sinon'
import { type PayingPorts, tryBatch } from '../../../../core/sente.ts'
import { type BatchCore, openBatches } from '../../../fixtures/batches.ts'
import { test } from '../../../rule.ts'

/** A core with a network that accepts everything. */
async function openPaying(): Promise<BatchCore> {
  const core = await openBatches()
  for (const network of Object.values(core.networks)) network.behaves('succeeds')
  return core
}

/** Networks, one of them without answers. */
function hanging(core: BatchCore, hangs: string): Pick<PayingPorts, 'providerFor'> {
  const providerFor: PayingPorts['providerFor'] = (currency, network) => {
    const provider = core.ports.providerFor(currency, network)
    return network === hangs ? { ...provider, payOut: () => new Promise<never>(() => undefined) } : provider
  }
  return { providerFor }
}

/** A process that is overtaken by another, which opens the first line that this one has chosen. */
function behind(core: BatchCore) {
  const { batches } = core.ports
  let chosen = 0
  const onlyFirst: typeof batches.next = async (query) => {
    chosen += 1
    return chosen === 1 ? batches.next(query) : []
  }
  const other = core.node('other', { leaseMs: -1, batches: { ...batches, next: onlyFirst } })
  const next: typeof batches.next = async (query) => {
    const lines = await batches.next(query)
    if (chosen === 0) await core.pays(other)
    return lines
  }
  return core.node('behind', { leaseMs: -1, linesAtOnce: () => 1, batches: { ...batches, next } })
}

/** A process that reads accounts which change right after, this many times at most. */
function overtaken(core: BatchCore, most: number) {
  const read = { times: 0 }
  const { accounts } = core.ports
  const byId: typeof accounts.byId = async (id) => {
    const found = await accounts.byId(id)
    read.times += 1
    if (read.times <= most) await accounts.change(id, (account) => ({ ...account, name: `Duka ${read.times}` }))
    return found
  }
  return { read, node: core.node('overtaken', { accounts: { ...accounts, byId } }) }
}

const twoNetworks = [{}, { network: 'AIRTEL', phoneNumber: '256700000001' }]

describe('23 Many payouts at once: turns', () => {
  test('a line that is already opened, or has a busy number, does not delay the others', {
    'opened by another': async () => {
      const core = await openPaying()
      const { id } = await core.accepted([{}, {}])
      await core.pays(behind(core))
      expect([core.broken, await core.states(id)]).to.deep.equal([[], ['succeeded', 'succeeded']])
    },
    'to the number of an open one': async () => {
      const core = await openBatches()
      const phoneNumber = '256770000009'
      const { id } = await core.accepted([{ phoneNumber }, { phoneNumber }, {}, {}])
      const { batches } = core.ports
      const only = (number: number) => {
        let isFirst = true
        const next: typeof batches.next = async (query) => {
          if (!isFirst) return number === 1 ? [] : batches.next(query)
          isFirst = false
          return (await batches.lines({ batchId: id, after: number - 1, limit: 1 })).map(({ line }) => line)
        }
        return { leaseMs: -1, linesAtOnce: () => 1, batches: { ...batches, next } }
      }
      core.network.behaves('losesAnswer')
      await core.pays(core.node('one', only(1)))
      expect(await core.states(id)).to.deep.equal(['pending', 'waiting', 'waiting', 'waiting'])
      core.network.behaves('succeeds')
      await core.pays(core.node('busy', only(2)))
      expect([core.broken, await core.states(id)]).to.deep.equal([[], ['pending', 'waiting', 'succeeded', 'succeeded']])
    },
  })

  test('a network without answers does not delay lines to another', async () => {
    for (const [hangs, states] of [
      ['MTN', ['submitting', 'succeeded']],
      ['AIRTEL', ['succeeded', 'submitting']],
    ] as const) {
      const core = await openPaying()
      const { id } = await core.accepted(twoNetworks)
      await core.node('one', { linesAtOnce: () => 1, ...hanging(core, hangs) }).sweep()
      for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate)
      expect(await core.states(id), hangs).to.deep.equal(states)
    }
  })

  test('a process works on the lines of a batch to one network once, however often it looks', async () => {
    const core = await openPaying()
    await core.accepted([{}, {}])
    const linesAtOnce = sinon.fake.returns(1)
    const one = core.node('one', { leaseMs: -1, linesAtOnce, ...hanging(core, 'MTN') })
    const looks: number[] = []
    for (let look = 1; look <= 3; look += 1) {
      await one.sweep()
      for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate)
      looks.push(linesAtOnce.callCount)
    }
    expect(looks).to.deep.equal(Array(3).fill(looks[0]))
  })

  test('an account that changes while its line is opened is read again, five times at most', {
    once: async () => {
      const core = await openPaying()
      const { id } = await core.accepted([{}])
      const { read, node } = overtaken(core, 1)
      await core.pays(node)
      expect([read.times, await core.states(id)]).to.deep.equal([2, ['succeeded']])
    },
    'again and again': async () => {
      const core = await openPaying()
      const { id } = await core.accepted([{}])
      const { read, node } = overtaken(core, 99)
      await core.pays(node)
      expect([read.times, core.broken, await core.states(id)]).to.deep.equal([5, [], ['waiting']])
    },
  })

  test('a stopping process claims nothing more, and waits for its running work', async () => {
    const core = await openPaying()
    const { id } = await core.accepted([{}, {}])
    const one = core.node('one', { linesAtOnce: () => 1 })
    await one.sweep()
    await one.stop()
    expect((await core.states(id)).filter((state) => state === 'submitting')).to.deep.equal([])
    const before = await core.states(id)
    expect(before).to.include('waiting')
    await core.pays(one)
    expect(await core.states(id)).to.deep.equal(before)
    await core.pays(core.node('next'))
    expect(await core.states(id)).to.deep.equal(['succeeded', 'succeeded'])
  })

  test('batches are claimed for ten seconds by default, 32 at once', async () => {
    const core = await openPaying()
    const asked: unknown[] = []
    const { batches } = core.ports
    const claim: typeof batches.claim = async (given) => {
      asked.push(given)
      return batches.claim(given)
    }
    await core.pays(core.node('one', { batches: { ...batches, claim } }))
    expect(asked).to.deep.equal([{ by: 'one', nowMs: core.clock.nowMs(), leaseMs: 10_000, limit: 32 }])
  })

  test('a batch that is paused while its end is written stays paused, until it is resumed', async () => {
    const core = await openPaying()
    const { id } = await core.accepted([{}])
    await core.pays(core.node('one', { leaseMs: -1 }))
    const { batches } = core.ports
    const totals: typeof batches.totals = async (batchId) => {
      await core.changed(id, 'pause')
      return batches.totals(batchId)
    }
    await core.pays(core.node('late', { leaseMs: -1, batches: { ...batches, totals } }))
    expect((await core.batch(id))?.state).to.equal('paused')
    await core.changed(id, 'resume')
    await core.pays(core.node('last', { leaseMs: -1 }))
    expect((await core.batch(id))?.state).to.equal('completed')
  })

  test('a repeated batch is a repeat even after its lines were paid, and a trial needs money in its currency', async () => {
    const core = await openPaying()
    const { id } = await core.accepted([{}])
    await core.pays()
    expect(await core.ask([{}])).to.deep.equal({ refused: 'duplicate_batch', batchId: id, isRepeat: true })
    const { pin, ...request } = core.requestOf([{ reference: 'other', amount: 500 }], { reference: 'other' })
    const books = { ...core.ports.books, balances: async () => [] }
    const tried = await tryBatch({ ...core.ports, books })({ caller: await core.caller(), request })
    expect(tried).to.deep.equal({ refused: 'insufficient_balance', currency: 'UGX' })
  })
})
