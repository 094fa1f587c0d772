import { expect } from 'chai'
import { channelWatch, pauseNetwork } from '../../../../core/sente.ts'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

const decision = { network: 'MTN', by: 'amina', because: 'their portal shows doubles' }

describe('119 The channels to the networks: over HTTP', () => {
  rule('119.20', 'merchants see for each network whether payouts and collections are taken', {
    'one kind is paused': async () => {
      const { look, ports } = await overHttp()
      await pauseNetwork(ports)({ ...decision, kind: 'payout' })
      const { networks } = dataOf(await look('/networks')) as { networks: { network: string }[] }
      expect(networks.find(({ network }) => network === 'MTN')).to.include({
        accepts_payments: true,
        payouts: 'paused',
        collections: 'open',
      })
    },
    'a network that can’t be reached': async () => {
      const { look } = await overHttp((ports) => {
        const channels = channelWatch(ports)
        const answer = { outcome: 'inDoubt', because: 'no answer', fault: 'unreachable' } as const
        for (let time = 0; time < 10; time += 1)
          void channels.answered({ channel: { network: 'MTN', currency: 'UGX', kind: 'collection' }, answer })
        return { channelStates: channels.states }
      })
      const { networks } = dataOf(await look('/networks')) as { networks: object[] }
      expect(networks[1]).to.include({ accepts_payments: true, payouts: 'open', collections: 'unreachable' })
    },
  })

  rule('119.21', 'the service is ready whatever the state of the networks, and names those that are down', async () => {
    const { ask, ports } = await overHttp()
    await pauseNetwork(ports)({ ...decision, kind: 'payout' })
    expect(dataOf(await ask('GET', '/readyz'))).to.deep.equal({
      networks: [{ network: 'MTN', currency: 'UGX', kind: 'payout', state: 'paused' }],
    })
  })
})
