import { existsSync } from 'node:fs'
import type { Got } from 'got'
import type { CliStore, Finding } from '../../adapters/cli/deps.ts'
import { countUnservedTransactions, findQuarantine } from '../../core/sente.ts'
import { networkHttp } from '../networks/networkHttp.ts'
import type { Callbacks } from '../networks/networks.ts'
import { answerFrom } from '../networks/networkTime.ts'
import { liveWorld } from '../runtime/liveWorld.ts'
import { checkPinKeys } from '../runtime/pinKeys.ts'
import { exposedCallbacks, exposedConfiguration, exposedFiles } from '../settings/exposure.ts'
import type { Settings } from '../settings/settings.ts'
import { storeKind } from '../stores/registry.ts'
import { checkNetwork, messageOf } from './doctorNetwork.ts'
import { openStore } from './openStore.ts'

/** Checks a live configuration as far as possible without moving money; changes nothing. */
export async function doctor(
  settings: Settings,
  environment: Record<string, string | undefined>,
): Promise<readonly Finding[]> {
  if (settings.purpose === 'sandbox') {
    const mend = 'set SENTE_CONFIG to the configuration file of the live gateway'
    return [{ check: 'configuration', ok: false, found: 'none: SENTE_CONFIG is not set', mend }]
  }
  const { configuration, callbacks } = liveWorld(settings, environment)
  const http = networkHttp()
  const found: Finding[] = [checkConfigurationFile(settings.configPath)]
  found.push(...(await checkDatabase(settings, environment)))
  found.push(await checkPublicUrl(callbacks, { http, isServed: () => mayBeServed(settings) }))
  for (const [currency, { networks }] of configuration.market) {
    for (const { name } of networks) {
      found.push(...(await checkNetwork(() => configuration.connectionOf(currency, name), { callbacks, http })))
    }
  }
  return found
}

function checkConfigurationFile(path: string): Finding {
  const check = 'configuration'
  const exposed = exposedConfiguration(path)
  return exposed ? { check, ok: false, ...exposed } : { check, ok: true, found: path }
}

async function checkDatabase(settings: Settings, environment: Record<string, string | undefined>): Promise<Finding[]> {
  const check = 'database'
  const { scheme, databasePath } = settings
  const { inFiles, nameOf, isDamage } = storeKind(scheme)
  const name = nameOf(databasePath)
  if (inFiles && !existsSync(databasePath))
    return [{ check, ok: true, found: `${name} will be made by the first start` }]
  // Before the database is opened here, which creates files next to it.
  const exposed = exposedFiles(settings)
  const files: Finding = exposed ? { check, ok: false, ...exposed } : { check, ok: true, found: name }
  const concerns = await checkConcerns(settings)
  try {
    const store = await openStore(settings, environment)
    try {
      const kept = [...(await checkQuarantine(store)), ...(await checkUnserved(store)), ...(await checkPinKeys(store))]
      return [files, ...concerns, ...kept]
    } finally {
      await store.close()
    }
  } catch (error) {
    const mend = isDamage?.(error) ? restore : 'set DATABASE_URL to a database of this gateway'
    return [{ check, ok: false, found: messageOf(error), mend }, ...concerns]
  }
}

const restore =
  'if it is the database of this gateway, it is damaged: stop the server, keep all the files, and restore a backup as ' +
  'docs/backups.md says'

/** The disk or the servers of a database. What keeps it from being opened is found there. */
async function checkConcerns({ scheme, databasePath }: Settings): Promise<Finding[]> {
  const { concerns, inFiles } = storeKind(scheme)
  const check = inFiles ? 'disk' : 'database servers'
  const found = await concerns?.(databasePath).catch(() => [])
  return (found ?? []).map(({ isFault, ...concern }) => ({ check, ok: !isFault, ...concern }))
}

/** Quarantined books, as after a restore, accept no payment until an operator ends the quarantine. */
async function checkQuarantine(store: CliStore): Promise<Finding[]> {
  const lasting = await findQuarantine(store)()
  if (!lasting) return []
  const mend =
    'compare the books with the networks, as docs/backups.md says, then `sente quarantine end --because "..."`'
  return [{ check: 'quarantine', ok: false, found: `${lasting.why}: no payment is accepted`, mend }]
}

/** Open transactions whose network or currency is not configured: there is no provider to ask. */
async function checkUnserved(store: CliStore): Promise<Finding[]> {
  const mend = 'put the network back into the configuration until they have ended, or decide with transaction resolve'
  return (await countUnservedTransactions(store)()).map(({ network, currency, transactions }) => ({
    check: 'open transactions',
    ok: false,
    found: `${transactions} of ${network} in ${currency}, which is not in the configuration`,
    mend,
  }))
}

/** Before the gateway runs, its public address leads nowhere, which is not a fault. */
async function checkPublicUrl(
  { publicUrl }: Callbacks,
  { http, isServed }: { http: Got; isServed: () => Promise<boolean> },
): Promise<Finding> {
  const check = 'public address'
  const url = publicUrl()
  if (url === undefined) return { check, ok: true, found: 'none: the networks do not call back, the sweep asks them' }
  const exposed = exposedCallbacks(url)
  if (exposed) return { check, ok: false, ...exposed }
  const trouble = await troubleAt(url, http)
  if (trouble === undefined) return { check, ok: true, found: `${url} answers` }
  if (!(await isServed())) {
    return { check, ok: true, found: `not yet reachable, as no server runs: ${trouble}; ask again when it does` }
  }
  return { check, ok: false, found: trouble, mend: 'let SENTE_PUBLIC_URL lead to the gateway, through your TLS proxy' }
}

/** Assumes that a server runs if there is no claim or it can't be read. */
async function mayBeServed({ scheme, databasePath }: Settings): Promise<boolean> {
  try {
    return (await storeKind(scheme).isClaimed?.(databasePath)) ?? true
  } catch {
    return true
  }
}

async function troubleAt(url: string, http: Got): Promise<string | undefined> {
  try {
    const { status } = await answerFrom(http, `${url}/livez`)
    return status === 200 ? undefined : `${url}/livez answers ${status}`
  } catch (error) {
    return `${url} does not answer: ${messageOf(error)}`
  }
}
