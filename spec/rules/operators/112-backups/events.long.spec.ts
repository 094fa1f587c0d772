import { join } from 'node:path'
import { expect } from 'chai'
import { greetingOf, pay } from '../../../fixtures/greeting.ts'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { openReceiver } from '../../merchants/12-webhooks/receiver.ts'

describe('112 Backups: the events of restored books', () => {
  let processes: Processes
  beforeEach(() => {
    processes = openProcesses()
  })

  rule(
    '112.9',
    'after a restore a merchant who has read forgotten events gets an error that says so, and webhooks go on with the next event',
    async () => {
      const receiver = await openReceiver()
      const gateway = processes.serve()
      const { secretKey, publicKey, accountId } = await greetingOf(gateway)
      const look = async (url: string | Promise<string>, after: number) => {
        const headers = { authorization: `Bearer ${secretKey}` }
        const answer = await fetch(`${await url}/api/v1/events?after=${after}&limit=100`, { headers })
        const body = (await answer.json()) as { message: string; data: { next: number } }
        return { code: answer.headers.get('error-code'), link: answer.headers.get('link') ?? '', ...body }
      }
      const paid = async (reference: string) => {
        const payment = { reference, network: 'AIRTEL', phone_number: '256750000001' }
        expect((await pay(gateway, { secretKey, publicKey }, payment)).status).to.equal(201)
      }
      await processes.sente(['webhook', 'add', accountId, receiver.url])
      await paid('kept')
      await until(() => receiver.received.length === 1)
      const kept = (await look(gateway.url, 0)).data.next
      expect((await processes.sente(['backup', join(processes.folder, 'backup.db')])).code).to.equal(0)
      for (const reference of ['lost-1', 'lost-2']) await paid(reference)
      await until(() => receiver.received.length === 3)
      expect((await look(gateway.url, kept)).data.next).to.equal(kept + 2)
      gateway.child.kill('SIGKILL')
      await gateway.ended
      expect((await processes.sente(['restore', join(processes.folder, 'backup.db')])).code).to.equal(0)

      const { url } = processes.serve()
      const { code, link, message } = await look(url, kept + 2)
      expect([code, message]).to.deep.equal([
        'beyond_last_event',
        `The account’s last event is ${kept}. If its books were restored, compare by transactions and begin with after=0`,
      ])
      const page = /<([^>]+)>; rel="help"/.exec(link)?.[1]
      const help = await fetch(`${await url}${page}`, { headers: { accept: 'application/json' } })
      expect(Object(await help.json()).data).to.include({ code: 'beyond_last_event', http_status: 409 })
      expect((await look(url, kept)).data).to.deep.equal({ events: [], next: kept })
      const funding = ['UGX', '5', '--reference', 'after-the-restore']
      expect((await processes.sente(['account', 'fund', accountId, ...funding])).code).to.equal(0)
      await until(() => receiver.received.length === 4)
      expect(JSON.parse(receiver.received[3]?.body ?? '')).to.include({ type: 'balance.funded', sequence: kept + 1 })
    },
  )
})
