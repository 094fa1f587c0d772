import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Router } from '@koa/router'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'

/** A network with its routes, all under its own prefix, and its way to resume after a restart. */
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
  app.use(bodyParser({ enableTypes: ['json'], jsonLimit: '16kb', onerror: (_, ctx) => ctx.throw(400) }))
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
