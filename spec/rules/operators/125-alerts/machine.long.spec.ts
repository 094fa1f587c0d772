import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { openClockProxy } from '../../../attacks/diskAndClock/clock/proxy.ts'
import { openProcesses, program } from '../../../fixtures/processes.ts'
import { payoutOf } from '../../../fixtures/sandboxGateway.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { type Scrape, scrape } from '../121-metrics/exposition.ts'
import { fires, inGateway, shown, withBooks } from './causes.ts'

describe('125 Alerts: the machine', () => {
  rule(
    '125.5',
    'an alert fires when a disk is nearly full or slow, when the log of SQLite grows, when the process is held up, and when the clock is wrong',
    oneOf({
      'a nearly full disk': async () => {
        const processes = openProcesses()
        try {
          const room = processes.folder
          const mounted = [
            'unshare',
            '-rm',
            'sh',
            '-c',
            'mount -t tmpfs -o size=64m none "$1" && shift && exec "$@"',
            'sh',
          ]
          const shownBy = async (command: readonly string[]) => {
            const gateway = processes.serve({ SENTE_METRICS: '127.0.0.1:0' }, [...command, 'node', program, 'sandbox'])
            await gateway.url
            const [, url = ''] = /"metrics":"([^"]+)"/.exec(gateway.stdout()) ?? []
            return scrape(url)
          }
          const before = await shownBy([])
          const during = await shownBy([...mounted, join(room, 'data')])
          await fires(['SenteDiskFills'], { before, during, after: before })
        } finally {
          await processes.close()
        }
      },
      'a slow disk': () => {
        let isSlow = false
        const flush = () => new Promise<void>((resolve) => setTimeout(resolve, isSlow ? 600 : 0))
        const serving = () => ({ onLost: () => undefined, flush })
        return inGateway(
          ['SenteDiskSlow'],
          async (gateway) => {
            isSlow = true
            const send = gateway.as(await gateway.openAccount())
            await send('send-money', payoutOf('order-1'))
            isSlow = false
            return { during: await shown(gateway) }
          },
          { serving },
        )()
      },
      'a log that cannot be begun again': withBooks((options) =>
        inGateway(
          ['SenteLogGrows'],
          async (gateway) => {
            const log = await grownLog(options.databasePath)
            const during = await shown(gateway)
            const mend = async () => {
              await log.endReading()
              const send = gateway.as(await gateway.openAccount())
              await send('send-money', payoutOf('order-1'))
              await shown(gateway, ({ value }) => Number(value('sente_wal_bytes')) < 270e6)
            }
            return { during, mend, minutes: 10 }
          },
          options,
        )(),
      ),
      'a held-up process': inGateway(['SenteHeldUp'], async (gateway) => {
        // Delays before the first look at the event loop are not seen, so it is held up until they are.
        const isSeen = ({ value }: Scrape) => (value('sente_event_loop_delay_seconds') ?? 0) > 1
        return { during: await shown(gateway, (scrape) => isSeen(scrape) || holdUp()) }
      }),
      'a wrong clock': withBooks(async (books) => {
        const proxy = await openClockProxy()
        const options = { ...books, configuration: proxy.through }
        try {
          await inGateway(
            ['SenteClockWrong'],
            async (gateway) => {
              const send = gateway.as(await gateway.openAccount())
              proxy.runsAheadBy(-60_000)
              await send('send-money', payoutOf('order-1'))
              const during = await shown(gateway, ({ value }) => (value('sente_clock_skew_seconds') ?? 0) > 50)
              proxy.runsAheadBy(0)
              return { during, mend: () => send('send-money', payoutOf('order-2')) }
            },
            options,
          )()
        } finally {
          proxy.close()
        }
      }),
    }),
  )
})

/**
 * Lets a log grow beyond the server's bound: one connection reads, while another writes as much as hours of payments.
 */
async function grownLog(path: string) {
  const reader = keptDatabase(path, { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM meta').get()
  const writer = keptDatabase(path)
  // Like every connection of the gateway: only the server begins the log again, and cuts it.
  writer.pragma('wal_autocheckpoint = 0')
  writer.exec('CREATE TABLE written (bytes BLOB); INSERT INTO written VALUES (NULL)')
  const overwrite = writer.prepare('UPDATE written SET bytes = zeroblob(?)')
  // A page overwritten with the same contents would not be written at all.
  async function write(times: number) {
    for (let nth = 0; nth < times; nth += 1) {
      overwrite.run(31e6 + nth)
      // A server that is held up for long closes connections that a client still uses.
      await setImmediate()
    }
  }
  await write(10)
  return {
    async endReading() {
      reader.close()
      // The server tries again when the log has grown by 64 MiB more.
      await write(3)
      writer.close()
    },
  }
}

/** Holds up this process. */
function holdUp(): false {
  const endMs = performance.now() + 1_500
  while (performance.now() < endMs);
  return false
}
