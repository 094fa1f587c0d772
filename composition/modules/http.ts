import { existsSync, readFileSync } from 'node:fs'
import { ContainerModule } from 'inversify'
import { type HttpServerDeps, httpServer } from '../../adapters/http/httpServer.ts'
import { tokens as t } from '../tokens.ts'

/** The merchants' API. */
export function httpModule({
  limits,
  publicUrl,
  isExplained,
}: Pick<HttpServerDeps, 'limits' | 'publicUrl' | 'isExplained'>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.server).toResolvedValue(
      (
        authenticate,
        sendMoney,
        collectMoney,
        lookUpTransaction,
        listTransactions,
        lookUpBalances,
        readStatement,
        lookUpMarket,
        listEvents,
        eventBell,
        webhooks,
        handleCallback,
        ids,
        log,
        store,
        watch,
        quarantine,
        { isConnected },
      ) =>
        httpServer({
          authenticate,
          sendMoney,
          collectMoney,
          lookUpTransaction,
          listTransactions,
          lookUpBalances,
          readStatement,
          lookUpMarket,
          listEvents,
          awaitEvent: eventBell.awaitRing,
          webhooks,
          handleCallback,
          ids,
          log,
          isExplained,
          isReady: async () => watch.isRight() && (await store.isReady()),
          isQuarantined: quarantine.isQuarantined,
          isConnected,
          rulebook: built('rulebook.html'),
          guide: JSON.parse(built('guide.json') ?? '{}'),
          limits: limits ?? {},
          publicUrl,
        }),
      [
        t.authenticate,
        t.sendMoney,
        t.collectMoney,
        t.lookUpTransaction,
        t.listTransactions,
        t.lookUpBalances,
        t.readStatement,
        t.lookUpMarket,
        t.listEvents,
        t.eventBell,
        t.webhookDeps,
        t.handleCallback,
        t.ids,
        t.log,
        t.store,
        t.clockWatch,
        t.quarantineWatch,
        t.networks,
      ],
    )
  })
}

/** A file that the build has put beside the program. */
function built(name: string): string | undefined {
  const path = new URL(`../../${name}`, import.meta.url)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
