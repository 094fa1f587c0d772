import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { pay } from '../../../../fixtures/greeting.ts'
import { type Here, openHere } from '../../../../fixtures/inThisProcess.ts'
import { makeSchema } from '../../../../fixtures/postgres/postgres.ts'
import { openProcesses, type Processes, program } from '../../../../fixtures/processes.ts'
import { until } from '../../../../fixtures/until.ts'
import { isNight } from '../../../../night.ts'
import { rule } from '../../../../rule.ts'
import { openLiveReceiver } from '../../../merchants/12-webhooks/liveReceiver.ts'
import { openReceiver, type Receiver } from '../../../merchants/12-webhooks/receiver.ts'

describe('104 The command line: webhooks of a running server', () => {
  let processes: Processes
  let here: Here
  beforeEach(() => {
    processes = openProcesses()
    here = openHere(processes)
  })

  /** Works on the endpoint of a merchant whose payment a running server delivers. */
  async function worksWith(receiver: Receiver, program: Here | Processes, env: Record<string, string> = {}) {
    const url = await program.serve(env).url
    const merchant = await here.openAccount(env)
    const ask = async (...args: string[]) => {
      const { code, stdout, stderr } = await program.sente(['webhook', ...args, '--json'], env)
      expect(code, stderr).to.equal(0)
      return JSON.parse(stdout)
    }
    const named = [merchant.accountId, (await ask('add', merchant.accountId, receiver.url)).endpoint_id]
    const { secret } = await ask('rotate', ...named)
    expect(await ask('test', ...named)).to.include({ delivered: true, status: 204 })
    expect((await pay({ url }, merchant, { network: 'AIRTEL', phone_number: '256750000001' })).status).to.equal(201)
    await until(() => receiver.received.length === 2)
    await ask('redeliver', merchant.accountId, '2')
    await until(() => receiver.received.length === 3)
    const messages = receiver.received.map(({ body, headers }) => new Webhook(secret).verify(body, headers))
    expect(messages.map((message) => Object(message).type)).to.deep.equal([
      ...['webhook.test', 'payout.succeeded', 'payout.succeeded'],
    ])
    await until(async () => (await ask('show', ...named)).deliveries.length === 2)
    await ask('remove', ...named)
    expect(await ask('list', merchant.accountId)).to.deep.equal({ webhook_endpoints: [] })
  }

  rule('104.76', 'the commands for webhooks work while the server runs', {
    'a sandbox': async () => worksWith(await openReceiver(), here),
    // Processes of their own trust the receiver's certificate.
    ...(isNight && {
      'over PostgreSQL': async () => {
        const { receiver, settings } = await openLiveReceiver(processes.folder)
        const schema = await makeSchema()
        try {
          const networks = await here.startNetworks()
          await worksWith(receiver, processes, { ...networks, DATABASE_URL: `postgres:${schema.path}`, ...settings })
        } finally {
          await processes.close()
          await schema.drop()
        }
      },
    }),
  })

  rule('104.77', 'without the setting for webhooks, their commands say so', async () => {
    const env = await here.startNetworks()
    await here.sente(['migrate'], env)
    expect(await here.sente(['webhook', 'list', 'x'], env)).to.deep.equal({
      ...{ code: 1, stdout: '', stderr: 'SENTE_WEBHOOK_KEY is missing: without it there are no webhooks\n' },
    })
  })

  rule(
    '104.78',
    'listen forwards events to a machine that was away, and continues after the event that is named',
    async () => {
      const url = await here.serve().url
      const merchant = await here.openAccount()
      const receiver = await openReceiver()
      let isAway = true
      receiver.answer = (response) => response.writeHead(isAway ? 503 : 204).end()
      const listen = (...args: string[]) =>
        processes.serve({}, ['node', program, 'listen', merchant.accountId, '--forward-to', receiver.url, ...args])
      const first = listen()
      await until(() => first.stdout().includes('Ctrl-C ends it'))
      const secret = /^Secret: (\S+)$/m.exec(first.stdout())?.[1] ?? ''
      const payout = { network: 'AIRTEL', phone_number: '256750000001' }
      await pay({ url }, merchant, payout)
      await until(() => first.stdout().includes('again in 1 s'))
      isAway = false
      await until(() => / payout\.succeeded \S+: 204 in \d+ ms\n/.test(first.stdout()))
      first.child.kill('SIGKILL')
      await first.ended
      await pay({ url }, merchant, { ...payout, reference: 'while-it-slept' })
      const second = listen('--after', '2', '--json')
      await until(() => second.stdout().includes('"delivered":true'))
      const sequences = receiver.received.map(({ body, headers }) => {
        const message = new Webhook(secret).verify(body, headers)
        return Object(message).sequence
      })
      expect([...new Set(sequences)]).to.deep.equal([2, 3])
      second.child.kill('SIGKILL')
      await second.ended
    },
  )
})
