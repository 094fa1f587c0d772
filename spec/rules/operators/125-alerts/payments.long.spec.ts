import { resolveTransaction } from '../../../../core/sente.ts'
import { payoutOf } from '../../../fixtures/sandboxGateway.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import type { Scrape } from '../121-metrics/exposition.ts'
import { decision, fast, inGateway, isQuiet, portsOf, shown, withBooks, withGateway } from './causes.ts'
import { evaluate } from './promtool.ts'

describe('125 Alerts: payments', () => {
  rule(
    '125.7',
    'an alert fires when answers leave doubt, payments fail, our wallet is empty, or a payment stays open',
    oneOf({
      'answers that leave doubt': inGateway(['SenteAnswersUnknown'], async (gateway) => {
        const send = gateway.as(await gateway.openAccount())
        await send('send-money', { ...payoutOf('order-1'), phone_number: '256750990473' })
        return { during: await shown(gateway, ({ sum }) => sum('sente_unknown_answers_total') === 1) }
      }),
      'payments that fail': inGateway(['SentePaymentsFail'], async (gateway) => {
        const send = gateway.as(await gateway.openAccount())
        await send('send-money', { ...payoutOf('order-1'), phone_number: '256750990450' })
        const during = await shown(gateway, ({ sum }) => sum('sente_payments_total', { state: 'failed' }) === 1)
        return { during }
      }),
      'an empty wallet': inGateway(['SenteFloatEmpty'], async (gateway) => {
        const send = gateway.as(await gateway.openAccount())
        await send('send-money', { ...payoutOf('order-1'), phone_number: '256750990455' })
        const reason = 'network_float_too_low'
        return { during: await shown(gateway, ({ sum }) => sum('sente_payments_total', { reason }) === 1) }
      }),
      'a payment that stays open': withBooks(async (options) => {
        const [before, during] = await withGateway(options, async (gateway) => {
          const send = gateway.as(await gateway.openAccount())
          const before = await shown(gateway, isQuiet)
          await send('send-money', { ...payoutOf('order-1'), phone_number: '256750990478' })
          await gateway.stopNetworks()
          return [before, await shown(gateway, ({ sum }) => sum('sente_open_payments') === 1)] as const
        })
        const isOver = ({ sum }: Scrape) => sum('sente_open_payments') === 0
        const after = await withGateway(options, (gateway) => shown(gateway, isOver))
        await evaluate(
          ['SentePaymentsStuck'],
          [
            { shows: before, minutes: 10 },
            { shows: during, minutes: 16 },
            { shows: after, minutes: 30 },
          ],
        )
      }),
      'a payment that needs a person': inGateway(
        ['SenteAttention'],
        async (gateway) => {
          const send = gateway.as(await gateway.openAccount())
          const { headers } = await send('send-money', { ...payoutOf('order-1'), phone_number: '256750990453' })
          const during = await shown(gateway, ({ value }) => value('sente_attention', { kind: 'overdue' }) === 1)
          const transactionId = headers.get('Location')?.split('/').at(-1) ?? ''
          const ports = { ...portsOf(gateway), policy: fast }
          return { during, mend: () => resolveTransaction(ports)({ transactionId, end: 'failed', ...decision }) }
        },
        { policy: { ...fast, overdueMs: 0 } },
      ),
    }),
  )
})
