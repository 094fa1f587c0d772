import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { beginQuarantine, endQuarantine } from '../../../../core/sente.ts'
import { openProcesses, serving } from '../../../fixtures/processes.ts'
import { payoutOf } from '../../../fixtures/sandboxGateway.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { scrape } from '../121-metrics/exposition.ts'
import { decision, fires, inGateway, isQuiet, portsOf, shown, withBooks, withGateway } from './causes.ts'
import { evaluate } from './promtool.ts'

describe('125 Alerts: the gateway', () => {
  rule('125.3', 'an alert fires when a gateway does not answer, or restarts repeatedly', async () => {
    const processes = openProcesses()
    try {
      const started = async () => {
        const gateway = processes.serve({ SENTE_METRICS: '127.0.0.1:0' }, serving())
        await gateway.url
        const [, url = ''] = /"metrics":"([^"]+)"/.exec(gateway.stdout()) ?? []
        const shows = await scrape(url)
        gateway.child.kill('SIGKILL')
        await gateway.ended
        return shows
      }
      const [first, second, third, fourth] = [await started(), await started(), await started(), await started()]
      await evaluate(
        ['SenteDown'],
        [
          { shows: first, minutes: 10 },
          { shows: 'down', minutes: 1 },
          { shows: second, minutes: 30 },
        ],
      )
      await evaluate(
        ['SenteRestarts'],
        [
          { shows: first, minutes: 20 },
          { shows: second, minutes: 2 },
          { shows: third, minutes: 2 },
          { shows: fourth, minutes: 2 },
          { shows: fourth, minutes: 30 },
        ],
      )
    } finally {
      await processes.close()
    }
  })

  rule(
    '125.4',
    'an alert fires when a gateway takes no payments, or fails',
    oneOf({
      'a quarantine': inGateway(['SenteNotReady'], async (gateway) => {
        const ports = portsOf(gateway)
        await beginQuarantine(ports)(decision)
        const during = await shown(gateway, ({ value }) => value('sente_ready') === 0)
        return { during, mend: () => endQuarantine(ports)(decision) }
      }),
      'a broken table': withBooks(async (options) => {
        const rename = (from: string, to: string) => {
          const other = keptDatabase(options.databasePath)
          other.exec(`ALTER TABLE ${from} RENAME TO ${to}`)
          other.close()
        }
        await withGateway(options, async (gateway) => {
          const send = gateway.as(await gateway.openAccount())
          const before = await shown(gateway, isQuiet)
          rename('phone_lists', 'lost_lists')
          rename('used_references', 'lost_references')
          await send('send-money', payoutOf('order-1'))
          const during = await shown(
            gateway,
            ({ value }) => value('sente_refusals_total', { code: 'internal_error' }) === 1,
          )
          rename('lost_references', 'used_references')
          rename('lost_lists', 'phone_lists')
          const { status } = await send('send-money', payoutOf('order-1'))
          if (status !== 201) throw new Error(`it was answered ${status}`)
          await fires(['SenteBreaks'], { before, during, after: await shown(gateway, isQuiet) })
        })
      }),
    }),
  )
})
