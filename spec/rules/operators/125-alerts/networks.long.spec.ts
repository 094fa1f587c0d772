import { pauseNetwork, resumeNetwork } from '../../../../core/sente.ts'
import { payoutOf } from '../../../fixtures/sandboxGateway.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { decision, fires, inGateway, isQuiet, type Options, portsOf, shown, withBooks, withGateway } from './causes.ts'
import { evaluate } from './promtool.ts'

const wrongKeys = { subscriptionKey: 'wrong', apiUser: 'wrong', apiKey: 'wrong' }

describe('125 Alerts: the networks', () => {
  rule(
    '125.6',
    'an alert fires when a network refuses us, does not answer, is slow, or is paused for an hour',
    oneOf({
      'wrong credentials': refusedUntilMended('MTN', { disbursement: wrongKeys }, 5),
      'a wrong PIN of the wallet': refusedUntilMended('AIRTEL', { pin: '0000' }, 2),
      'no answer': withBooks(async (options) => {
        const [before, during] = await withGateway(options, async (gateway) => {
          const send = gateway.as(await gateway.openAccount())
          const before = await shown(gateway, isQuiet)
          await gateway.stopNetworks()
          for (let nth = 0; nth < 10; nth += 1) await send('send-money', payoutOf(`order-${nth}`))
          const during = await shown(gateway, ({ sum }) => sum('sente_network_channel', { state: 'unreachable' }) === 1)
          return [before, during] as const
        })
        const after = await withGateway(options, (gateway) => shown(gateway, isQuiet))
        await fires(['SenteNetworkAway', 'SentePaymentsFail'], { before, during, after })
      }),
      'slow answers': inGateway(['SenteNetworkSlow'], async (gateway) => {
        const send = gateway.as(await gateway.openAccount())
        await send('send-money', { ...payoutOf('order-1'), phone_number: '256750990474' })
        return { during: await shown(gateway) }
      }),
      'a pause': () =>
        withGateway({}, async (gateway) => {
          const before = await shown(gateway, isQuiet)
          const ports = portsOf(gateway)
          await pauseNetwork(ports)({ network: 'MTN', ...decision })
          const during = await shown(gateway, ({ sum }) => sum('sente_network_channel', { state: 'paused' }) === 2)
          await resumeNetwork(ports)({ network: 'MTN', ...decision })
          const after = await shown(gateway, isQuiet)
          await evaluate(
            ['SenteNetworkPaused'],
            [
              { shows: before, minutes: 20 },
              { shows: during, minutes: 65 },
              { shows: after, minutes: 20 },
            ],
          )
        }),
    }),
  )
})

/** A network that refuses this many payouts under wrong settings, and none after a restart with the right ones. */
function refusedUntilMended(network: string, change: object, payouts: number): () => Promise<void> {
  return withBooks(async (usual) => {
    const configuration: NonNullable<Options>['configuration'] = (simulated) => ({
      ...simulated,
      connectionOf(currency, name) {
        const connection = simulated.connectionOf(currency, name)
        if (!connection || name !== network) return connection
        return { ...connection, settings: { ...connection.settings, ...change } as typeof connection.settings }
      },
    })
    const [before, during] = await withGateway({ ...usual, configuration }, async (gateway) => {
      const send = gateway.as(await gateway.openAccount())
      const before = await shown(gateway, isQuiet)
      const phone = `2567${network === 'MTN' ? 7 : 5}0000001`
      for (let nth = 0; nth < payouts; nth += 1)
        await send('send-money', { ...payoutOf(`order-${nth}`), network, phone_number: phone })
      return [
        before,
        await shown(gateway, ({ sum }) => sum('sente_network_channel', { state: 'broken' }) === 1),
      ] as const
    })
    const after = await withGateway(usual, async (gateway) => {
      await resumeNetwork(portsOf(gateway))({ network, ...decision })
      return shown(gateway, isQuiet)
    })
    await fires(['SenteNetworkRefusesUs'], { before, during, after })
  })
}
