import type { BlockList } from 'node:net'
import type { Middleware, ParameterizedContext } from 'koa'
import { answer, type Context, type State } from '../answers/context.ts'
import { isHostClear } from '../answers/headers.ts'
import { clientNetwork, isFromHere, isOverTls } from '../caller/clientAddress.ts'
import type { LogBreakage } from '../endpoint.ts'

/** A request for a page, with what is known of it. */
export type PageContext = ParameterizedContext<{
  readonly requestId: string
  /** Set by the page: its pattern, for the log. */
  endpoint?: { readonly path: string; readonly isNoise?: true } | undefined
  /** The client's IP network. */
  readonly client?: string
  /** Whether it came over TLS. */
  readonly isOverTls?: boolean
  /** Whether it came from this very machine, without a proxy. */
  readonly isFromHere?: boolean
  /** Where it came to, such as `https://pay.example.com`. */
  readonly origin?: string
}>

/** Pages for people, served beside the API. */
export type PagesBeside = {
  /** Whether a path is theirs. */
  readonly take: (path: string) => boolean
  /** Answers a request to such a path; rejects with what broke it. */
  readonly serve: (ctx: PageContext) => Promise<void>
  /** Answers a request that something broke. */
  readonly apologize: (ctx: PageContext) => void
}

type Deps = {
  readonly trustedProxies: BlockList
  readonly urlOf: (req: Context['req']) => string
  readonly logBreakage: LogBreakage
}

/** Which requests are handed to the pages. */
type Taken = (ctx: ParameterizedContext<State>) => boolean

/** Whether somebody looks for a page where nothing is served, as a browser does after a mistyped address. */
export const isLost: Taken = ({ path, method, req }) =>
  !path.startsWith('/api/') && method === 'GET' && (req.headers.accept ?? '').includes('text/html')

/** Hands requests to the pages, with what is known here of where they came from; the others go on. */
export function pagesBeside(
  pages: PagesBeside,
  { trustedProxies, urlOf, logBreakage }: Deps,
  taken: Taken = ({ path }) => pages.take(path),
): Middleware<State> {
  return async (ctx, next) => {
    if (!taken(ctx)) return next()
    if (!isHostClear(ctx.req)) return answer(ctx, { refused: 'malformed_request' })
    ctx.state.client = clientNetwork(ctx.req, trustedProxies)
    ctx.state.isOverTls = isOverTls(ctx.req, trustedProxies)
    ctx.state.isFromHere = isFromHere(ctx.req)
    ctx.state.origin = originIn(urlOf(ctx.req))
    try {
      await pages.serve(ctx)
    } catch (error) {
      logBreakage(ctx, error)
      pages.apologize(ctx)
    }
  }
}

function originIn(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}
