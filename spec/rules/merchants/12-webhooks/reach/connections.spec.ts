import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { addressFinder } from '../../../../../adapters/providers/transport/names/findAddresses.ts'
import { poster } from '../../../../../adapters/webhooks/post.ts'
import { rule } from '../../../../rule.ts'
import { loopback } from '../openDeliveries.ts'
import { openReceiver } from '../receiver.ts'
import { message } from './posting.ts'

describe('12 Webhooks: connections', () => {
  rule('12.47', 'however many messages go over one connection, no warning is emitted', async () => {
    const connections = new Set<unknown>()
    const receiver = await openReceiver((response, _, { socket }) => {
      connections.add(socket)
      response.writeHead(204).end()
    })
    const warnings: string[] = []
    const warned = ({ message }: Error) => void warnings.push(message)
    process.on('warning', warned)
    const { post, close } = poster({ find: addressFinder(), allowed: loopback(), plain: true })
    try {
      for (let sent = 0; sent < 20; sent += 1) expect(await post(receiver.url, message)).to.include({ status: 204 })
      await setImmediate()
    } finally {
      close()
      process.off('warning', warned)
    }
    expect(connections.size).to.equal(1)
    expect(warnings).to.deep.equal([])
  })
})
