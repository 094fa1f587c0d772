import { eventNotifications } from '../../adapters/background/eventNotifications.ts'
import { withEventNotification } from '../../adapters/background/withEventNotification.ts'
import { quarantineWatch } from '../../adapters/telemetry/log/quarantineWatch.ts'
import type { ContainerParts } from '../deployment.ts'
import type { Hold } from '../tokens.ts'

/** The store, its parts, and the ports that most use cases need. */
export function holdStore(hold: Hold, { store, metrics, spans }: ContainerParts): void {
  hold('store', () => store)
  hold('eventNotifications', eventNotifications)
  hold('books', ({ eventNotifications: { notify } }) => {
    const notifying = withEventNotification(store.books, notify)
    const counted = metrics?.withPayments(notifying) ?? notifying
    return spans?.withSteps(counted) ?? counted
  })
  hold('accountPorts', ({ books, clock, ids, secrets, market, configuration: { days }, policy }) => {
    return { accounts: store.accounts, books, clock, ids, secrets, market, days, policy }
  })
  hold('quarantines', () => store.quarantines)
  hold('quarantineWatch', ({ quarantines, log }) => quarantineWatch(quarantines, log))
}
