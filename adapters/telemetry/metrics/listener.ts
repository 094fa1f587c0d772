import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

/** The server of the metrics. */
export type MetricsListener = { readonly url: string; close(): Promise<void> }

/** Serves the metrics under `/metrics`. Rejects with Node's error if it can't listen. */
export async function serveMetrics(
  { text, contentType }: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsListener> {
  const server = createServer(async (req, res) => {
    if (req.url !== '/metrics' || (req.method !== 'GET' && req.method !== 'HEAD')) {
      res.writeHead(404, { 'Content-Type': 'text/plain' }).end('the metrics are at /metrics\n')
      return
    }
    try {
      const body = await text()
      res.writeHead(200, { 'Content-Type': contentType }).end(body)
    } catch {
      res.writeHead(500).end()
    }
  })
  server.listen({ host, port })
  await once(server, 'listening')
  return { url: urlOf(server), close: () => closed(server) }
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`
}

async function closed(server: Server): Promise<void> {
  const closing = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closing
}
