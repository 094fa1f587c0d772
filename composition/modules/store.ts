import { ContainerModule } from 'inversify'
import { eventNotifications } from '../../adapters/background/eventNotifications.ts'
import { withEventNotification } from '../../adapters/background/withEventNotification.ts'
import { quarantineWatch } from '../../adapters/telemetry/log/quarantineWatch.ts'
import type { ContainerParts } from '../deployment.ts'
import { madeFrom, tokens as t } from '../tokens.ts'

/** The store, what it is made of, and the ports that most use cases take. */
export function storeModule({ store, metrics, spans }: ContainerParts): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.store).toConstantValue(store)
    bind(t.accounts).toResolvedValue(({ accounts }) => accounts, [t.store])
    bind(t.eventNotifications).toResolvedValue(eventNotifications)
    bind(t.books).toResolvedValue(
      ...madeFrom(['store', 'eventNotifications'], ({ store: { books }, eventNotifications: { notify } }) => {
        const notifying = withEventNotification(books, notify)
        const counted = metrics?.withPayments(notifying) ?? notifying
        return spans?.withSteps(counted) ?? counted
      }),
    )
    bind(t.accountPorts).toResolvedValue(
      ...madeFrom(['accounts', 'books', 'clock', 'ids', 'secrets', 'market', 'policy'], (ports) => ports),
    )
    bind(t.quarantines).toResolvedValue(({ quarantines }) => quarantines, [t.store])
    bind(t.quarantineWatch).toResolvedValue(quarantineWatch, [t.quarantines, t.log])
  })
}
