/**
 * The whole gateway, wired from its settings.
 *
 * @module sente/gateway
 */

import { join } from 'node:path'
import type { Logger } from 'pino'
import { upkeepProcess } from '../adapters/background/upkeep/upkeepProcess.ts'
import { systemClock } from '../adapters/node/node.ts'
import { weaknessesIn } from '../adapters/providers/market/weaknesses.ts'
import { logMissingPinKeys } from '../adapters/telemetry/log/atStart.ts'
import { markRun } from '../adapters/telemetry/log/killedRun.ts'
import { loggedServing } from '../adapters/telemetry/log/storeTrouble.ts'
import { openSpans } from '../adapters/telemetry/spans/spans.ts'
import { buildContainer } from './container.ts'
import { exposures } from './settings/exposure.ts'
import { missingPinKey, type Settings } from './settings/settings.ts'
import { storeKind } from './settings/storeKinds.ts'
import { checkedDeployment } from './start/checkedDeployment.ts'
import { release } from './start/release.ts'
import { runMarkPath } from './start/runMark.ts'
import { startGateway } from './start/startGateway.ts'
import { startMetrics } from './start/startMetrics.ts'
import { upkeepFolders } from './start/upkeepFolders.ts'
import { heldIn } from './tokens.ts'

export type { OpenIdSettings } from '../adapters/dashboard/people/openId/provider.ts'
export type { SmtpSettings } from '../adapters/mail/smtpMailer.ts'
export type { WebhookKeys } from '../adapters/webhooks/sign.ts'
export type { Variables } from './settings/secretFiles.ts'
export {
  type LiveSettings,
  readLiveSettings,
  readSandboxSettings,
  type SandboxSettings,
  type Settings,
} from './settings/settings.ts'
export type { UpkeepSettings } from './settings/upkeep.ts'
export { SettingsError } from './settings/validated.ts'

/** The gateway's needs from the process that runs it. */
export type GatewayParts = {
  /** Holds the credentials that a live configuration names. */
  readonly environment: Record<string, string | undefined>
  readonly log: Logger
  /** Must end the process at once: a flush failed, and the contents of the disk are unknown. */
  readonly onLost: (error: unknown) => void
  /** Must end the process at once: the files of the database are damaged. By default it only stays unready. */
  readonly onDamaged?: () => void
  /** Whether a person confirms that the original of copied files is no longer in use; false by default. */
  readonly isTheBooks?: boolean | undefined
  /**
   * The program that is `sente`, with its first arguments, for work on the books asked for on pages; without it audits
   * are done here, and nothing else.
   */
  readonly program?: readonly [file: string, ...args: string[]] | undefined
}

/** A gateway that serves merchants and follows up open payments. */
export type Gateway = {
  readonly url: string
  /** The address of its metrics; undefined when they are off. */
  readonly metricsUrl?: string | undefined
  /** The demo account and a line to try, in a sandbox. */
  readonly greeting: string | undefined
  /** Serves for the time of SENTE_STOP_AFTER without being ready. Then accepts no new requests, waits for the payments in flight, and closes the store. */
  close(): Promise<void>
}

/** Loaded by the gateways that measure themselves, like the sandbox's networks by a sandbox. */
const metricsLibrary = () => import('../adapters/telemetry/metrics/metrics.ts')

/** Starts the gateway as `sente serve` or `sente sandbox` does. Rejects with a SettingsError for unusable settings. */
export async function openGateway(
  settings: Settings,
  { environment, log, onLost, onDamaged, isTheBooks, program }: GatewayParts,
): Promise<Gateway> {
  const { scheme, databasePath, stateDir, port, purpose, stopAfterMs } = settings
  const kind = storeKind(scheme)
  const closers: (() => unknown)[] = []
  async function close() {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const live = settings.purpose === 'live' ? checkedDeployment(settings, environment) : undefined
    const folders = upkeepFolders(settings)
    const claim = await kind.claim?.(databasePath, process.pid)
    if (claim) closers.push(claim.release)
    if (kind.isLasting(databasePath)) {
      closers.push(markRun({ path: runMarkPath(settings), pid: process.pid, log }))
    }
    const deployment = live ?? (await (await import('./sandbox/sandbox.ts')).startSandbox(settings, closers))
    const markPath = join(stateDir, `sente-${port}.mark`)
    // The start looks by itself.
    let logQuarantine = () => {}
    const { isExplained, ...troubles } = loggedServing({ log, database: kind.nameOf(databasePath), onLost, onDamaged })
    const metrics = settings.metrics && (await metricsLibrary()).openMetrics(deployment.configuration.market)
    const serving = { ...troubles, markPath, onQuarantine: () => logQuarantine(), isTheBooks, meter: metrics?.store }
    const store = await kind.open(databasePath, { purpose, serving })
    closers.push(store.close)
    const isElsewhere = program && kind.isLasting(databasePath)
    const container = buildContainer({
      ...settings,
      store,
      isShared: kind.isShared,
      isExplained,
      log,
      metrics,
      spans: openSpans(kind.inFiles ? 'sqlite' : 'postgresql'),
      ...(isElsewhere && { upkeep: upkeepProcess({ program, environment, clock: systemClock, ...folders }) }),
      ...deployment,
    })
    const url = await startGateway(container, settings, closers)
    const { accountPorts, quarantineWatch, leaving } = heldIn(container)
    for (const exposure of exposures(settings, environment)) log.warn(exposure, 'open to others')
    for (const weakness of live ? weaknessesIn(live.configuration) : []) log.warn(weakness, 'weaker than possible')
    const { isQuarantined } = quarantineWatch
    await isQuarantined()
    logQuarantine = () => void isQuarantined().catch(() => {})
    await logMissingPinKeys(accountPorts, { log, fix: missingPinKey[purpose] })
    const metricsUrl = metrics && (await startMetrics(container, metrics, settings, closers))
    log.info({ url, metrics: metricsUrl, purpose, ...release() }, 'listening')
    log.flush()
    return {
      url,
      metricsUrl,
      greeting: await deployment.greet?.(url, { ...accountPorts, people: store.people }),
      async close() {
        await leaving.begin(stopAfterMs)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
