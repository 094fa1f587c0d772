import { join } from 'node:path'
import { tokens } from '../../../../composition/tokens.ts'
import { sandboxPolicy } from '../../../../core/sente.ts'
import { openSandboxGateway, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { until } from '../../../fixtures/until.ts'
import { closeReceivers } from '../../merchants/12-webhooks/receiver.ts'
import { type Scrape, scrape } from '../121-metrics/exposition.ts'
import { evaluate } from './promtool.ts'

/** Runs an example with the parts of a gateway, so that another gateway can continue with its books and networks. */
export const withBooks = (example: (options: Options & { readonly databasePath: string }) => Promise<void>) => () =>
  inFolder(({ path, database }) => example({ databasePath: database, networks: join(path, 'networks') }))

/** The parts of a gateway. */
export type Options = Parameters<typeof openSandboxGateway>[0]

/** A running gateway with metrics. */
export async function withGateway<T>(options: Options, use: (gateway: SandboxGateway) => Promise<T>): Promise<T> {
  const gateway = await openSandboxGateway({ metrics: true, policy: fast, ...options })
  try {
    return await use(gateway)
  } finally {
    await closeReceivers()
    await gateway.close()
  }
}

/** The metrics of a gateway once they are right, after the moment that the reading of its books takes. */
export async function shown(
  gateway: SandboxGateway,
  isRight: (scrape: Scrape) => boolean = () => true,
): Promise<Scrape> {
  let last = await scrape(gateway.metricsUrl)
  await until(async () => {
    last = await scrape(gateway.metricsUrl)
    return isRight(last)
  })
  return last
}

/** The network is asked about a payment in doubt as soon as nothing more may be sent to it. */
export const fast = {
  ...sandboxPolicy,
  ...{ firstPauseMs: 50, longestPauseMs: 100, answerMs: -4_900, settleMs: -4_900, absenceSpacingMs: 100 },
}

type Days = { readonly before: Scrape; readonly during: Scrape; readonly after: Scrape }

/** Evaluates the metrics: nothing fires before and an hour after, and at least these alerts meanwhile. */
export async function fires(alerts: readonly string[], { before, during, after }: Days, minutes = 3): Promise<void> {
  await evaluate(alerts, [
    { shows: before, minutes: 20 },
    { shows: during, minutes },
    { shows: after, minutes: 60 },
  ])
}

/** Runs one cause and its mend in one gateway. */
export function inGateway(
  alerts: readonly string[],
  cause: (gateway: SandboxGateway) => Promise<{ during: Scrape; mend?: () => Promise<unknown>; minutes?: number }>,
  options: Options = {},
) {
  return () =>
    withGateway(options, async (gateway) => {
      const before = await shown(gateway, isQuiet)
      const { during, mend, minutes } = await cause(gateway)
      await mend?.()
      await fires(alerts, { before, during, after: await shown(gateway, isQuiet) }, minutes)
    })
}

/** Whether the gauges no longer show a cause. */
export function isQuiet({ sum, value }: Scrape): boolean {
  const isWrong = ['paused', 'broken', 'unreachable'].some((state) => sum('sente_network_channel', { state }) > 0)
  const left = ['sente_attention', 'sente_open_payments', 'sente_webhook_lag_seconds'].some((name) => sum(name) > 0)
  const failing = value('sente_webhook_endpoints', { state: 'failing' }) !== 0
  return (
    !isWrong && !left && !failing && value('sente_ready') === 1 && (value('sente_event_loop_delay_seconds') ?? 0) < 1
  )
}

/** The parts of a gateway for decisions of operators. */
export const portsOf = ({ container }: SandboxGateway) => ({
  ...container.get(tokens.accountPorts),
  channelStops: container.get(tokens.store).channelStops,
  quarantines: container.get(tokens.quarantines),
})

/** The author and the reason of a decision. */
export const decision = { by: 'amina', because: 'ticket 4711' }

/** The part of a gateway that records upkeep. */
export const upkeepOf = ({ container }: SandboxGateway) => ({
  ...container.get(tokens.accountPorts),
  actions: container.get(tokens.store).actions,
})
