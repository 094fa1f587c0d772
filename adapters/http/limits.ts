import { BlockList } from 'node:net'

/** How much of the merchants' API one of them, or a stranger, may use. */
export type Limits = {
  /** Requests a second of one account, on average over ten seconds. */
  readonly accountRate: number
  /** Requests a second, on average over ten seconds, that come from one network without a good key. */
  readonly failedKeyRate: number
  /** Connections at once; one more is closed without an answer. */
  readonly connections: number
  /** How long a whole request may take to come, in seconds; its headers may take two thirds of that. */
  readonly requestSeconds: number
  /** How long a connection is kept between two requests, in seconds. */
  readonly keepAliveSeconds: number
  /** Whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: BlockList
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** What no honest merchant reaches, behind a proxy on this machine. */
export const usualLimits: Limits = {
  accountRate: 100,
  failedKeyRate: 10,
  // Below the open files that a process may have: the networks are reached by connections too.
  connections: 10_000,
  requestSeconds: 15,
  // Longer than the 60 seconds after which load balancers commonly drop an idle connection.
  keepAliveSeconds: 65,
  trustedProxies: loopback,
}
