import { join } from 'node:path'
import { tokens } from '../../../../composition/tokens.ts'
import { sandboxPolicy } from '../../../../core/sente.ts'
import { openSandboxGateway, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { until } from '../../../fixtures/until.ts'
import { closeReceivers } from '../../merchants/12-webhooks/receiver.ts'
import { type Scrape, scrape } from '../121-metrics/exposition.ts'
import { evaluate } from './promtool.ts'

/** Runs an example with what a gateway is opened with, so that another goes on with its books and networks. */
export const withBooks = (example: (options: Options & { readonly databasePath: string }) => Promise<void>) => () =>
  inFolder(({ path, database }) => example({ databasePath: database, networks: join(path, 'networks') }))

/** What a gateway is opened with. */
export type Options = Parameters<typeof openSandboxGateway>[0]

/** A gateway with metrics, while it is used. */
export async function withGateway<T>(options: Options, use: (gateway: SandboxGateway) => Promise<T>): Promise<T> {
  const gateway = await openSandboxGateway({ metrics: true, policy: fast, ...options })
  try {
    return await use(gateway)
  } finally {
    await closeReceivers()
    await gateway.close()
  }
}

/** What a gateway shows once it is right, waiting for the moment that the reading of its books lasts. */
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

/** A payment in doubt is asked about as soon as nothing may be sent to its network any more. */
export const fast = {
  ...sandboxPolicy,
  ...{ firstPauseMs: 50, longestPauseMs: 100, answerMs: -4_900, settleMs: -4_900, absenceSpacingMs: 100 },
}

type Days = { readonly before: Scrape; readonly during: Scrape; readonly after: Scrape }

/** Evaluates what was shown: nothing fires before and an hour after, and these alerts meanwhile, whatever else does. */
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

/** Whether nothing is left of a cause in the gauges. */
export function isQuiet({ sum, value }: Scrape): boolean {
  const isWrong = ['paused', 'broken', 'unreachable'].some((state) => sum('sente_network_channel', { state }) > 0)
  const left = ['sente_attention', 'sente_open_payments', 'sente_webhook_lag_seconds'].some((name) => sum(name) > 0)
  const failing = value('sente_webhook_endpoints', { state: 'failing' }) !== 0
  return (
    !isWrong && !left && !failing && value('sente_ready') === 1 && (value('sente_event_loop_delay_seconds') ?? 0) < 1
  )
}

/** What decisions of operators need of a gateway. */
export const portsOf = ({ container }: SandboxGateway) => ({
  ...container.get(tokens.accountPorts),
  channelStops: container.get(tokens.store).channelStops,
  quarantines: container.get(tokens.quarantines),
})

/** Who decides, and why. */
export const decision = { by: 'amina', because: 'ticket 4711' }

/** What records upkeep in a gateway. */
export const upkeepOf = ({ container }: SandboxGateway) => ({
  ...container.get(tokens.accountPorts),
  actions: container.get(tokens.store).actions,
})
