import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { type AccountPorts, countUnservedTransactions } from '../../core/sente.ts'
import { SettingsError } from '../settings/validated.ts'
import { tokens } from '../tokens.ts'
import { followUpLoop } from './followUpLoop.ts'
import { webhookLoop } from './webhookLoop.ts'

/** How long a stop waits for payments in flight; longer than the longest of them takes. */
const drainMs = 30_000

/**
 * Resumes what was left open, listens, and resolves with the address. Run in reverse, the added `closers` stop new
 * requests, wait for the payments in flight, and end the follow-up, in this order; only then may the store be closed.
 */
export async function startGateway(
  container: Container,
  where: { host: string; port: number },
  closers: (() => unknown)[],
): Promise<string> {
  const server = container.get(tokens.server)
  // Before the first payment is opened, because from then on this run submits payments of its own.
  const loop = await followUpLoop(container.get(tokens.followUp), container.get(tokens.log))
  closers.push(loop.stop)
  const deliverer = container.get(tokens.deliverer)
  if (deliverer) {
    closers.push(container.get(tokens.poster).close)
    closers.push(webhookLoop(deliverer, container.get(tokens.eventBell)).stop)
  }
  await logUnserved(container.get(tokens.accountPorts), container.get(tokens.log))
  const url = await listen(server, where)
  closers.push(container.get(tokens.keyUses).begin().stop)
  closers.push(() => drain(server, container.get(tokens.inFlight).ended()))
  return url
}

/** Logs the open transactions whose network or currency is no longer configured: there is no provider to ask. */
async function logUnserved(ports: AccountPorts, log: Logger): Promise<void> {
  for (const unserved of await countUnservedTransactions(ports)()) {
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
