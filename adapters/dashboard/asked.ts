import type { ParameterizedContext } from 'koa'
import type { Client, NextTurn, SignedIn } from '../../core/sente.ts'
import type { Today } from '../written/moment.ts'
import type { Language } from './languages/languages.ts'

/** The server's state of a request to a page. */
export type PageState = {
  requestId: string
  /** The page under the path, for the log. */
  endpoint?: { readonly path: string; readonly isNoise?: true } | undefined
  /** Whether the page is for customers of merchants. */
  isForPayers?: true
  /** Whether the page is only in English. */
  isEnglish?: true
  /** The language of the answer; English by default. */
  language?: Language | undefined
  /** The page to show after a choice of language: this one, if it can be opened. */
  opened?: string
  /** The signed-in user, and the account, for the log. */
  userId?: string
  accountId?: string
  /** The client's IP network. */
  client?: string
  /** Whether the request came over TLS. */
  isOverTls?: boolean
  /** Whether it came from this very machine, without a proxy. */
  isFromHere?: boolean
  /** The origin of the request, such as `https://pay.example.com`. */
  origin?: string
  /**
   * Counts the request for a user, or for its client network. Returns the number of seconds to wait, after too many.
   */
  count(userId: string | undefined): Promise<number | undefined>
  /**
   * Does a piece of work in the turn of its owner, or of the client network, and its rest in another turn; not if the
   * client has left by then.
   */
  turn<T>(
    owner: string | undefined,
    work: (another: Turn) => Promise<T>,
  ): Promise<T | { readonly refused: 'request_aborted' }>
  /**
   * Takes a large form of an owner, or of the client network, once there is room for it; not if too many wait already.
   */
  takeLarge<T>(
    owner: string | undefined,
    take: () => Promise<T>,
  ): Promise<T | { readonly refused: 'rate_limited'; readonly retryAfterSeconds: number }>
}

/** Does a piece of work in a turn. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** A request and its answer. */
export type Context = ParameterizedContext<PageState>

/** A user who is signed in, or about to be, with the token of the session. */
export type Visitor = SignedIn & {
  readonly token: string
  /** The number of unread notices, up to 100. */
  readonly unread: number
}

/** A request to a page. */
export type Asked = {
  /** The named parts of its path. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: URLSearchParams
  /** The calendar of days, and the present. */
  readonly today: Today
  /** The language of the answer. */
  readonly language: Language
  /** The user; undefined for a visitor who is not signed in. */
  readonly visitor: Visitor | undefined
  /** The whole URL of a page of ours, for other sites. */
  readonly urlOf: (path: string) => string
  /** For long work: resolves when other work of the process has had its turn. */
  readonly nextTurn: NextTurn
  /** The client of the user. */
  readonly client: Client
  /** A cookie of ours by its name. */
  readonly cookie: (name: string) => string | undefined
}
