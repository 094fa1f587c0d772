import { createServer } from 'node:http'
import { expect } from 'chai'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { forBoth } from '../../../simulator/bothNetworks.ts'
import { openReceiver, operations } from '../../../simulator/openedSimulator.ts'

describe('18 The sandbox’s networks: callbacks of both', () => {
  rule(
    '18.11',
    '990475 calls back twice, and 990477 never',
    forBoth(async ({ open, reportsTo }) => {
      for (const operation of operations) {
        const receiver = await openReceiver()
        const { submit, ended } = await open({ callbackUrl: receiver.url })
        const twice = await submit(operation, { digits: '990475' })
        await until(() => receiver.calls.length === 2)
        const never = await submit(operation, { digits: '990477' })
        await ended(operation, never.id)
        const later = await submit(operation)
        await until(() => receiver.calls.length === 3)
        expect(reportsTo(receiver).map(({ id }) => id)).to.deep.equal([twice.id, twice.id, later.id])
      }
    }),
  )

  rule(
    '18.12',
    '990476 calls back before it answers',
    forBoth(async ({ open, reportsTo }) => {
      for (const operation of operations) {
        const receiver = await openReceiver()
        const { submit } = await open({ callbackUrl: receiver.url })
        const { outcome, id } = await submit(operation, { digits: '990476' })
        expect(outcome).to.equal('accepted')
        expect(reportsTo(receiver)).to.deep.equal([{ id, hasSucceeded: true }])
      }
    }),
  )

  rule(
    '18.13',
    'a failing receiver is not called again and disturbs nothing',
    forBoth({
      async 'it asks to be called again at once'({ open, reportsTo }) {
        const receiver = await openReceiver({ status: 503, headers: { 'retry-after': '0.001' } })
        const { submit, ended } = await open({ callbackUrl: receiver.url })
        const first = await submit('collection')
        expect(await ended('collection', first.id)).to.equal('succeeded')
        const second = await submit('collection')
        const calledAbout = () => reportsTo(receiver).map(({ id }) => id)
        await until(() => calledAbout().includes(second.id))
        expect(calledAbout()).to.deep.equal([first.id, second.id])
      },
      async 'it does not exist'({ open }) {
        const { submit } = await open({ callbackUrl: await deadUrl() })
        expect(await submit('collection', { digits: '990476' })).to.include({ outcome: 'accepted' })
      },
    }),
  )
})

async function deadUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
