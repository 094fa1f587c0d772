import { ContainerModule } from 'inversify'
import { quarantineWatch } from '../runtime/quarantineWatch.ts'
import { markLog, troubleLog } from '../runtime/storeTrouble.ts'
import { storeKind } from '../stores/registry.ts'
import { tokens as t } from '../tokens.ts'
import type { Wiring } from '../wiring.ts'

/** The store, and what it is made of. */
export function storeModule({ scheme = 'sqlite', databasePath, purpose, serving, log }: Wiring): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.store).toResolvedValue(() =>
      storeKind(scheme).open(databasePath, {
        purpose,
        ...(serving && {
          serving: { onTrouble: troubleLog(log, databasePath), onMark: markLog(log, databasePath), ...serving },
        }),
      }),
    )
    bind(t.accounts).toResolvedValue((store) => store.accounts, [t.store])
    bind(t.books).toResolvedValue((store) => store.books, [t.store])
    bind(t.quarantines).toResolvedValue((store) => store.quarantines, [t.store])
    bind(t.quarantineWatch).toResolvedValue(quarantineWatch, [t.quarantines, t.log])
  })
}
