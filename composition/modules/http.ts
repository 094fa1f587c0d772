import { existsSync, readFileSync } from 'node:fs'
import { ContainerModule } from 'inversify'
import { httpServer } from '../../adapters/http/server/httpServer.ts'
import type { ContainerParts } from '../deployment.ts'
import { madeFrom, tokens as t } from '../tokens.ts'

/** The merchants' API. */
export function httpModule({ limits, publicUrl, isExplained, metrics, spans }: ContainerParts): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.server).toResolvedValue(
      ...madeFrom(
        [
          ...(['authenticate', 'sendMoney', 'collectMoney', 'refundMoney', 'handleCallback', 'ids', 'log'] as const),
          ...(['lookUps', 'eventNotifications', 'webhookDeps', 'batchDeps', 'linkDeps'] as const),
          ...(['store', 'clockWatch', 'quarantineWatch', 'networks', 'channelWatch', 'policy', 'pages'] as const),
        ],
        ({
          lookUps,
          eventNotifications,
          webhookDeps,
          batchDeps,
          linkDeps,
          store,
          clockWatch,
          quarantineWatch,
          networks,
          channelWatch,
          policy,
          ...useCases
        }) =>
          httpServer({
            ...useCases,
            ...lookUps,
            awaitEvent: eventNotifications.next,
            webhooks: webhookDeps,
            batches: batchDeps,
            links: linkDeps,
            isExplained,
            onAnswered: metrics?.answered,
            aroundRequest: spans?.aroundRequest,
            isReady: async () => clockWatch.isRight() && (await store.isReady()),
            isQuarantined: quarantineWatch.isQuarantined,
            isConnected: (currency, network) => networks.find(currency, network) !== undefined,
            networkFacts(currency, network) {
              const { approvalMs = policy.approvalMs, recipient } = networks.find(currency, network) ?? {}
              return { approvalMs, knowsNames: recipient !== undefined }
            },
            channelStates: channelWatch.states,
            rulebook: built('rulebook.html'),
            guide: JSON.parse(built('guide.json') ?? '{}'),
            limits: limits ?? {},
            publicUrl,
          }),
      ),
    )
  })
}

/** A file that the build has put beside the program. */
function built(name: string): string | undefined {
  const path = new URL(`../../${name}`, import.meta.url)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
