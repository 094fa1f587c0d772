import { expect } from 'chai'
import {
  type Channel,
  type ChannelChange,
  channelWatch,
  isSameStop,
  type NewStop,
  newStops,
  type Submitted,
} from '../../../../core/sente.ts'
import { minuteMs, openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

const channel: Channel = { network: 'MTN', currency: 'UGX', kind: 'payout' }
const stop: NewStop = { ...channel, cause: 'paused', access: '', begunAtMs: 1, by: 'amina', because: 'a test' }

/** Differences that make a stop a different one. */
const others = {
  'another network': { network: 'AIRTEL' },
  'another currency': { currency: 'RWF' },
  'another way': { kind: 'collection' },
  'another cause': { cause: 'access_refused' },
  'another access': { access: 'rotated' },
} as const

/** A watch with reports of submissions over a channel. */
async function openWatch() {
  const { ports, network, clock } = await openCore()
  const changes: ChannelChange[] = []
  const channels = channelWatch({ ...ports, onChange: (change) => changes.push(change) })
  const answered = async (times: number, answer: object, over = channel) => {
    for (let time = 1; time <= times; time += 1)
      await channels.answered({ channel: over, answer: { outcome: 'declined', ...answer } as Submitted })
  }
  return { ports, network, clock, channels, changes, answered }
}

describe('119 The channels to the networks: watching them', () => {
  rule('119.22', 'a channel is stopped once for each cause and access, whichever process stops it', {
    'by itself': () => {
      expect(newStops([stop, stop], [])).to.deep.equal([{ ...stop, ended: null }])
      expect(newStops([{ ...stop, begunAtMs: 2, by: 'okello' }], [{ ...stop, ended: null }])).to.deep.equal([])
    },
    'beside another': table(
      ['it is on'],
      [['another network'], ['another currency'], ['another way'], ['another cause'], ['another access']] as const,
      (what) => {
        const other = { ...stop, ...others[what] }
        expect(newStops([other], [{ ...stop, ended: null }])).to.deep.equal([{ ...other, ended: null }])
        expect(isSameStop({ ...stop, ended: null }, { ...other, ended: null })).to.equal(false)
      },
    ),
    'from its beginning': () => {
      const lasting = { ...stop, ended: null }
      expect(isSameStop(lasting, { ...lasting, by: 'okello' })).to.equal(true)
      expect(isSameStop(lasting, { ...lasting, begunAtMs: 2 })).to.equal(false)
    },
  })

  rule('119.23', 'a stop has the network’s answer, and its end the person who ended it', async () => {
    const { ports, network, clock, channels, answered, changes } = await openWatch()
    await answered(5, { fault: 'access_refused', because: 'HTTP 401' })
    const [refused] = await ports.channelStops.lasting()
    expect(refused).to.deep.include({ ...channel, cause: 'access_refused', because: 'HTTP 401', by: null })
    network.behaves('accepts')
    clock.forwardMs(minuteMs)
    await channels.look()
    const [ended] = await ports.channelStops.latest({ network: 'MTN', limit: 1 })
    const because = 'the network accepts our access again'
    expect(ended?.ended).to.deep.equal({ atMs: clock.nowMs(), by: null, because })
    await answered(2, { fault: 'wallet_pin_refused' })
    const [unreported] = await ports.channelStops.lasting()
    expect(unreported).to.deep.include({ cause: 'wallet_pin_refused', because: 'the network gave no reason' })
    expect(changes.map(({ was, state }) => `${was} ${state}`)).to.deep.equal([
      'open broken',
      'broken open',
      'open broken',
    ])
  })

  rule('119.24', 'a report about a channel that the market does not have stops nothing', async () => {
    const { ports, channels, answered, changes } = await openWatch()
    const elsewhere = { ...channel, network: 'VODAFONE' }
    await answered(10, { fault: 'access_refused', because: 'HTTP 401' }, elsewhere)
    await answered(10, { fault: 'unreachable' }, elsewhere)
    channels.refused(elsewhere)
    expect([await ports.channelStops.lasting(), changes]).to.deep.equal([[], []])
    expect(new Set((await channels.states()).map(({ state }) => state))).to.deep.equal(new Set(['open']))
  })

  rule('119.25', 'a channel with a pause among its stops is paused', async () => {
    const { ports, channels, answered } = await openWatch()
    await answered(5, { fault: 'access_refused' })
    await ports.channelStops.begin([stop])
    const [paused] = (await channels.states()).filter(({ network, kind }) => network === 'MTN' && kind === 'payout')
    expect(paused?.state).to.equal('paused')
    expect(paused?.stops.map(({ cause }) => cause).sort()).to.deep.equal(['access_refused', 'paused'])
  })
})
