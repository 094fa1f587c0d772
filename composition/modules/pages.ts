import { comparisonDesk } from '../../adapters/dashboard/operator/desks/comparisonDesk.ts'
import { upkeepDesk } from '../../adapters/dashboard/operator/desks/upkeepDesk.ts'
import { type DashboardDeps, dashboard } from '../../adapters/dashboard/pages.ts'
import { openIdProvider } from '../../adapters/dashboard/people/openId/provider.ts'
import { linesInFile } from '../../adapters/http/batches/batchBody.ts'
import type { UseCases } from '../../core/sente.ts'
import type { ContainerParts } from '../deployment.ts'
import { sandboxPages } from '../sandbox/pages.ts'
import type { Hold } from '../tokens.ts'

/** The pages for people. */
export function holdPages(hold: Hold, { publicUrl, sandbox, openId, upkeep }: ContainerParts): void {
  hold('comparisonDesk', ({ useCases: { compareAsOperator }, accountPorts: { clock, ids }, log }) =>
    comparisonDesk({
      compareAsOperator,
      clock,
      ids,
      onBreakage: (err) => log.error({ err }, 'a comparison on the pages'),
    }),
  )
  hold('upkeepDesk', ({ accountPorts: { clock }, log }) =>
    upkeepDesk({
      clock,
      onBreakage: (err) => log.error({ err }, 'an audit, a close or a backup from the pages'),
      stop: upkeep?.stop,
    }),
  )
  hold('pages', ({ useCases, store, accountPorts, webhookTools, comparisonDesk, upkeepDesk, log }) => {
    const deps = pageDeps(useCases, {
      ...store,
      ...accountPorts,
      webhooks: webhookTools,
      comparisonDesk,
      upkeepDesk,
      upkeepFolders: upkeep?.folders ?? {},
      onBreakage: (err) => log.error({ err }, 'a refund from the dashboard'),
      openId: openId && {
        provider: openIdProvider(openId),
        onBroke: (err) => log.warn({ err }, 'sign-in at the OpenID provider broke'),
        onUnknown: (missing) =>
          missing === undefined
            ? log.warn('no operator has the name that the OpenID provider gave')
            : log.warn({ claim: missing }, 'the OpenID provider does not name the person'),
      },
      base: publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, ''),
      isSandbox: sandbox !== undefined,
    })
    return dashboard(deps, sandbox ? sandboxPages(sandbox, { ...useCases, ids: accountPorts.ids, log }) : [])
  })
}

/** The dependencies of the pages that differ from gateway to gateway. */
type PageParts = Omit<DashboardDeps, keyof UseCases | 'linesInFile' | 'newReference'>

/** The dependencies of a gateway's pages. */
export function pageDeps(useCases: UseCases, parts: PageParts): DashboardDeps {
  return { ...parts, ...useCases, linesInFile, newReference: () => parts.ids.random() }
}
