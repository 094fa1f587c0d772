import { expect } from 'chai'
import type { Behaviour } from '../../../../adapters/memory/memory.ts'
import {
  type ChannelChange,
  channelWatch,
  collectMoney,
  isRefusal,
  listChannels,
  pauseNetwork,
  resumeNetwork,
  sendMoney,
  uganda,
} from '../../../../core/sente.ts'
import { minuteMs, openCore } from '../../../fixtures/core.ts'
import { refusal, rule, table } from '../../../rule.ts'

/** The core with a watch on its channels, and functions to pay repeatedly, each time under a reference of its own. */
async function openChannels() {
  const core = await openCore({ fund: [{ currency: 'UGX', amount: 1_000_000 }] })
  const changes: ChannelChange[] = []
  const channels = channelWatch({ ...core.ports, onChange: (change) => changes.push(change) })
  const operations = {
    payout: sendMoney({ ...core.ports, channels }),
    collection: collectMoney({ ...core.ports, channels }),
  }
  let count = 0
  /** The outcome of a payment: `opened`, or the code of its refusal before or after it was opened. */
  async function pay(
    behaviour: Behaviour,
    kind: keyof typeof operations = 'payout',
    network = 'MTN',
    amount = core.payout.amount,
  ) {
    count += 1
    core.networks[network]?.behaves(behaviour)
    const phoneNumber = `2567700${10_000 + count}`
    const request = { ...core.payout, amount, network, phoneNumber, reference: `channel-${count}` }
    const opened = await operations[kind]({ caller: await core.caller(), request })
    if (isRefusal(opened)) return opened.refused
    const outcome = await opened.outcome
    return 'refused' in outcome ? outcome.refused : 'opened'
  }
  async function payTimes(times: number, behaviour: Behaviour) {
    const ends: string[] = []
    for (let time = 0; time < times; time += 1) ends.push(await pay(behaviour))
    return ends
  }
  const stateOf = async (kind = 'payout', network = 'MTN') =>
    (await channels.states()).find((channel) => channel.kind === kind && channel.network === network)?.state
  return { ...core, channels, changes, pay, payTimes, stateOf }
}

const decision = { network: 'MTN', by: 'amina', because: 'the portal is being moved' }

describe('119 The channels to the networks', () => {
  refusal(
    '119.1',
    'network_unavailable',
    'while a network is paused no payment over it is opened, and its reference stays free',
    {
      'of either kind, but not over another network': async () => {
        const { ports, pay, network } = await openChannels()
        await pauseNetwork(ports)(decision)
        const ends = [
          await pay('accepts'),
          await pay('accepts', 'collection'),
          await pay('accepts', 'payout', 'AIRTEL'),
        ]
        expect(ends).to.deep.equal(['network_unavailable', 'network_unavailable', 'opened'])
        expect(network.received).to.deep.equal([])
      },
      'with the same reference afterwards': async () => {
        const { ports, send, caller, payout, balance } = await openCore()
        const before = await balance()
        await pauseNetwork(ports)(decision)
        expect(await send({ caller: await caller(), request: payout })).to.deep.equal({
          refused: 'network_unavailable',
          network: 'MTN',
        })
        expect(await balance()).to.deep.equal(before)
        await resumeNetwork(ports)(decision)
        expect(isRefusal(await send({ caller: await caller(), request: payout }))).to.equal(false)
      },
    },
  )

  rule('119.2', 'open payments are followed up while their network is paused', async () => {
    const { ports, pay } = await openCore()
    const payment = await pay('accepts')
    await pauseNetwork(ports)(decision)
    const ended = await payment.afterAnswer({ outcome: 'succeeded', providerRef: 'r', seen: {} })
    expect(ended.state).to.equal('succeeded')
  })

  rule('119.3', 'payouts and collections are paused together or each alone, in all currencies or in one', async () => {
    const { ports, pay } = await openChannels()
    await pauseNetwork(ports)({ ...decision, kind: 'payout', currency: 'UGX' })
    expect([await pay('accepts'), await pay('accepts', 'collection')]).to.deep.equal(['network_unavailable', 'opened'])
    expect(await pauseNetwork(ports)(decision))
      .to.have.property('stops')
      .that.has.length(1)
    expect(await pay('accepts', 'collection')).to.equal('network_unavailable')
    await resumeNetwork(ports)({ ...decision, kind: 'payout' })
    expect([await pay('accepts'), await pay('accepts', 'collection')]).to.deep.equal(['opened', 'network_unavailable'])
  })

  rule('119.4', 'a pause records the time, the person and the reason of its beginning and end', async () => {
    const { ports, clock } = await openCore()
    const begunAtMs = clock.nowMs()
    await pauseNetwork(ports)({ ...decision, kind: 'payout' })
    const channel = { network: 'MTN', currency: 'UGX', kind: 'payout' } as const
    const begun = { cause: 'paused', access: '', begunAtMs, by: 'amina', because: 'the portal is being moved' }
    expect((await listChannels({ ...ports, market: uganda })()).filter(({ state }) => state !== 'open')).to.deep.equal([
      { ...channel, state: 'paused', stops: [{ ...channel, ...begun, ended: null }] },
    ])
    clock.forwardMs(minuteMs)
    await resumeNetwork(ports)({ ...decision, by: 'okello', because: 'it is moved' })
    expect(await ports.channelStops.latest({ limit: 5 })).to.deep.equal([
      { ...channel, ...begun, ended: { atMs: begunAtMs + minuteMs, by: 'okello', because: 'it is moved' } },
    ])
  })

  rule(
    '119.5',
    'a refusal to pause or resume a network comes with its reason',
    table(
      ['request', 'the code', 'the message'],
      [
        ['a blank reason', 'malformed_explanation', 'The explanation must be 1 to 500 printable characters'],
        ['another network', 'unknown_network', 'VODAFONE is not in the configuration, whose networks are: AIRTEL, MTN'],
        ['another currency', 'unknown_currency', 'KES is not in the configuration, whose currencies are: UGX'],
        ['a second pause', 'paused_already', 'Payments over MTN are already paused'],
        ['a second end', 'not_stopped', 'Payments over MTN are not stopped'],
      ],
      async (what, refused, message) => {
        const { ports } = await openCore()
        const asked = {
          'a blank reason': () => pauseNetwork(ports)({ ...decision, because: ' ' }),
          'another network': () => pauseNetwork(ports)({ ...decision, network: 'VODAFONE' }),
          'another currency': () => resumeNetwork(ports)({ ...decision, currency: 'KES' }),
          'a second pause': () => pauseNetwork(ports)(decision),
          'a second end': () => resumeNetwork(ports)(decision),
        }[what]
        if (what === 'a second pause') await pauseNetwork(ports)(decision)
        expect(await asked?.()).to.deep.equal({ refused, message })
      },
    ),
  )

  rule(
    '119.6',
    'a channel is stopped automatically after the network refuses five submissions in a row for our access, or two for the PIN of the wallet',
    {
      'access: the sixth is not opened, and collections go on': async () => {
        const { payTimes, pay, stateOf, network } = await openChannels()
        expect(await payTimes(6, 'refusesAccess')).to.deep.equal([
          ...Array.from({ length: 5 }, () => 'provider_unavailable'),
          'network_unavailable',
        ])
        expect([await stateOf(), await stateOf('collection')]).to.deep.equal(['broken', 'open'])
        expect(await pay('accepts', 'collection')).to.equal('opened')
        expect(network.received).to.have.length(1)
      },
      'wallet PIN: the third is not opened': async () => {
        const { payTimes } = await openChannels()
        const ends = await payTimes(3, 'refusesWalletPin')
        expect(ends).to.deep.equal(['provider_unavailable', 'provider_unavailable', 'network_unavailable'])
      },
      'not in a row': async () => {
        const { payTimes, stateOf } = await openChannels()
        for (const behaviour of ['accepts', 'declines', 'succeeds'] as const) {
          await payTimes(4, 'refusesAccess')
          await payTimes(1, 'refusesWalletPin')
          await payTimes(1, behaviour)
        }
        expect(await stateOf()).to.equal('open')
      },
      'silence between them does not end the series': async () => {
        const { payTimes, stateOf } = await openChannels()
        await payTimes(4, 'refusesAccess')
        await payTimes(3, 'unreachable')
        await payTimes(3, 'losesAnswer')
        await payTimes(1, 'refusesAccess')
        expect(await stateOf()).to.equal('broken')
      },
    },
  )

  rule('119.7', 'refused access is tried once a minute, without moving money, until it is accepted', async () => {
    const { payTimes, pay, channels, clock, stateOf, network } = await openChannels()
    await payTimes(5, 'refusesAccess')
    clock.forwardMs(minuteMs)
    await channels.look()
    expect(await stateOf()).to.equal('broken')
    network.behaves('accepts')
    clock.forwardMs(minuteMs - 1)
    await channels.look()
    expect(await stateOf()).to.equal('broken')
    clock.forwardMs(1)
    await channels.look()
    expect(await stateOf()).to.equal('open')
    expect(network.received).to.deep.equal([])
    expect(await pay('accepts')).to.equal('opened')
  })

  rule('119.8', 'after that the next refusal stops the channel at once, until a payment went through', async () => {
    const { payTimes, channels, clock, stateOf, network } = await openChannels()
    async function isAcceptedAgain() {
      network.behaves('accepts')
      clock.forwardMs(minuteMs)
      await channels.look()
    }
    await payTimes(5, 'refusesAccess')
    await isAcceptedAgain()
    await payTimes(1, 'refusesAccess')
    expect(await stateOf()).to.equal('broken')
    await isAcceptedAgain()
    await payTimes(1, 'accepts')
    await payTimes(4, 'refusesAccess')
    expect(await stateOf()).to.equal('open')
  })

  rule(
    '119.9',
    'new credentials are not stopped by refusals of earlier ones, and end that stop once they are accepted',
    table(['kind'], [['payout'], ['collection']] as const, async (kind) => {
      const { ports, pay, network, channels, stateOf } = await openChannels()
      for (let time = 0; time < 5; time += 1) await pay('refusesAccess', kind)
      expect(await pay('accepts', kind)).to.equal('network_unavailable')
      Object.assign(network, { access: 'rotated' })
      expect(await pay('accepts', kind)).to.equal('opened')
      await channels.look()
      expect(await ports.channelStops.lasting()).to.deep.equal([])
      for (let time = 0; time < 4; time += 1) await pay('refusesAccess', kind)
      expect(await stateOf(kind)).to.equal('open')
    }),
  )

  rule('119.10', 'after a wrong PIN of the wallet only an operator opens the channel again', async () => {
    const { ports, payTimes, pay, channels, clock, network, stateOf } = await openChannels()
    await payTimes(2, 'refusesWalletPin')
    network.behaves('accepts')
    Object.assign(network, { access: 'rotated' })
    clock.forwardMs(minuteMs)
    await channels.look()
    expect(await stateOf()).to.equal('broken')
    await resumeNetwork(ports)({ ...decision, because: 'the PIN was set again' })
    expect(await pay('accepts')).to.equal('opened')
  })

  rule('119.11', 'a network is reported as unreachable after ten failures in a row, and payments are still tried', {
    'until an answer comes': async () => {
      const { payTimes, stateOf, changes } = await openChannels()
      await payTimes(9, 'unreachable')
      expect(await stateOf()).to.equal('open')
      await payTimes(1, 'unreachable')
      expect(await stateOf()).to.equal('unreachable')
      expect(await payTimes(1, 'unreachable')).to.deep.equal(['provider_unavailable'])
      await payTimes(1, 'declines')
      expect(await stateOf()).to.equal('open')
      expect(changes.map(({ state }) => state)).to.deep.equal(['unreachable', 'open'])
    },
  })

  rule(
    '119.12',
    'each change of a channel is logged once, with the cause of the stop and the number of payments that it has refused',
    {
      'by the process that stops it': async () => {
        const { ports, payTimes, changes, channels } = await openChannels()
        await payTimes(8, 'refusesAccess')
        await channels.look()
        await resumeNetwork(ports)(decision)
        await channels.look()
        await channels.look()
        const reported = changes.map(({ kind, state, was, refused, stops }) => [
          kind,
          was,
          state,
          refused,
          stops[0]?.cause,
        ])
        expect(reported).to.deep.equal([
          ['payout', 'open', 'broken', 0, 'access_refused'],
          ['payout', 'broken', 'open', 3, undefined],
        ])
      },
      'payments refused for another reason do not count, and no payment counts twice': async () => {
        const { ports, pay, changes, channels } = await openChannels()
        const refusedIn = async (times: number) => {
          await pauseNetwork(ports)(decision)
          await channels.look()
          for (let time = 0; time < times; time += 1) expect(await pay('accepts')).to.equal('network_unavailable')
          expect(await pay('accepts', 'payout', 'MTN', 4_000_000)).to.equal('insufficient_balance')
          await resumeNetwork(ports)(decision)
          await channels.look()
          return changes.findLast(({ kind }) => kind === 'payout')?.refused
        }
        expect(await refusedIn(3)).to.equal(3)
        expect(await refusedIn(2)).to.equal(2)
      },
      'by another one that looks': async () => {
        const { ports, changes, channels } = await openChannels()
        await pauseNetwork(ports)({ ...decision, kind: 'collection' })
        await channels.look()
        expect(changes.map(({ kind, state }) => [kind, state])).to.deep.equal([['collection', 'paused']])
      },
    },
  )

  rule('119.13', 'when the store fails to stop a channel, the next refusal stops it', async () => {
    const core = await openCore()
    const broke: unknown[] = []
    let isDown = true
    const begin: typeof core.ports.channelStops.begin = async (stops) => {
      if (isDown) throw new Error('the disk is full')
      return core.ports.channelStops.begin(stops)
    }
    const channelStops = { ...core.ports.channelStops, begin }
    const channels = channelWatch({ ...core.ports, channelStops, onBroke: (error) => broke.push(error) })
    const channel = { network: 'MTN', currency: 'UGX', kind: 'payout' } as const
    const refused = { outcome: 'declined', reason: 'gateway_misconfigured', fault: 'wallet_pin_refused' } as const
    for (let time = 0; time < 2; time += 1) await channels.answered({ channel, answer: refused })
    expect(broke).to.have.length(1)
    isDown = false
    await channels.answered({ channel, answer: refused })
    expect((await channels.states()).filter(({ state }) => state === 'broken')).to.have.length(1)
  })
})
