import { nodeSecrets, systemClock, uuids } from '../../adapters/node/node.ts'
import type { ContainerParts } from '../deployment.ts'
import type { Hold } from '../tokens.ts'

/** The parts from the wiring, and the parts from this machine: clock, ids, secrets. */
export function holdPlatform(hold: Hold, given: ContainerParts): void {
  const { log, policy, callbacks, configuration, pinKeys, pseudonymKey } = given
  hold('log', () => log)
  hold('policy', () => policy)
  hold('callbacks', () => callbacks)
  hold('configuration', () => configuration)
  hold('market', () => configuration.market)
  hold('clock', () => systemClock)
  hold('ids', () => uuids)
  hold('secrets', () => nodeSecrets({ pinKeys: pinKeys(), pseudonymKey }))
}
