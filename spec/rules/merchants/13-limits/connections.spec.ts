import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

describe('13 Limits on requests: connections', () => {
  rule(
    '13.21',
    'a limited number of connections is kept open; one more is closed, until another has ended',
    async () => {
      const { server } = await overHttp({ limits: { connections: 3 } })
      const { port } = server.address() as AddressInfo
      const open = () => connect(port, '127.0.0.1').on('error', () => undefined)
      const kept = [open(), open(), open()]
      await Promise.all(kept.map((socket) => once(socket, 'connect')))
      const over = open().resume()
      await once(over, 'close')
      expect(kept.every(({ closed }) => !closed)).to.equal(true)
      kept[0]?.destroy()
      const again = await answered(open)
      expect(again).to.match(/^HTTP\/1\.1 200 /)
      for (const socket of kept) socket.destroy()
    },
  )

  /** Sends requests until there is an answer: this side learns before the server that a connection has ended. */
  async function answered(open: () => ReturnType<typeof connect>): Promise<string> {
    for (;;) {
      const socket = open().setEncoding('utf8')
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      let text = ''
      socket.on('data', (part: string) => {
        text += part
      })
      await once(socket, 'close')
      if (text !== '') return text
    }
  }
})
