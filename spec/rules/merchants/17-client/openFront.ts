import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The trouble of a payment on its way; a held one never reaches the other side. */
type Trouble = 'busy' | 'broken' | 'answer lost' | 'request held' | 'answer held'

const answers = { busy: 429, broken: 404 }

/** A proxy in front of a gateway with these troubles for the first payments; a client gives up at a busy one. */
export async function openFront(gateway: string, troubles: readonly Trouble[]) {
  const left = [...troubles]
  let meet: () => void = () => undefined
  const server = createServer(async (request, response) => {
    const trouble = request.method === 'POST' ? left.shift() : undefined
    if (trouble === 'request held') return meet()
    if (trouble === 'busy' || trouble === 'broken') {
      const headers = trouble === 'busy' ? { 'retry-after': '3600', 'error-code': 'rate_limited' } : {}
      response.writeHead(answers[trouble], headers).end('{"status":"error","message":"no"}')
      return
    }
    const { method = '', headers } = request
    const { authorization = '', accept = '*/*' } = headers
    const sent = { authorization, accept, 'content-type': 'application/json' }
    const body = method === 'POST' ? await buffer(request) : null
    const answer = await fetch(`${gateway}${request.url}`, { method, headers: sent, body }).catch(() => undefined)
    if (trouble === 'answer held') return meet()
    if (!answer || trouble === 'answer lost') return void request.socket.destroy()
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Lets the next payment meet a trouble that holds it; resolves when it is held. */
    hold: (trouble: 'request held' | 'answer held') =>
      new Promise<void>((resolve) => {
        meet = resolve
        left.push(trouble)
      }),
    close,
  }
}
