import { dirname } from 'node:path'
import type { Container } from 'inversify'
import { serveMetrics } from '../../adapters/telemetry/metrics/listener.ts'
import type { Metrics } from '../../adapters/telemetry/metrics/metrics.ts'
import type { Settings } from '../settings/settings.ts'
import { storeKind } from '../settings/storeKinds.ts'
import { SettingsError } from '../settings/validated.ts'
import { heldIn } from '../tokens.ts'
import { release } from './release.ts'

/** The address that serves metrics, and the database whose disk they measure. */
type MeasuredSettings = Pick<Settings, 'metrics' | 'scheme' | 'databasePath' | 'stateDir'>

/** Serves the metrics of a gateway. Resolves with their URL. The function that stops them is added to `closers`. */
export async function startMetrics(
  container: Container,
  metrics: Metrics,
  settings: MeasuredSettings,
  closers: (() => unknown)[],
): Promise<string> {
  const { store, clock, market, useCases, clockWatch, quarantineWatch, channelWatch, leaving } = heldIn(container)
  const { findUnconfirmed: unconfirmed, findFloats: floats, findUpkeep: upkeep } = useCases
  const { isQuarantined } = quarantineWatch
  const { host, port } = settings.metrics ?? { host: '127.0.0.1', port: 0 }
  const stop = metrics.read({
    figures: store.figures,
    clock,
    market,
    unconfirmed,
    floats,
    upkeep,
    isCopied: storeKind(settings.scheme).inFiles !== undefined,
    channelStates: channelWatch.states,
    release: release(),
    isReady: async () =>
      !leaving.hasBegun() && clockWatch.isRight() && (await store.isReady()) && !(await isQuarantined()),
    clockAheadMs: clockWatch.aheadMs,
    disk: diskOf(settings),
  })
  closers.push(stop)
  const listener = await serveMetrics(metrics, { host, port }).catch((error: Error) => {
    throw new SettingsError(`can't serve metrics on SENTE_METRICS ${host}, port ${port}: ${error.message}`)
  })
  closers.push(listener.close)
  return listener.url
}

function diskOf({ scheme, databasePath, stateDir }: MeasuredSettings) {
  const { inFiles, isLasting } = storeKind(scheme)
  if (!inFiles) return { folder: stateDir }
  if (!isLasting(databasePath)) return {}
  return { folder: dirname(databasePath), wal: inFiles.files(databasePath).find((file) => file.endsWith('-wal')) }
}
