import { existsSync } from 'node:fs'
import type { Got } from 'got'
import type { Finding } from '../adapters/cli/cliDeps.ts'
import { providerHttp } from '../adapters/providers/providerHttp.ts'
import { answerFrom } from './answerFrom.ts'
import { checkNetwork, messageOf } from './doctorNetwork.ts'
import { liveWorld } from './liveWorld.ts'
import type { Callbacks } from './networks.ts'
import { openStore } from './openStore.ts'
import type { Settings } from './settings.ts'

/** Checks a live configuration as far as it can be without moving money; changes nothing. */
export async function doctor(
  settings: Settings,
  environment: Record<string, string | undefined>,
): Promise<readonly Finding[]> {
  if (settings.purpose === 'sandbox') {
    const mend = 'set SENTE_CONFIG to the configuration file of the live gateway'
    return [{ check: 'configuration', ok: false, found: 'none: this is a sandbox', mend }]
  }
  const { configuration, callbacks } = liveWorld(settings, environment)
  const http = providerHttp()
  const found: Finding[] = [{ check: 'configuration', ok: true, found: settings.configPath }]
  found.push(await checkDatabase(settings, environment))
  found.push(await checkPublicUrl(callbacks, http))
  for (const [currency, { networks }] of configuration.market) {
    for (const { name } of networks) {
      found.push(...(await checkNetwork(() => configuration.connectionOf(currency, name), { callbacks, http })))
    }
  }
  return found
}

async function checkDatabase(settings: Settings, environment: Record<string, string | undefined>): Promise<Finding> {
  const check = 'database'
  const { databasePath } = settings
  if (!existsSync(databasePath)) return { check, ok: true, found: `${databasePath} will be made by the first start` }
  try {
    await openStore(settings, environment).close()
    return { check, ok: true, found: databasePath }
  } catch (error) {
    return { check, ok: false, found: messageOf(error), mend: 'set DATABASE_URL to a database of this gateway' }
  }
}

async function checkPublicUrl({ publicUrl }: Callbacks, http: Got): Promise<Finding> {
  const check = 'public address'
  const url = publicUrl()
  if (url === undefined) return { check, ok: true, found: 'none: the networks do not call back, the sweep asks them' }
  const mend = 'start the gateway and let SENTE_PUBLIC_URL lead to it; the networks need https'
  try {
    const { status } = await answerFrom(http, `${url}/livez`)
    return status === 200
      ? { check, ok: true, found: `${url} answers` }
      : { check, ok: false, found: `${url}/livez answers ${status}`, mend }
  } catch (error) {
    return { check, ok: false, found: `${url} does not answer: ${messageOf(error)}`, mend }
  }
}
