import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSchema, type Schema } from '../../fixtures/postgres/postgres.ts'
import {
  program as built,
  type Gateway,
  type Merchant,
  openProcesses,
  type Processes,
  type Ran,
} from '../../fixtures/processes.ts'
import { nodeFees } from './fees.ts'
import { type NetworkRelay, openRelay } from './relay.ts'

/** Three servers over one database, and the simulated networks in a process of their own. */
export type Nodes = {
  /** Their addresses. */
  readonly urls: readonly string[]
  /** The part after `postgres:` in the URL of their database. */
  readonly path: string
  /** Their folder, with one below it for each. */
  readonly folder: string
  /** The file with the networks' records. */
  readonly networksFile: string
  readonly relay: NetworkRelay
  /** Whether payments have fees. */
  readonly charges: boolean
  /** Opens an account with every permission and this balance, by a command. */
  openAccount(fundUgx: number): Promise<Merchant>
  /** Runs a command over the same database. */
  sente(...args: string[]): Promise<Ran>
  /** Kills a node; resolves when it is gone. */
  kill(node: number): Promise<void>
  /** Whether a node has not been killed yet. */
  isAlive(node: number): boolean
  /** Starts a killed node again, with its files; resolves with its address. */
  startAgain(node: number): Promise<string>
  /** Stops a node and starts it again with other settings, and without undefined ones; resolves with its address. */
  restart(node: number, settings: Readonly<Record<string, string | undefined>>): Promise<string>
  /** Starts one more, of the built program or of another; resolves with its address. */
  startOne(program?: string): Promise<string>
  /** Ends every process and removes their files, but not the database. */
  close(): Promise<void>
}

/** The options of the nodes. */
export type NodesOptions = {
  /** The part after `postgres:` in the URL of their database, which may be empty. */
  readonly path: string
  /** Their number; three by default. */
  readonly count?: number
  /** Additional settings. */
  readonly settings?: Record<string, string>
  /** The limits of their configuration; none by default. */
  readonly limits?: object
  /** Whether they charge fees, some of them refundable. */
  readonly charges?: boolean
  /** The part after `postgres:` for one of the nodes, if it reaches the database by a way of its own. */
  readonly wayOf?: (node: number) => string | Promise<string>
}

/** Starts nodes over a database of their own before the examples of a file, and ends them afterwards. */
export function nodesOfFile(options: Omit<NodesOptions, 'path'> = {}): () => Nodes {
  let schema: Schema
  let nodes: Nodes
  before(async () => {
    schema = await makeSchema()
    nodes = await openNodes({ ...options, path: schema.path })
  })
  after(async () => {
    await nodes?.close()
    await schema?.drop()
  })
  return () => nodes
}

/** A node's report: ready, or the reason why not. */
export async function stateOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  if (answer?.status === 200) return 'ready'
  return answer?.headers.get('Error-Code') ?? 'not_ready'
}

/** Starts all nodes at once. */
export async function openNodes({ path, count = 3, charges = false, ...options }: NodesOptions): Promise<Nodes> {
  const processes = openProcesses()
  try {
    return await startNodes(processes, {
      ...{ path, count, charges, settings: options.settings ?? {}, limits: options.limits ?? {} },
      wayOf: options.wayOf ?? (() => path),
    })
  } catch (error) {
    await processes.close()
    throw error
  }
}

async function startNodes(processes: Processes, options: Required<NodesOptions>): Promise<Nodes> {
  const { path, count, settings, limits, charges, wayOf } = options
  const networksFile = join(processes.folder, 'networks.jsonl')
  const networks = await processes.startNetworks(['--data', networksFile])
  const relay = await relayBetween(networks.SENTE_CONFIG ?? '', { limits, ...(charges && { fees: nodeFees }) })
  let env: Record<string, string> = {
    ...networks,
    DATABASE_URL: `postgres:${path}`,
    SENTE_PUBLIC_URL: relay.url,
    SENTE_CALLBACK_SECRET: 'a callback secret for tests, long enough.',
    SENTE_ACCOUNT_RATE: '1000000',
    ...settings,
  }
  const nodes: Gateway[] = []
  let started = count
  async function start(place: number, program = built): Promise<string> {
    const own = {
      DATABASE_URL: `postgres:${await wayOf(place)}`,
      SENTE_STATE_DIR: join(processes.folder, `node-${place}`),
    }
    const node = processes.serve({ ...env, ...own }, ['node', program, 'serve'])
    nodes[place] = node
    return node.url
  }
  const urls = await Promise.all(Array.from({ length: count }, (_, place) => start(place)))
  relay.callBackTo(urls)
  return {
    urls,
    path,
    folder: processes.folder,
    networksFile,
    relay,
    charges,
    openAccount: (fundUgx) => processes.openAccount(env, fundUgx),
    sente: (...args) => processes.sente(args, env),
    async kill(node) {
      nodes[node]?.child.kill('SIGKILL')
      await nodes[node]?.ended
    },
    isAlive: (node) => nodes[node]?.child.signalCode === null,
    startAgain: (node) => start(node),
    async restart(node, changed) {
      nodes[node]?.child.kill('SIGTERM')
      await nodes[node]?.ended
      const given = Object.entries({ ...env, ...changed }).filter(([, value]) => value !== undefined)
      env = Object.fromEntries(given) as Record<string, string>
      return start(node)
    },
    startOne(program) {
      started += 1
      return start(started - 1, program)
    },
    async close() {
      await processes.close()
      await relay.close()
    },
  }
}

/** Puts a relay between the networks of a configuration and its user, and adds limits and other terms to it. */
async function relayBetween(
  configPath: string,
  { limits, ...terms }: { readonly limits: object; readonly fees?: readonly object[] },
): Promise<NetworkRelay> {
  const text = readFileSync(configPath, 'utf8')
  const [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
  const relay = await openRelay(origin)
  const { limits: none, ...configuration } = JSON.parse(text.replaceAll(origin, relay.url))
  writeFileSync(configPath, JSON.stringify({ ...configuration, ...terms, limits: { ...none, ...limits } }))
  return relay
}
