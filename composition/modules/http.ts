import { ContainerModule } from 'inversify'
import { httpServer } from '../../adapters/http/httpServer.ts'
import type { Limits } from '../../adapters/http/limits.ts'
import { tokens as t } from '../tokens.ts'

/** The merchants' API. */
export function httpModule(limits: Partial<Limits>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.server).toResolvedValue(
      (authenticate, sendMoney, collectMoney, lookUp, handleCallback, ids, log, store, watch, quarantine) =>
        httpServer({
          authenticate,
          sendMoney,
          collectMoney,
          lookUp,
          handleCallback,
          ids,
          log,
          isReady: async () => watch.isRight() && (await store.isReady()),
          isQuarantined: quarantine.isQuarantined,
          limits,
        }),
      [
        t.authenticate,
        t.sendMoney,
        t.collectMoney,
        t.lookUp,
        t.handleCallback,
        t.ids,
        t.log,
        t.store,
        t.clockWatch,
        t.quarantineWatch,
      ],
    )
  })
}
