import { join } from 'node:path'
import { callbackPath, callbackToken } from '../../../adapters/providers/market/callbacks.ts'
import { makeFolder } from '../../fixtures/sqliteFolder.ts'
import { startCrashChild } from './processes/child.ts'
import { callbackSecret, type Networks, type NetworksOpening } from './processes/openings.ts'
import { openCrashRelay } from './processes/relay.ts'
import { type CrashServer, type CrashServers, crashServers } from './processes/servers.ts'
import type { CrashProgram } from './program.ts'

/** A temporary folder with one database, the networks in a process of their own, and the servers that use them. */
export type CrashSetup = {
  readonly databasePath: string
  /** The file in which the networks record what they do. */
  readonly networksFile: string
  readonly servers: CrashServers
  /** Starts the next server, to which the networks' callbacks then go; rejects when it ends before it serves. */
  serve(): Promise<CrashServer>
  close(): Promise<void>
}

/** Opens it, with no server yet; leaves nothing behind where that fails. */
export async function openCrashSetup(program: CrashProgram): Promise<CrashSetup> {
  const { path: folder, database: databasePath, remove } = makeFolder()
  const closers: (() => unknown)[] = [remove]
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  try {
    const networksFile = join(folder, 'networks.jsonl')
    const relay = await openCrashRelay()
    closers.push(relay.close)
    const networksProcess = startCrashChild(program.file('crashNetworksProcess'))
    closers.push(networksProcess.kill)
    const airtelCallbackUrl = `${relay.url}${callbackPath(callbackToken(callbackSecret, 'airtel'))}`
    const networksOpening: NetworksOpening = { dataFile: networksFile, airtelCallbackUrl }
    const networks = await networksProcess.ask<Networks>(networksOpening)
    const opening = { databasePath, networks, publicUrl: relay.url }
    const servers = crashServers(program.file('crashServerProcess'), opening)
    closers.push(servers.close)
    const serve = async () => {
      const server = await servers.serve()
      relay.passTo(server.url)
      return server
    }
    return { databasePath, networksFile, servers, serve, close }
  } catch (error) {
    await close()
    throw error
  }
}
