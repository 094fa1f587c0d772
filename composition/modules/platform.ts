import { ContainerModule } from 'inversify'
import { nodeSecrets, systemClock, uuids } from '../../adapters/node/node.ts'
import type { ContainerParts } from '../deployment.ts'
import { tokens as t } from '../tokens.ts'

/** What the wiring gives, and what this machine provides: clock, ids, secrets. */
export function platformModule({
  log,
  policy,
  callbacks,
  configuration,
  pinKeys,
  pseudonymKey,
}: ContainerParts): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.log).toConstantValue(log)
    bind(t.policy).toConstantValue(policy)
    bind(t.callbacks).toConstantValue(callbacks)
    bind(t.configuration).toConstantValue(configuration)
    bind(t.market).toConstantValue(configuration.market)
    bind(t.clock).toConstantValue(systemClock)
    bind(t.ids).toConstantValue(uuids)
    bind(t.secrets).toResolvedValue(() => nodeSecrets({ pinKeys: pinKeys(), pseudonymKey }))
  })
}
