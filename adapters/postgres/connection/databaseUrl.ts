import { UnusableDatabase } from '../../../core/sente.ts'

/** The place of a database: one server, or several with a primary among them. */
export type Address = {
  /** A URL for each server. */
  readonly urls: readonly string[]
  /** The name of the database in messages: user, servers and name, without the password. */
  readonly name: string
  /** How many connections a store keeps. */
  readonly connections: number
}

/** The form of the URLs, for messages. */
export const form = 'postgres://USER:PASSWORD@HOST[,HOST...]/DATABASE'

/** A password may hold any character but #, @, / and ?, which are written as %23, %40, %2F and %3F. */
const pattern = /^\/\/(?:(?<user>[^#@/?]*)@)?(?<hosts>[^#@/?]+)\/(?<database>[^#/?]+)(?:\?(?<options>[^#]*))?$/

const [fewestConnections, usualConnections, mostConnections] = [2, 4, 64]

/** The kinds of protection for a connection, in node-postgres's terms. */
const tlsModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']

/**
 * The address in a URL without its scheme. Throws `UnusableDatabase`, without the password, for another form, and for a
 * URL to another machine that does not state whether to use TLS.
 */
export function addressOf(path: string): Address {
  const address = read(path)
  const [away] = awayIn(address)
  if (away === undefined || tlsModes.includes(tlsOf(address) ?? '')) return address
  throw new UnusableDatabase(
    `the database's URL leads to another machine, ${away}, and must state whether to use TLS: sslmode=verify-full, or ` +
      'sslmode=disable in a private network',
  )
}

/** The servers of an address on other machines, reached over a network: neither localhost nor Unix sockets. */
export function awayIn({ urls }: Address): readonly string[] {
  return urls.map(placeOf).filter((place) => !isHere(place))
}

/** The protection of connections to an address; undefined if its URL has none. */
export function tlsOf({ urls: [first = ''] }: Address): string | undefined {
  return parameterOf(first, 'sslmode')
}

/** The host of a server's URL, with its port if there is one. A parameter has precedence over the URL's own host. */
export function placeOf(url: string): string {
  const [, place = ''] = /^postgres:\/\/(?:[^@/]*@)?([^@/]+)\//.exec(url) ?? []
  return parameterOf(url, 'host') ?? decodeURIComponent(place)
}

function isHere(place: string): boolean {
  return place.startsWith('/') || /^(localhost|127(\.[0-9]+){3}|\[?::1\]?)(:[0-9]+)?$/i.test(place)
}

function parameterOf(url: string, name: string): string | undefined {
  return new URLSearchParams(/\?(.*)$/.exec(url)?.[1]).get(name) ?? undefined
}

function read(path: string): Address {
  const { user, hosts, database, options } = pattern.exec(path)?.groups ?? {}
  if (hosts === undefined || database === undefined) {
    const escapes = 'in a password, write # as %23, @ as %40, / as %2F and ? as %3F'
    throw new UnusableDatabase(`the database's URL must be ${form}; ${escapes}`)
  }
  const servers = hosts.split(',')
  if (servers.includes('')) throw new UnusableDatabase(`the hosts of the database's URL are "${hosts}": one is empty`)
  const parameters = new URLSearchParams(options)
  const connections = connectionsIn(parameters)
  parameters.delete('connections')
  const credentials = user === undefined ? '' : `${user}@`
  const rest = parameters.size === 0 ? database : `${database}?${parameters}`
  return {
    urls: servers.map((server) => `postgres://${credentials}${server}/${rest}`),
    name: `//${user === undefined ? '' : `${user.replace(/:.*/, '')}@`}${hosts}/${database}`,
    connections,
  }
}

/** The name of a URL's database in messages, even if the URL is wrong. */
export function nameOf(path: string): string {
  try {
    return read(path).name
  } catch {
    return '(a URL that cannot be read)'
  }
}

function connectionsIn(parameters: URLSearchParams): number {
  const given = parameters.get('connections')
  if (given === null) return usualConnections
  const connections = Number(given)
  if (Number.isInteger(connections) && connections >= fewestConnections && connections <= mostConnections) {
    return connections
  }
  const range = `a whole number from ${fewestConnections} to ${mostConnections}`
  throw new UnusableDatabase(`connections in the database's URL is "${given}", and must be ${range}`)
}
