import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

describe('119 The channels to the networks: commands', () => {
  rule('119.17', 'sente network pauses and resumes payouts and collections over a network, together or each alone', {
    'as JSON': async () => {
      const { json, payout, send, caller } = await openCommandLine()
      const paused = await json('network', 'pause', 'MTN', '--payouts', '--currency', 'UGX', '--because', 'ticket 4711')
      expect(paused.code).to.equal(0)
      const stop = { network: 'MTN', currency: 'UGX', kind: 'payout', cause: 'paused', by: 'amina' }
      expect(paused.json.stops).to.have.length(1)
      expect(paused.json.stops[0]).to.include({ ...stop, because: 'ticket 4711', ended: null })
      expect(await send({ caller: await caller(), request: payout })).to.include({ refused: 'network_unavailable' })
      const resumed = await json('network', 'resume', 'MTN', '--because', 'closed', '--by', 'okello')
      expect(resumed.json.stops[0].ended).to.include({ by: 'okello', because: 'closed' })
      expect(await send({ caller: await caller(), request: payout })).not.to.have.property('refused')
    },
    'both kinds by naming both or none': async () => {
      const { json } = await openCommandLine()
      const both = await json('network', 'pause', 'AIRTEL', '--payouts', '--collections', '--because', 'b')
      expect(both.json.stops.map(({ kind }: { kind: string }) => kind).sort()).to.deep.equal(['collection', 'payout'])
      const none = await json('network', 'resume', 'AIRTEL', '--because', 'b')
      expect(none.json.stops).to.have.length(2)
    },
    'without a reason': async () => {
      const { sente } = await openCommandLine()
      expect((await sente('network', 'pause', 'MTN')).code).to.equal(2)
    },
    request: async () => {
      const { json } = await openCommandLine()
      const message = 'VODAFONE is not in the configuration, whose networks are: AIRTEL, MTN'
      expect(await json('network', 'pause', 'VODAFONE', '--because', 'b')).to.deep.equal({
        code: 1,
        json: { error: { code: 'unknown_network', message } },
      })
    },
  })

  rule(
    '119.18',
    'sente network list shows each network’s payouts and collections, with the person and reason of a stop',
    {
      'as JSON': async () => {
        const { json } = await openCommandLine()
        await json('network', 'pause', 'MTN', '--collections', '--currency', 'UGX', '--because', 'ticket 4711')
        const { networks } = (await json('network', 'list')).json
        const states = networks.map((channel: Record<string, string>) => [
          channel.network,
          channel.currency,
          channel.kind,
          channel.state,
        ])
        expect(states).to.deep.equal([
          ['AIRTEL', 'UGX', 'payout', 'open'],
          ['AIRTEL', 'UGX', 'collection', 'open'],
          ['MTN', 'UGX', 'payout', 'open'],
          ['MTN', 'UGX', 'collection', 'paused'],
          ['MTN', 'USD', 'payout', 'open'],
          ['MTN', 'USD', 'collection', 'open'],
        ])
        expect(networks[3].stops[0]).to.include({ by: 'amina', because: 'ticket 4711' })
      },
      'as text': async () => {
        const { sente, clock } = await openCommandLine()
        await sente('network', 'pause', 'MTN', '--because', 'ticket 4711')
        const { out } = await sente('network', 'list')
        const since = new Date(clock.nowMs()).toISOString().replace('Z', '+00:00')
        expect(out.split('\n').slice(0, 4)).to.deep.equal([
          'Network  Currency  Payments     State   Since                          By     Because',
          'AIRTEL   UGX       payouts      open',
          'AIRTEL   UGX       collections  open',
          `MTN      UGX       payouts      paused  ${since}  amina  ticket 4711`,
        ])
      },
    },
  )

  rule('119.19', 'sente network show lists the stops of a network so far, also automatic ones', {
    'as JSON': async () => {
      const { json, pay, ports, clock } = await openCommandLine()
      const channel = { network: 'MTN', currency: 'UGX', kind: 'payout' } as const
      const because = 'the network answered 401 without a code'
      await ports.channelStops.begin([
        { ...channel, cause: 'access_refused', access: 'a', begunAtMs: clock.nowMs(), by: null, because },
      ])
      await pay()
      const { networks, stops } = (await json('network', 'show', 'MTN')).json
      expect(networks).to.have.length(4)
      expect(stops).to.have.length(1)
      expect(stops[0]).to.include({ cause: 'access_refused', by: null, because })
    },
    'as text': async () => {
      const { sente } = await openCommandLine()
      expect((await sente('network', 'show', 'AIRTEL')).out).to.include('\nIt has never been stopped.\n')
      await sente('network', 'pause', 'AIRTEL', '--payouts', '--because', 'ticket 4711')
      await sente('network', 'resume', 'AIRTEL', '--because', 'closed')
      const { out } = await sente('network', 'show', 'AIRTEL')
      expect(out).to.match(/payouts +UGX +\S+ +amina +ticket 4711 +\S+ +amina +closed\n$/)
    },
    'another network': async () => {
      const { json } = await openCommandLine()
      expect((await json('network', 'show', 'VODAFONE')).json.error.code).to.equal('unknown_network')
    },
  })
})
