import { expect } from 'chai'
import { pauseNetwork } from '../../../../core/sente.ts'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'

type Listed = { network: string; accepts_payments: boolean }

const open = {
  ...{ accepts_payments: true, payouts: 'open', collections: 'open' },
  ...{ prompt_seconds: 300, can: { refund: true, name_lookup: true } },
}

/** The names of the networks that take payments now. */
async function acceptingIn(deps: Parameters<typeof overHttp>[0]): Promise<string[]> {
  return accepting(await overHttp(deps))
}

async function accepting({ look }: Api): Promise<string[]> {
  const { networks } = dataOf(await look('/networks')) as { networks: Listed[] }
  return networks.flatMap(({ network, accepts_payments }) => (accepts_payments ? network : []))
}

describe('9 Look-ups: networks', () => {
  rule(
    '9.22',
    'each network of each currency is listed with its limits, the form of its phone numbers, and its abilities',
    {
      'of Uganda': async () => {
        const { look } = await overHttp()
        const uganda = { currency: 'UGX', minimum: 500, maximum: 5_000_000, phone_number_pattern: '^256[1-9][0-9]{8}$' }
        expect(dataOf(await look('/networks')).networks).to.deep.equal([
          { ...uganda, network: 'AIRTEL', display_name: 'Airtel Money', ...open },
          { ...uganda, network: 'MTN', display_name: 'MTN MoMo', ...open },
        ])
      },
      'two currencies, and numbers of any form': async () => {
        const market = new Map(
          ['KES', 'TZS'].map((currency) => [currency, { minimum: 0.5, maximum: 10, networks: [{ name: 'MTN' }] }]),
        )
        const { look } = await overHttp({ lookUpMarket: () => ({ market }) })
        const any = {
          network: 'MTN',
          display_name: 'MTN',
          minimum: 0.5,
          maximum: 10,
          phone_number_pattern: null,
          ...open,
          can: { refund: true, name_lookup: false },
        }
        expect(dataOf(await look('/networks')).networks).to.deep.equal([
          { currency: 'KES', ...any },
          { currency: 'TZS', ...any },
        ])
      },
      'differences between networks': async () => {
        const { look } = await overHttp({
          networkFacts: (_, network) => ({ approvalMs: 90_000, knowsNames: network === 'MTN' }),
        })
        const { networks } = dataOf(await look('/networks')) as { networks: object[] }
        expect(networks[0]).to.deep.include({ prompt_seconds: 90, can: { refund: true, name_lookup: false } })
        expect(networks[1]).to.deep.include({ prompt_seconds: 90, can: { refund: true, name_lookup: true } })
      },
      'no network at all': async () => {
        const { look } = await overHttp({ lookUpMarket: () => ({ market: new Map() }) })
        expect((await look('/networks')).text).to.equal(
          '{"status":"success","message":"Networks found","data":{"networks":[]}}',
        )
      },
    },
  )

  rule('9.23', 'a network accepts payments while the gateway is ready, not paused, and connected to it', {
    'all of it': async () => expect(await acceptingIn({})).to.deep.equal(['AIRTEL', 'MTN']),
    'not ready': async () => expect(await acceptingIn({ isReady: () => false })).to.deep.equal([]),
    paused: async () => expect(await acceptingIn({ isQuarantined: async () => true })).to.deep.equal([]),
    'not connected to one': async () =>
      expect(await acceptingIn({ isConnected: (_, network) => network === 'MTN' })).to.deep.equal(['MTN']),
    'stopped for both kinds': async () => {
      const api = await overHttp()
      await pauseNetwork(api.ports)({ network: 'MTN', by: 'amina', because: 'their portal is down' })
      expect(await accepting(api)).to.deep.equal(['AIRTEL'])
    },
    'ready again': async () => {
      let isReady = false
      const api = await overHttp({ isReady: () => isReady })
      expect(await accepting(api)).to.deep.equal([])
      isReady = true
      expect(await accepting(api)).to.deep.equal(['AIRTEL', 'MTN'])
    },
  })
})
