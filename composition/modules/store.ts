import { ContainerModule } from 'inversify'
import { eventBell } from '../runtime/eventBell.ts'
import { quarantineWatch } from '../runtime/quarantineWatch.ts'
import { tokens as t } from '../tokens.ts'
import type { Wiring } from '../wiring.ts'

/** The store, and what it is made of. */
export function storeModule({ store }: Wiring): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.store).toConstantValue(store)
    bind(t.accounts).toResolvedValue(({ accounts }) => accounts, [t.store])
    bind(t.eventBell).toResolvedValue(eventBell)
    bind(t.books).toResolvedValue(({ books }, bell) => bell.ringing(books), [t.store, t.eventBell])
    bind(t.quarantines).toResolvedValue(({ quarantines }) => quarantines, [t.store])
    bind(t.quarantineWatch).toResolvedValue(quarantineWatch, [t.quarantines, t.log])
  })
}
