import type { BlockList } from 'node:net'
import { loopback } from '../../written/addressList.ts'

/** How much of the API and the pages one merchant, one user, or an unknown client may use. */
export type Limits = {
  /** Requests a second of one account, on average over ten seconds. */
  readonly accountRate: number
  /** Requests a second without a valid key from one client network, on average over ten seconds. */
  readonly failedKeyRate: number
  /** Requests a second for pages of one user, on average over ten seconds. */
  readonly userRate: number
  /**
   * Requests a second for pages from the visitors of one client network who are not signed in, on average over ten
   * seconds.
   */
  readonly visitorRate: number
  /** Open connections; one more is closed without an answer. */
  readonly connections: number
  /** How long a whole request may take to arrive, in seconds; its headers may take two thirds of that. */
  readonly requestSeconds: number
  /** How long a connection is kept between two requests, in seconds. */
  readonly keepAliveSeconds: number
  /** The proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: BlockList
}

/** Limits that no honest merchant reaches, for a server behind a proxy on the same machine. */
export const usualLimits: Limits = {
  accountRate: 100,
  failedKeyRate: 10,
  userRate: 20,
  // Customers of a mobile network share addresses, and many of them may pay through links.
  visitorRate: 100,
  // Below a process's limit of open files, which covers the connections to the networks, too.
  connections: 10_000,
  requestSeconds: 15,
  // Longer than the 60 seconds after which load balancers commonly drop an idle connection.
  keepAliveSeconds: 65,
  trustedProxies: loopback(),
}
