import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Router } from '@koa/router'
import Koa, { type Context, type Next } from 'koa'
import rawBody from 'raw-body'

/** A network as it is served: its routes, all under its own prefix, and how it resumes after a restart. */
export type ServedNetwork = { readonly router: Router; resume(): void }

/** The simulated networks on their port. */
type SimulatorServer = {
  readonly url: string
  /** Closes open connections and frees the port. */
  close(): Promise<void>
}

/** Serves the networks and resumes open payments; rejects if the port is taken. */
export async function serveNetworks(networks: ServedNetwork[], port: number, host: string): Promise<SimulatorServer> {
  const app = new Koa()
  app.use(readJson)
  for (const { router } of networks) app.use(router.routes())
  const server = createServer(app.callback())
  server.listen(port, host)
  await once(server, 'listening')
  for (const { resume } of networks) resume()
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Keeps a body in JSON of at most 16 KiB as it came (`text`) and as it was read (`body`); of another type it is nothing. */
async function readJson(ctx: Context, next: Next): Promise<void> {
  const { length = null } = ctx.request
  try {
    ctx.state.text = ctx.is('json') ? await rawBody(ctx.req, { limit: 16 * 1_024, length, encoding: 'utf8' }) : ''
    ctx.state.body = ctx.state.text === '' ? {} : Object(JSON.parse(ctx.state.text))
  } catch {
    ctx.throw(400)
  }
  await next()
}
