import { join } from 'node:path'
import Database from 'better-sqlite3'
import { tokens } from '../../../../composition/tokens.ts'
import {
  beginQuarantine,
  endQuarantine,
  moveOperatorMoney,
  noteAudit,
  noteBackup,
  pauseNetwork,
  resolveEntries,
  resolveTransaction,
  resumeNetwork,
  sandboxPolicy,
  type UpkeepPorts,
} from '../../../../core/sente.ts'
import { openClockProxy } from '../../../attacks/diskAndClock/clock/proxy.ts'
import { openProcesses, program, serving } from '../../../fixtures/processes.ts'
import { openSandboxGateway, payoutOf, type SandboxGateway, until } from '../../../fixtures/sandboxGateway.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { closeReceivers, openReceiver } from '../../merchants/12-webhooks/receiver.ts'
import { openWorld, rowOf } from '../120-reconciliation/paidWorld.ts'
import { type Scrape, scrape } from '../121-metrics/exposition.ts'
import { evaluate, firing, type Phase } from './promtool.ts'

type Options = Parameters<typeof openSandboxGateway>[0]

/** A gateway with metrics, while it is used. */
async function withGateway<T>(options: Options, use: (gateway: SandboxGateway) => Promise<T>): Promise<T> {
  const gateway = await openSandboxGateway({ metrics: true, policy: fast, ...options })
  try {
    return await use(gateway)
  } finally {
    await closeReceivers()
    await gateway.close()
  }
}

/** What a gateway shows once it is right, waiting for the moment that the reading of its books lasts. */
async function shown(gateway: SandboxGateway, isRight: (scrape: Scrape) => boolean = () => true): Promise<Scrape> {
  let last = await scrape(gateway.metricsUrl)
  await until(async () => {
    last = await scrape(gateway.metricsUrl)
    return isRight(last)
  })
  return last
}

/** A payment in doubt is asked about as soon as nothing may be sent to its network any more. */
const fast = {
  ...sandboxPolicy,
  ...{ firstPauseMs: 50, longestPauseMs: 100, answerMs: -4_900, settleMs: -4_900, absenceSpacingMs: 100 },
}

type Days = { readonly before: Scrape; readonly during: Scrape; readonly after: Scrape }

/** Evaluates what was shown: nothing fires before and an hour after, and these alerts meanwhile, whatever else does. */
async function fires(alerts: readonly string[], { before, during, after }: Days, minutes = 3): Promise<void> {
  await evaluatePhases(alerts, [
    { shows: before, minutes: 20 },
    { shows: during, minutes },
    { shows: after, minutes: 60 },
  ])
}

async function evaluatePhases(alerts: readonly string[], phases: readonly Phase[]): Promise<void> {
  const nothing = [{ expr: firing, samples: {} }]
  const those = alerts.map((alert) => ({
    expr: `group by (alertname) (ALERTS{alertstate="firing", alertname="${alert}"})`,
    samples: { [`{alertname="${alert}"}`]: 1 },
  }))
  const last = phases.length - 1
  await evaluate(
    phases,
    phases.map((_, index) => (index === 0 || index === last ? nothing : index === last - 1 ? those : [])),
  )
}

/** Runs one cause and its mend in one gateway. */
function inGateway(
  alerts: readonly string[],
  cause: (gateway: SandboxGateway) => Promise<{ during: Scrape; mend?: () => Promise<unknown>; minutes?: number }>,
  options: Options = {},
) {
  return () =>
    withGateway(options, async (gateway) => {
      const before = await shown(gateway)
      const { during, mend, minutes } = await cause(gateway)
      await mend?.()
      await fires(alerts, { before, during, after: await shown(gateway, isQuiet) }, minutes)
    })
}

/** Whether nothing is left of a cause in the gauges. */
function isQuiet({ sum, value }: Scrape): boolean {
  const isWrong = ['paused', 'broken', 'unreachable'].some((state) => sum('sente_network_line', { state }) > 0)
  const left = ['sente_attention', 'sente_open_payments', 'sente_webhook_lag_seconds'].some((name) => sum(name) > 0)
  const failing = value('sente_webhook_endpoints', { state: 'failing' }) !== 0
  return (
    !isWrong && !left && !failing && value('sente_ready') === 1 && (value('sente_event_loop_delay_seconds') ?? 0) < 1
  )
}

const portsOf = ({ container }: SandboxGateway) => ({
  ...container.get(tokens.accountPorts),
  lineStops: container.get(tokens.store).lineStops,
  quarantines: container.get(tokens.quarantines),
})

const decision = { by: 'amina', because: 'ticket 4711' }

describe('125 Alerts: each fires for its cause, and goes when it is mended', function () {
  this.timeout(300_000)

  rule('125.3', 'an alert fires when a gateway does not answer, or was started again and again', async () => {
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
      await evaluatePhases(
        ['SenteDown'],
        [
          { shows: first, minutes: 10 },
          { shows: 'down', minutes: 1 },
          { shows: second, minutes: 30 },
        ],
      )
      await evaluatePhases(
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

  rule('125.4', 'an alert fires when a gateway takes no payments, or breaks', {
    'a quarantine': inGateway(['SenteNotReady'], async (gateway) => {
      const ports = portsOf(gateway)
      await beginQuarantine(ports)(decision)
      const during = await shown(gateway, ({ value }) => value('sente_ready') === 0)
      return { during, mend: () => endQuarantine(ports)(decision) }
    }),
    'a broken table': () =>
      inFolder(async ({ path, database }) => {
        const rename = (from: string, to: string) => {
          const other = new Database(database)
          other.exec(`ALTER TABLE ${from} RENAME TO ${to}`)
          other.close()
        }
        await withGateway({ databasePath: database, networks: join(path, 'networks') }, async (gateway) => {
          const send = gateway.as(await gateway.openAccount())
          const before = await shown(gateway)
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
          await fires(['SenteBreaks'], { before, during, after: await shown(gateway) })
        })
      }),
  })

  rule(
    '125.5',
    'an alert fires when a disk is nearly full or slow, when the process is held up, and when the clock is wrong',
    {
      'a disk that is nearly full': async () => {
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
      'a process that is held up': inGateway(['SenteHeldUp'], async (gateway) => {
        const endMs = performance.now() + 1_500
        while (performance.now() < endMs);
        return { during: await shown(gateway, ({ value }) => (value('sente_event_loop_delay_seconds') ?? 0) > 1) }
      }),
      'a wrong clock': () =>
        inFolder(async ({ path, database }) => {
          const proxy = await openClockProxy()
          const options = { databasePath: database, networks: join(path, 'networks'), configuration: proxy.through }
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
    },
  )

  rule('125.6', 'an alert fires when a network refuses us, does not answer, is slow, or is paused for an hour', {
    'wrong credentials': () => refusedUntilMended('MTN', { disbursement: wrongKeys }, 5),
    'a wrong PIN of the wallet': () => refusedUntilMended('AIRTEL', { pin: '0000' }, 2),
    'no answer': () =>
      inFolder(async ({ path, database }) => {
        const options = { databasePath: database, networks: join(path, 'networks') }
        const [before, during] = await withGateway(options, async (gateway) => {
          const send = gateway.as(await gateway.openAccount())
          const before = await shown(gateway)
          await gateway.stopNetworks()
          for (let nth = 0; nth < 10; nth += 1) await send('send-money', payoutOf(`order-${nth}`))
          const during = await shown(gateway, ({ sum }) => sum('sente_network_line', { state: 'unreachable' }) === 1)
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
        const before = await shown(gateway)
        const ports = portsOf(gateway)
        await pauseNetwork(ports)({ network: 'MTN', ...decision })
        const during = await shown(gateway, ({ sum }) => sum('sente_network_line', { state: 'paused' }) === 2)
        await resumeNetwork(ports)({ network: 'MTN', ...decision })
        const after = await shown(gateway, isQuiet)
        await evaluatePhases(
          ['SenteNetworkPaused'],
          [
            { shows: before, minutes: 20 },
            { shows: during, minutes: 65 },
            { shows: after, minutes: 20 },
          ],
        )
      }),
  })

  rule(
    '125.7',
    'an alert fires when answers leave doubt, payments fail, our wallet is empty, or a payment stays open',
    {
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
      'a payment that stays open': () =>
        inFolder(async ({ path, database }) => {
          const options = { databasePath: database, networks: join(path, 'networks') }
          const [before, during] = await withGateway(options, async (gateway) => {
            const send = gateway.as(await gateway.openAccount())
            const before = await shown(gateway)
            await send('send-money', { ...payoutOf('order-1'), phone_number: '256750990478' })
            await gateway.stopNetworks()
            return [before, await shown(gateway, ({ sum }) => sum('sente_open_payments') === 1)] as const
          })
          const isOver = ({ sum }: Scrape) => sum('sente_open_payments') === 0
          const after = await withGateway(options, (gateway) => shown(gateway, isOver))
          await evaluatePhases(
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
    },
  )

  rule('125.8', 'an alert fires when a merchant’s endpoint fails, events are not sent, or PINs are guessed', {
    'an endpoint that fails': inGateway(['SenteWebhookEndpointFails'], async (gateway) => {
      const receiver = await openReceiver((response) => response.writeHead(500).end())
      const send = gateway.as(await gateway.openAccount())
      await send('webhook-endpoints', { url: receiver.url, types: ['*'] })
      await send('send-money', payoutOf('order-1'))
      const during = await shown(gateway, ({ value }) => value('sente_webhook_endpoints', { state: 'failing' }) === 1)
      receiver.answer = (response) => response.writeHead(204).end()
      return { during, minutes: 6, mend: () => send('send-money', payoutOf('order-2')) }
    }),
    'events that are not sent': inGateway(['SenteWebhooksLate'], async (gateway) => {
      const receiver = await openReceiver()
      const send = gateway.as(await gateway.openAccount())
      const deliverer = gateway.container.get(tokens.deliverer)
      const answer = await send('webhook-endpoints', { url: receiver.url, types: ['*'] })
      const { data } = (await answer.json()) as { data: { endpoint_id: string } }
      await deliverer?.stop()
      await send('send-money', payoutOf('order-1'))
      const during = await shown(gateway, ({ value }) => (value('sente_webhook_lag_seconds') ?? 0) > 0)
      return { during, mend: () => gateway.container.get(tokens.store).webhooks.remove(data.endpoint_id) }
    }),
    'PINs that are guessed': inGateway(['SentePinsLocked'], async (gateway) => {
      const send = gateway.as(await gateway.openAccount())
      for (let guess = 0; guess < 5; guess += 1) await send('send-money', { ...payoutOf(`p-${guess}`), pin: '0000' })
      return { during: await shown(gateway, ({ value }) => value('sente_pin_locks_total') === 1) }
    }),
  })

  rule('125.9', 'an alert fires when backups or audits are overdue, and when an audit has found something', {
    'a backup of last month': overdue('SenteBackupOld', 'sente_backup_age_seconds', (ports) =>
      noteBackup(ports)({ by: 'amina', file: '/backups/live.db', checked: 4 }),
    ),
    'an audit of last month': overdue('SenteAuditOld', 'sente_audit_age_seconds', (ports) =>
      noteAudit(ports)({ by: 'amina', checked: 4, broken: 0 }),
    ),
    'an audit that found something': inGateway(['SenteBooksBroken'], async (gateway) => {
      const note = (broken: number) => noteAudit(upkeepOf(gateway))({ by: 'amina', checked: 4, broken })
      await note(1)
      const during = await shown(gateway, ({ value }) => value('sente_audit_broken') === 1)
      const mend = async () => {
        await note(0)
        await shown(gateway, ({ value }) => value('sente_audit_broken') === 0)
      }
      return { during, mend }
    }),
  })

  rule('125.10', 'an alert fires when money is not confirmed by a file for days, and when differences stay open', {
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
  })

  rule(
    '125.11',
    'an alert fires when the float that payouts are paid from lasts less than four hours',
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

const upkeepOf = ({ container }: SandboxGateway) => ({
  ...container.get(tokens.accountPorts),
  actions: container.get(tokens.store).actions,
})

const monthMs = 30 * 86_400_000

/** What was done a month ago, until it is done again. */
function overdue(alert: string, metric: string, doIt: (ports: UpkeepPorts) => Promise<unknown>) {
  return inGateway([alert], async (gateway) => {
    const { clock, ...ports } = upkeepOf(gateway)
    const note = (agoMs: number) => doIt({ ...ports, clock: { ...clock, nowMs: () => clock.nowMs() - agoMs } })
    await note(monthMs)
    const during = await shown(gateway, ({ value }) => Number(value(metric)) > 86_400)
    const mend = async () => {
      await note(0)
      await shown(gateway, ({ value }) => Number(value(metric)) < 60)
    }
    return { during, mend }
  })
}

const wrongKeys = { subscriptionKey: 'wrong', apiUser: 'wrong', apiKey: 'wrong' }

/** A network that refuses so many payouts under wrong settings, and none after a restart with the right ones. */
function refusedUntilMended(network: string, change: object, payouts: number): Promise<void> {
  return inFolder(async ({ path, database }) => {
    const usual = { databasePath: database, networks: join(path, 'networks') }
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
      const before = await shown(gateway)
      const phone = `2567${network === 'MTN' ? 7 : 5}0000001`
      for (let nth = 0; nth < payouts; nth += 1)
        await send('send-money', { ...payoutOf(`order-${nth}`), network, phone_number: phone })
      return [before, await shown(gateway, ({ sum }) => sum('sente_network_line', { state: 'broken' }) === 1)] as const
    })
    const after = await withGateway(usual, async (gateway) => {
      await resumeNetwork(portsOf(gateway))({ network, ...decision })
      return shown(gateway, isQuiet)
    })
    await fires(['SenteNetworkRefusesUs'], { before, during, after })
  })
}
