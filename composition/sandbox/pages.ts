import type { Logger } from 'pino'
import type { Page } from '../../adapters/dashboard/dashboard.ts'
import { phonePages } from '../../adapters/dashboard/sandbox/phone.tsx'
import { tryOutPages } from '../../adapters/dashboard/sandbox/tryOut.ts'
import type { Ids, UseCases } from '../../core/sente.ts'
import type { SandboxParts } from '../deployment.ts'

/** The dependencies of a sandbox's pages. */
type SandboxPageDeps = UseCases & { readonly ids: Ids; readonly log: Pick<Logger, 'error'> }

/**
 * The pages that only a sandbox has: customers' phones, and forms that send and collect money with its demo account.
 */
export function sandboxPages({ phones, demo }: SandboxParts, deps: SandboxPageDeps): readonly Page[] {
  const { authenticate, ids, log } = deps
  const tryOut = tryOutPages({
    ...deps,
    phones,
    newReference: () => `try-${ids.random()}`,
    onBreakage: (err) => log.error({ err }, 'a payment from the sandbox page'),
    async demo() {
      const { secretKey, publicKey, pin } = await demo
      return { caller: await authenticate({ secretKey }), publicKey, pin }
    },
  })
  const shortcuts = Object.entries(paths).map(
    ([path, to]): Page => ({ path, access: 'anybody', show: () => ({ seeOther: to }) }),
  )
  return [...shortcuts, ...phonePages(phones), ...tryOut]
}

/** The redirects for incomplete paths. */
const paths = { '/': '/try/', '/try': '/try/', '/phone': '/phone/' }
