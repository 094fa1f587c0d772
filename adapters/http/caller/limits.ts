import type { BlockList } from 'node:net'
import { loopback } from '../../written/addressList.ts'

/** How much of the API and of the pages one merchant, one user, or a client whom nobody knows may use. */
export type Limits = {
  /** Requests a second of one account, on average over ten seconds. */
  readonly accountRate: number
  /** Requests a second without a valid key from one client network, on average over ten seconds. */
  readonly failedKeyRate: number
  /** Requests a second for pages of one user, on average over ten seconds. */
  readonly userRate: number
  /** Requests a second for pages of whoever is not signed in, from one client network, on average over ten seconds. */
  readonly visitorRate: number
  /** Open connections; one more is closed without an answer. */
  readonly connections: number
  /** How long a whole request may take to arrive, in seconds; its headers may take two thirds of that. */
  readonly requestSeconds: number
  /** How long a connection is kept between two requests, in seconds. */
  readonly keepAliveSeconds: number
  /** Whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: BlockList
}

/** Limits that no honest merchant reaches, for a server behind a proxy on the same machine. */
export const usualLimits: Limits = {
  accountRate: 100,
  failedKeyRate: 10,
  userRate: 20,
  // Many customers of a mobile network, who pay through links, share an address.
  visitorRate: 100,
  // Below a process's limit of open files, which also has to cover the connections to the networks.
  connections: 10_000,
  requestSeconds: 15,
  // Longer than the 60 seconds after which load balancers commonly drop an idle connection.
  keepAliveSeconds: 65,
  trustedProxies: loopback(),
}
