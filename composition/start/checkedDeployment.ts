import { systemClock } from '../../adapters/node/node.ts'
import { connect, connectionsIn } from '../../adapters/providers/market/connections.ts'
import type { Deployment } from '../deployment.ts'
import { networkHttp } from '../modules/networks.ts'
import type { LiveSettings, Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/validated.ts'
import { liveDeployment } from './liveDeployment.ts'

/**
 * The parts that live settings determine, fully checked: also the credentials, and whether the networks' adapters can
 * use them.
 */
export function checkedDeployment(
  settings: LiveSettings & Settings,
  environment: Record<string, string | undefined>,
): Deployment {
  const live = liveDeployment(settings, environment)
  const reach = { http: networkHttp(), clock: systemClock }
  try {
    for (const { connection } of connectionsIn(live.configuration)) connect(connection, reach)
  } catch (error) {
    throw error instanceof TypeError ? new SettingsError(error.message) : error
  }
  return live
}
