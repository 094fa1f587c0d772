import type { Middleware, ParameterizedContext } from 'koa'
import { answer, type Context, type State } from '../answers/context.ts'
import { isHostClear } from '../answers/headers.ts'
import type { Aborted, AccountQueues, Turn } from '../caller/accountQueues.ts'
import { clientNetwork, isFromHere, isOverTls } from '../caller/clientAddress.ts'
import { countOf } from '../caller/identifyCaller.ts'
import type { LargeBodies, TooManyLarge } from '../caller/largeBodies.ts'
import type { Limits } from '../caller/limits.ts'
import { rateLimit } from '../caller/rateLimit.ts'
import type { LogBreakage } from '../endpoint.ts'

/** A request for a page, with the facts about it. */
export type PageContext = ParameterizedContext<{
  readonly requestId: string
  /** Set by the page: its pattern, for the log. */
  endpoint?: { readonly path: string; readonly isNoise?: true } | undefined
  /** Set by the page: the signed-in user, and the account, for the log. */
  userId?: string
  accountId?: string
  /** The client's IP network. */
  readonly client?: string
  /** Whether it came over TLS. */
  readonly isOverTls?: boolean
  /** Whether it came from this very machine, without a proxy. */
  readonly isFromHere?: boolean
  /** The origin of the request, such as `https://pay.example.com`. */
  readonly origin?: string
  /**
   * Counts the request for a user, or for its client network. Returns the number of seconds to wait, after too many.
   */
  count(userId: string | undefined): Promise<number | undefined>
  /**
   * Does a piece of work in the turn of its owner, or of the client network, and its rest in another turn; not if the
   * client has left by then.
   */
  turn<T>(owner: string | undefined, work: (another: Turn) => Promise<T>): Promise<T | Aborted>
  /**
   * Takes a large body of an owner, or of the client network, once there is room for it; not if too many wait already.
   */
  takeLarge<T>(owner: string | undefined, take: () => Promise<T>): Promise<T | TooManyLarge>
}>

/** Pages for people, served beside the API. */
export type PagesBeside = {
  /** Whether a path belongs to the pages. */
  readonly take: (path: string) => boolean
  /** Answers a request to such a path; rejects with the error that broke it. */
  readonly serve: (ctx: PageContext) => Promise<void>
  /** Answers a request that an error broke. */
  readonly apologize: (ctx: PageContext) => void
}

type Deps = {
  readonly limits: Limits
  readonly queued: AccountQueues
  readonly large: LargeBodies
  readonly urlOf: (req: Context['req']) => string
  readonly logBreakage: LogBreakage
}

/** Which requests are handed to the pages. */
type Taken = (ctx: ParameterizedContext<State>) => boolean

/** Whether somebody requests a page under a path without one, such as a browser with a mistyped address. */
const isLost: Taken = ({ path, method, req }) =>
  !path.startsWith('/api/') && method === 'GET' && (req.headers.accept ?? '').includes('text/html')

/**
 * Passes requests to the pages, with their origin: requests for a page, and requests for a missing one. An account's
 * users and its keys share its turns. Each user has a rate, so that one user exhausts neither the keys' rate nor that
 * of the others.
 */
export function pagesBeside(
  pages: PagesBeside,
  { limits, queued, large, urlOf, logBreakage }: Deps,
): Readonly<Record<'taken' | 'lost', Middleware<State & PageContext['state']>>> {
  const { userRate, visitorRate, trustedProxies } = limits
  const limitUser = rateLimit('user', userRate)
  const limitVisitors = rateLimit('visitors', visitorRate)
  const handing =
    (isHanded: Taken): Middleware<State & PageContext['state']> =>
    async (ctx, next) => {
      if (!isHanded(ctx)) return next()
      if (!isHostClear(ctx.req)) return answer(ctx, { refused: 'malformed_request' })
      const network = clientNetwork(ctx.req, trustedProxies)
      Object.assign(ctx.state, {
        client: network,
        isOverTls: isOverTls(ctx.req, trustedProxies),
        isFromHere: isFromHere(ctx.req),
        origin: originIn(urlOf(ctx.req)),
        async count(userId) {
          const refused = await (userId === undefined ? limitVisitors(ctx, countOf(network)) : limitUser(ctx, userId))
          return refused?.retryAfterSeconds
        },
        turn: (owner = network, work) => queued({ state: { accountId: owner }, req: ctx.req }, work),
        takeLarge: (owner = network, take) => large(ctx, owner, take),
      } satisfies Partial<PageContext['state']>)
      try {
        await pages.serve(ctx)
      } catch (error) {
        logBreakage(ctx, error)
        pages.apologize(ctx)
      }
    }
  return { taken: handing(({ path }) => pages.take(path)), lost: handing(isLost) }
}

function originIn(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}
