import { existsSync } from 'node:fs'
import { checkStore } from '../../adapters/cli/server/storeChecks.ts'
import { checkMail } from '../../adapters/mail/checkMail.ts'
import { systemClock, uuids } from '../../adapters/node/node.ts'
import { checkNetworks, checkPublicAddress, checkStrength } from '../../adapters/providers/market/checkNetworks.ts'
import type { Reach } from '../../adapters/providers/market/connections.ts'
import type { Finding, Remedy } from '../../core/sente.ts'
import { networkHttp } from '../modules/networks.ts'
import {
  type Exposure,
  exposedCallbacks,
  exposedConfiguration,
  exposedFiles,
  exposedSecrets,
  filesOfSecrets,
} from '../settings/exposure.ts'
import type { Settings } from '../settings/settings.ts'
import { storeKind } from '../settings/storeKinds.ts'
import { liveDeployment } from '../start/liveDeployment.ts'
import { openStore } from './openStore.ts'
import { checkServer } from './serverChecks.ts'

/** Checks a live configuration as far as possible without moving money; changes nothing. */
export async function doctor(
  settings: Settings,
  environment: Record<string, string | undefined>,
): Promise<readonly Finding[]> {
  if (settings.purpose === 'sandbox') {
    const fix = 'set SENTE_CONFIG to the configuration file of the live gateway'
    const found = 'none: SENTE_CONFIG is not set'
    return [{ check: 'configuration', ok: false, found, fix, runbook: 'docs/live.md' }]
  }
  const { configuration, callbacks } = liveDeployment(settings, environment)
  const reach = { http: networkHttp(), clock: systemClock }
  return [
    closed('configuration', settings.configPath, exposedConfiguration(settings.configPath)),
    ...checkSecrets(filesOfSecrets(settings.configPath, environment)),
    ...(await checkDatabase(settings, environment)),
    await checkCallbacks(settings, reach),
    ...(await checkOwnStrength(settings)),
    ...(await checkNetworks(configuration, { ...reach, callbacks, ids: uuids })),
    ...(settings.mail ? [await checkMail(settings.mail)] : []),
    ...(await checkServer(settings, reach.http)),
  ]
}

/** The finding for a check of exposure, good if nothing is exposed. */
function closed(check: string, found: string, exposure: Exposure | undefined): Finding {
  return exposure
    ? { check, ok: false, ...exposure, runbook: 'docs/operating/database.md#the-files' }
    : { check, ok: true, found }
}

/** Files that others may read are refused earlier. */
function checkSecrets(files: readonly string[]): Finding[] {
  return files.length === 0 ? [] : [closed('secrets', `${files.length} in files of their own`, exposedSecrets(files))]
}

async function checkDatabase(settings: Settings, environment: Record<string, string | undefined>): Promise<Finding[]> {
  const check = 'database'
  const { scheme, databasePath } = settings
  const { inFiles, nameOf, identityOf, remedyFor } = storeKind(scheme)
  const name = nameOf(databasePath)
  if (inFiles && !existsSync(databasePath)) {
    const [concern] = await checkConcerns(settings)
    return [concern ? { ...concern, check } : { check, ok: true, found: `${name} will be made by the first start` }]
  }
  // Before the database is opened here, which creates files next to it.
  const identity = await identityOf?.(databasePath).catch(() => undefined)
  const files = closed(check, identity ?? name, exposedFiles(settings))
  const concerns = await checkConcerns(settings)
  try {
    const store = await openStore(settings, environment)
    try {
      return [files, ...concerns, ...(await checkStore(store, { isCopied: inFiles !== undefined }))]
    } finally {
      await store.close()
    }
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error)
    const remedy = remedyFor?.(error) ?? otherDatabase
    const isNamed = concerns.some((concern) => !concern.ok && concern.runbook === remedy.runbook)
    return isNamed ? concerns : [{ check, ok: false, found, ...remedy }, ...concerns]
  }
}

const otherDatabase: Remedy = {
  fix: 'set DATABASE_URL to a database of this gateway, and see that it runs',
  runbook: 'docs/operating/incidents/killed-in-a-loop.md',
}

/** The disk or the servers of a database. This finds a cause that keeps the database from being opened. */
async function checkConcerns({ scheme, databasePath }: Settings): Promise<Finding[]> {
  const { concerns, inFiles } = storeKind(scheme)
  const check = inFiles ? 'disk' : 'database servers'
  const found = await concerns?.(databasePath).catch(() => [])
  return (found ?? []).map(({ isFault, ...concern }) => ({ check, ok: !isFault, ...concern }))
}

async function checkCallbacks({ publicUrl, scheme, databasePath }: Settings, reach: Reach): Promise<Finding> {
  const check = 'public address'
  if (publicUrl === undefined)
    return { check, ok: true, found: 'none: the networks do not call back, the sweep asks them' }
  const exposed = exposedCallbacks(publicUrl)
  if (exposed) return { check, ok: false, ...exposed, runbook: 'docs/operating/proxy.md' }
  // Without a claim, or with an unreadable one, a server may run.
  const isServed = async () => (await storeKind(scheme).isClaimed?.(databasePath)) ?? true
  return checkPublicAddress(publicUrl, { ...reach, isServed: () => isServed().catch(() => true) })
}

async function checkOwnStrength({ publicUrl }: Settings): Promise<Finding[]> {
  if (publicUrl === undefined) return []
  return checkStrength('public address', publicUrl, {
    fix: 'make one with stronger keys: RSA with 2048 bits, or P-256',
  })
}
