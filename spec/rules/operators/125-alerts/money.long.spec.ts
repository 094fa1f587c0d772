import { tokens } from '../../../../composition/tokens.ts'
import { moveOperatorMoney, resolveEntries } from '../../../../core/sente.ts'
import { payoutOf, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { openWorld, rowOf } from '../120-reconciliation/paidWorld.ts'
import type { Scrape } from '../121-metrics/exposition.ts'
import { decision, inGateway, shown, upkeepOf } from './causes.ts'

describe('125 Alerts: money', () => {
  rule(
    '125.10',
    'an alert fires when money is not confirmed by a file for days, and when differences stay open',
    oneOf({
      'a payment of last week': inGateway(['SenteMoneyUnconfirmed'], async (gateway) => {
        const { paid, compare } = await worldOf(gateway)
        const createdAtMs = Date.now() - 7 * 86_400_000
        const payment = await paid({ createdAtMs })
        const oldest = ({ value }: Scrape) => value('sente_oldest_unconfirmed_seconds', { network: 'MTN' }) ?? 0
        const during = await shown(gateway, (scrape) => oldest(scrape) > 3 * 86_400)
        const mend = async () => {
          await compare([rowOf(payment, 2)], { fromMs: createdAtMs, toMs: Date.now() })
          await shown(gateway, (scrape) => oldest(scrape) === 0)
        }
        return { during, mend }
      }),
      'a row that nothing here explains': inGateway(['SenteReconciliationOpen'], async (gateway) => {
        const { paid, compare, ports } = await worldOf(gateway)
        const times = { fromMs: Date.now() - 60_000, toMs: Date.now() + 60_000 }
        const payment = await paid({ createdAtMs: times.fromMs })
        const { run } = await compare([rowOf(payment, 2), rowOf(payment, 3, { phoneNumber: '256770000009' })], times)
        const open = ({ sum }: Scrape) => sum('sente_reconciliation_exceptions')
        const during = await shown(gateway, (scrape) => open(scrape) === 1)
        const mend = async () => {
          await resolveEntries({ ...ports, actions: upkeepOf(gateway).actions })({
            runId: run.id,
            endPayments: false,
            ...decision,
          })
          await shown(gateway, (scrape) => open(scrape) === 0)
        }
        return { during, mend, minutes: 65 }
      }),
    }),
  )

  rule(
    '125.11',
    'an alert fires when the float for payouts lasts less than four hours',
    inGateway(['SenteFloatRunsOut'], async (gateway) => {
      const { container } = gateway
      const move = moveOperatorMoney({ ...container.get(tokens.accountPorts), ...container.get(tokens.store) })
      const accounts = { from: 'bank', to: 'float:AIRTEL:disbursement' }
      const topUp = (amount: number) =>
        move({ kind: 'top_up', currency: 'UGX', amount, reference: `bank-${amount}`, ...accounts, by: 'amina' })
      const lasts = ({ value }: Scrape) => Number(value('sente_float_runway_seconds'))
      await topUp(600)
      await gateway.as(await gateway.openAccount())('send-money', payoutOf('order-1'))
      const during = await shown(gateway, (scrape) => lasts(scrape) < 4 * 3_600)
      const mend = async () => {
        await topUp(5_000)
        await shown(gateway, (scrape) => lasts(scrape) > 4 * 3_600)
      }
      return { during, mend }
    }),
  )
})

const worldOf = ({ container }: SandboxGateway) => openWorld(container.get(tokens.store))
