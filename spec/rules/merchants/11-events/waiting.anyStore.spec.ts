import { setImmediate, setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { eventNotifications } from '../../../../adapters/background/eventNotifications.ts'
import { withEventNotification } from '../../../../adapters/background/withEventNotification.ts'
import { fundAccount, listEvents, withdrawFunds } from '../../../../core/sente.ts'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'

const fund = ({ ports, account }: Api) =>
  fundAccount(ports)({ by: 'amina', accountId: account.id, currency: 'UGX', amount: 1, reference: 'bank-1' })

/** An API that counts reads of events, so that a test knows when a request waits. */
async function openCounted() {
  let reads = 0
  const api: Api = await overHttp({
    listEvents: (request) => {
      reads += 1
      return listEvents(api.ports)(request)
    },
  })
  /** Resolves once events were read this many times. */
  const untilRead = async (times: number) => {
    while (reads < times) await setTimeout(1)
  }
  return { api, untilRead }
}

describe('11 Events: waiting for one', () => {
  rule('11.7', 'a waiting request is answered as soon as there is an event', {
    'one written during the wait': async () => {
      const { api, untilRead } = await openCounted()
      const waiting = api.look('/events?after=1&wait=30')
      await untilRead(2)
      await fund(api)
      expect(dataOf(await waiting)).to.deep.include({ next: 2 })
    },
    'an earlier one': async () => {
      const { api } = await openCounted()
      expect(dataOf(await api.look('/events?wait=30'))).to.deep.include({ next: 1 })
    },
    'one of the requested type, and no other': async () => {
      const { api, untilRead } = await openCounted()
      const waiting = api.look('/events?type=balance.withdrawn&wait=30')
      await untilRead(2)
      await fund(api)
      await Promise.race([untilRead(3), waiting])
      const withdrawal = {
        by: 'amina',
        accountId: api.account.id,
        currency: 'UGX',
        amount: 1,
        reference: 'out',
        because: 'asked',
      }
      await withdrawFunds(api.ports)(withdrawal)
      expect(dataOf(await waiting)).to.deep.include({ next: 3 })
    },
  })

  rule('11.8', 'when the time is over, a waiting request is answered without events', async () => {
    const { api } = await openCounted()
    const answer = await api.look('/events?after=1&wait=1')
    expect([answer.status, dataOf(answer)]).to.deep.equal([200, { events: [], next: 1 }])
  })

  rule('11.9', 'waiting requests do not delay look-ups of their account', async () => {
    const { api, untilRead } = await openCounted()
    const waiting = [1, 2, 3, 4, 5].map(() => api.look('/events?after=1&wait=30'))
    await untilRead(10)
    expect((await api.look('/balances')).status).to.equal(200)
    await fund(api)
    for (const answer of await Promise.all(waiting)) expect(dataOf(answer)).to.deep.include({ next: 2 })
  })

  rule('11.10', 'a stopping gateway answers waiting requests', async () => {
    const { api, untilRead } = await openCounted()
    const waiting = api.look('/events?after=1&wait=30')
    await untilRead(2)
    api.server.close()
    const answer = await waiting
    expect([answer.status, answer.headers.connection]).to.deep.equal([200, 'close'])
  })

  rule(
    '11.11',
    'waiting requests are woken by the step that writes an event, once it is on the disk, and by no other',
    {
      'an event of the account': async () => {
        const { ports, account } = await overHttp()
        const notifications = eventNotifications()
        const books = withEventNotification(ports.books, notifications.notify)
        const order: string[] = []
        const woken = notifications.next(account.id, 60_000).then(() => order.push('woken'))
        await books.atomically({ account: account.id, currency: 'UGX', events: true }, () => order.push('nothing'))
        await setImmediate()
        await fundAccount({ ...ports, books })({
          by: 'amina',
          accountId: account.id,
          currency: 'UGX',
          amount: 1,
          reference: 'bank-1',
        })
        order.push('funded')
        await Promise.race([woken, setImmediate()])
        expect(order).to.deep.equal(['nothing', 'woken', 'funded'])
      },
      'an event of another account': async () => {
        const { ports, account } = await overHttp()
        const notifications = eventNotifications()
        const woken = notifications.next('another', 60_000).then(() => 'woken')
        await withEventNotification(ports.books, notifications.notify).atomically(
          { account: account.id, currency: 'UGX', events: true },
          () => 1,
        )
        expect(await Promise.race([woken, setImmediate('waits')])).to.equal('waits')
        notifications.notify('another')
        await woken
      },
      'a step that throws': async () => {
        const { ports, account } = await overHttp()
        const notifications = eventNotifications()
        const woken = notifications.next(account.id, 60_000).then(() => 'woken')
        const broken = withEventNotification(ports.books, notifications.notify).atomically(
          { account: account.id, currency: 'UGX', events: true },
          () => {
            throw new Error('the step broke')
          },
        )
        await broken.catch(() => undefined)
        expect(await Promise.race([woken, setImmediate('waits')])).to.equal('waits')
        notifications.notify(account.id)
        await woken
      },
    },
  )
})
