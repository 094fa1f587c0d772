import { existsSync, readFileSync } from 'node:fs'
import { httpServer } from '../../adapters/http/server/httpServer.ts'
import { leaving } from '../../adapters/http/server/listen.ts'
import type { ContainerParts } from '../deployment.ts'
import type { Hold } from '../tokens.ts'

/** The merchants' API. */
export function holdServer(hold: Hold, { limits, publicUrl, isExplained, metrics, spans }: ContainerParts): void {
  hold('leaving', leaving)
  hold('server', (held) => {
    const { useCases, store, networks, policy, clockWatch, webhookTools, handleCallback, ids, log, pages } = held
    return httpServer({
      ...useCases,
      handleCallback,
      clock: held.clock,
      days: held.configuration.days,
      ids,
      log,
      pages,
      batches: useCases,
      links: useCases,
      webhooks: webhookTools && { ...useCases, ...webhookTools },
      awaitEvent: held.eventNotifications.next,
      isExplained,
      onAnswered: metrics?.answered,
      aroundRequest: spans?.aroundRequest,
      isReady: async () => clockWatch.isRight() && (await store.isReady()),
      outage: store.outage,
      isQuarantined: held.quarantineWatch.isQuarantined,
      isConnected: (currency, network) => networks.find(currency, network) !== undefined,
      networkFacts(currency, network) {
        const { approvalMs = policy.approvalMs, recipient } = networks.find(currency, network) ?? {}
        return { approvalMs, knowsNames: recipient !== undefined }
      },
      channelStates: held.channelWatch.states,
      rulebook: () => built('rulebook.html'),
      guide: () => JSON.parse(built('guide.json') ?? '{}'),
      limits: limits ?? {},
      isLeaving: held.leaving.hasBegun,
      publicUrl,
    })
  })
}

/** A file that the build has put beside the program. */
function built(name: string): string | undefined {
  const path = new URL(`../../${name}`, import.meta.url)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
