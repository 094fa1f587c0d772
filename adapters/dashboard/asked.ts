import type { ParameterizedContext } from 'koa'
import type { Client, NextTurn, SignedIn } from '../../core/sente.ts'

/** What the server knows of a request, beside which the pages are served. */
export type PageState = {
  requestId: string
  /** The page under the path, for the log. */
  endpoint?: { readonly path: string; readonly isNoise?: true } | undefined
  /** Who is signed in, and the account, for the log. */
  userId?: string
  accountId?: string
  /** The client's IP network. */
  client?: string
  /** Whether the request came over TLS. */
  isOverTls?: boolean
  /** Whether it came from this very machine, without a proxy. */
  isFromHere?: boolean
  /** Where it came to, such as `https://pay.example.com`. */
  origin?: string
  /** Counts the request for a user, or for its client network; in how many seconds to come again, after too many. */
  count(userId: string | undefined): Promise<number | undefined>
  /** Does a piece of work when it is the turn of its owner, or of the client network; not if the client has left by then. */
  turn<T>(owner: string | undefined, work: () => Promise<T>): Promise<T | { readonly refused: 'request_aborted' }>
  /** Takes a large form of an owner, or of the client network, once there is room for it; not if too many wait already. */
  takeLarge<T>(
    owner: string | undefined,
    take: () => Promise<T>,
  ): Promise<T | { readonly refused: 'rate_limited'; readonly retryAfterSeconds: number }>
}

/** A request and its answer. */
export type Context = ParameterizedContext<PageState>

/** Somebody who is signed in, or about to be: with the token of the session. */
export type Visitor = SignedIn & { readonly token: string }

/** What a page is asked. */
export type Asked = {
  /** The named parts of its path. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: URLSearchParams
  /** Who asks; undefined for whoever is not signed in. */
  readonly visitor: Visitor | undefined
  /** The whole URL of a page of ours, for somebody else. */
  readonly urlOf: (path: string) => string
  /** For the work on a form: resolves when other work of the process has had its turn. */
  readonly nextTurn: NextTurn
  /** Where they ask from. */
  readonly client: Client
  /** A cookie of ours by its name. */
  readonly cookie: (name: string) => string | undefined
}
