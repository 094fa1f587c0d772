import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Container } from 'inversify'
import { type DestinationStream, type Logger, pino } from 'pino'
import { type AccountPorts, unservedTransactions } from '../../core/sente.ts'
import { buildContainer } from '../container.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { exposures } from '../settings/exposure.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/validated.ts'
import { storeKind } from '../stores/registry.ts'
import { tokens } from '../tokens.ts'
import { followUpLoop } from './followUpLoop.ts'
import type { LineOutput } from './lineOutput.ts'
import { checkedWorld } from './liveWorld.ts'
import { logMissingPinKeys } from './pinKeys.ts'

/** What serving needs from the process. */
export type Process = {
  readonly environment: Record<string, string | undefined>
  readonly pid: number
  /** Where the log goes. */
  readonly output: LineOutput
  /** Prints a text for the person at the terminal, apart from the log. */
  readonly say: (text: string) => void
  /** Resolves with the name of the first signal that asks the process to stop. */
  readonly stopSignal: () => Promise<string>
  /** Ends the process at once. */
  readonly exit: (code: number) => never
}

/** How long a stop waits for payments in flight; longer than the longest of them takes. */
const drainMs = 30_000

/** The exit code when a flush failed: EX_IOERR of sysexits.h. */
const lostExitCode = 74

/** Serves until a signal says to stop, then lets what is in flight end; resolves with the exit code. */
export async function serve(
  settings: Settings,
  { environment, pid, output, say, stopSignal, exit }: Process,
): Promise<number> {
  const { scheme, databasePath, purpose, limits } = settings
  const stop = stopSignal()
  const log = openLog(settings.logLevel, output)
  const onLost = (error: unknown) => {
    log.fatal({ err: error }, 'the database may not be on the disk')
    exit(lostExitCode)
  }
  const closers: (() => unknown)[] = []
  try {
    const live = settings.purpose === 'live' ? checkedWorld(settings, environment) : undefined
    closers.push(storeKind(scheme).claim(databasePath, pid).release)
    const world = live ?? (await startSandbox(settings, closers))
    const container = buildContainer({ purpose, scheme, databasePath, serving: { onLost }, limits, log, ...world })
    const url = await startGateway(container, settings, closers)
    for (const exposure of exposures(settings)) log.warn(exposure, 'open to others')
    await container.get(tokens.quarantineWatch).isQuarantined()
    await logMissingPinKeys(container.get(tokens.accountPorts), { log, purpose })
    log.info({ url, purpose }, 'listening')
    log.flush()
    if (world.greet) say(await world.greet(url, container.get(tokens.accountPorts)))
    log.info({ signal: await stop }, 'stopping')
  } finally {
    for (const close of closers.reverse()) await close()
  }
  log.info('stopped')
  return 0
}

/** A log of JSON lines, written off the event loop; a kill may lose those of the last second, but no others. */
export function openLog(level: string, output: Pick<LineOutput, 'write' | 'flush'>): Logger {
  // As bytes: gathered text would have to be measured again for each line.
  const hooks = { streamWrite: (line: string) => Buffer.from(line) as unknown as string }
  const { write, flush } = output
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks }, {
    write,
    flush,
  } as DestinationStream)
}

/**
 * Resumes what was left open, listens, and resolves with the address. Run in reverse, the added `closers` stop new
 * requests, wait for the payments in flight, and end the follow-up and the store, in this order.
 */
export async function startGateway(
  container: Container,
  where: { host: string; port: number },
  closers: (() => unknown)[],
): Promise<string> {
  closers.push(container.get(tokens.store).close)
  const server = container.get(tokens.server)
  // Before the first payment is opened, because from then on this run submits payments of its own.
  const loop = await followUpLoop(container.get(tokens.followUp), container.get(tokens.log))
  closers.push(loop.stop)
  await logUnserved(container.get(tokens.accountPorts), container.get(tokens.log))
  const url = await listen(server, where)
  closers.push(() => drain(server, container.get(tokens.inFlight).ended()))
  return url
}

/** Logs the open transactions whose network or currency is no longer configured: there is no provider to ask. */
async function logUnserved(ports: AccountPorts, log: Logger): Promise<void> {
  for (const unserved of await unservedTransactions(ports)) {
    log.error(unserved, 'open transactions of a network or currency that the configuration does not have')
  }
}

/** How many connections may wait to be accepted: Node accepts one per turn of its event loop, and a full queue drops them. */
const backlog = 4_096

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  server.listen({ host, port, backlog })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new SettingsError(`PORT is ${port}, but something else listens there already`)
    throw new SettingsError(`can't listen on HOST ${host}, PORT ${port}: ${message}`)
  }
  const { address, family, port: listening } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${listening}`
}

async function drain(server: Server, paymentsEnded: Promise<void>): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, drainMs)
  })
  await Promise.race([Promise.all([closed, paymentsEnded]), patience])
  clearTimeout(timer)
  server.closeAllConnections()
}
