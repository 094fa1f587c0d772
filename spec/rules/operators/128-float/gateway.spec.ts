import { expect } from 'chai'
import { pino } from 'pino'
import { tokens } from '../../../../composition/tokens.ts'
import { askForFloats, type Market, moveOperatorMoney } from '../../../../core/sente.ts'
import { openSandboxGateway, payoutOf } from '../../../fixtures/sandboxGateway.ts'
import { rule } from '../../../rule.ts'

/** The market, where payouts beyond a float are refused. */
const refusing = (market: Market): Market =>
  new Map(
    [...market].map(([currency, one]) => [
      currency,
      { ...one, networks: one.networks.map((network) => ({ ...network, refusesBeyondFloat: true })) },
    ]),
  )

describe('128 The operator’s own money: a gateway', () => {
  rule(
    '128.20',
    'a gateway asks both networks for their floats, refuses a payout beyond one as if paused, and logs that once',
    async () => {
      const lines: Record<string, unknown>[] = []
      const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
      const gateway = await openSandboxGateway({
        log,
        configuration: (simulated) => ({ ...simulated, market: refusing(simulated.market) }),
      })
      try {
        const { container } = gateway
        const { operatorMoney } = container.get(tokens.store)
        const ports = { ...container.get(tokens.accountPorts), operatorMoney }
        const accounts = { from: 'bank', to: 'float:AIRTEL:disbursement', by: 'amina' }
        await moveOperatorMoney(ports)({ kind: 'top_up', currency: 'UGX', amount: 700, reference: 'r', ...accounts })
        await container.get(tokens.floatWatch).look()
        const send = gateway.as(await gateway.openAccount())
        expect((await send('send-money', payoutOf('order-1'))).status).to.equal(201)
        const refused = await send('send-money', payoutOf('order-2'))
        expect([refused.status, refused.headers.get('error-code')]).to.deep.equal([500, 'network_unavailable'])
        await send('send-money', payoutOf('order-3'))
        const short = lines.filter(({ msg }) => String(msg).includes('the float is short'))
        expect(short).to.have.length(1)
        expect(short[0]).to.include({ network: 'AIRTEL', account: 'float:AIRTEL:disbursement', amount: '500' })
        const reported = await askForFloats({ ...ports, providerFor: container.get(tokens.networks).find })()
        expect(reported.map(({ account, minor }) => [account, minor])).to.deep.equal([
          ['float:AIRTEL:disbursement', 999_999_500n],
          ['float:AIRTEL:collection', 0n],
          ['float:MTN:disbursement', 1_000_000_000n],
          ['float:MTN:collection', 0n],
        ])
      } finally {
        await gateway.close()
      }
    },
  )
})
