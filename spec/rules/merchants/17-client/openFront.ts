import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What a payment meets on its way. */
type Trouble = 'busy' | 'broken' | 'answer lost'

const answers = { busy: 429, broken: 404 }

/** A proxy in front of a gateway, in which the first payments meet these troubles; a client gives up at one that is busy. */
export async function openFront(gateway: string, troubles: readonly Trouble[]) {
  const left = [...troubles]
  const server = createServer(async (request, response) => {
    const trouble = request.method === 'POST' ? left.shift() : undefined
    if (trouble === 'busy' || trouble === 'broken') {
      const headers = trouble === 'busy' ? { 'retry-after': '3600', 'error-code': 'rate_limited' } : {}
      response.writeHead(answers[trouble], headers).end('{"status":"error","message":"no"}')
      return
    }
    const { method = '', headers } = request
    const sent = { authorization: headers.authorization ?? '', 'content-type': 'application/json' }
    const body = method === 'POST' ? await buffer(request) : null
    const answer = await fetch(`${gateway}${request.url}`, { method, headers: sent, body }).catch(() => undefined)
    if (!answer || trouble === 'answer lost') return void request.socket.destroy()
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
