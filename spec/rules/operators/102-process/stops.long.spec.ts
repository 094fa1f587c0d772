import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { greetingOf, pay } from '../../../fixtures/greeting.ts'
import { type Here, openHere } from '../../../fixtures/inThisProcess.ts'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { reached } from '../../../fixtures/until.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'

describe('102 The process: stopped and killed', () => {
  let processes: Processes
  let here: Here
  beforeEach(() => {
    processes = openProcesses()
    here = openHere(processes)
  })

  rule(
    '102.11',
    '`SIGTERM` and `SIGINT`, even sent to npm itself, and `SIGHUP` let a payment in flight end and then stop the server',
    async () => {
      const signals = { SIGTERM: 'SIGTERM', SIGINT: 'SIGINT', SIGHUP: 'SIGHUP' } as const
      await Promise.all(Object.values(oneOf(signals)).map(stopsCleanly))
    },
  )

  rule('102.12', 'a killed server has lost no request that it answered, and its books are in order', async () => {
    const gateway = processes.serve()
    const greeting = await greetingOf(gateway)
    const answered: string[] = []
    let goes = true
    const client = async (number: number) => {
      for (let count = 0; goes; count += 1) {
        const path = count % 2 === 0 ? 'send-money' : 'collect-money'
        const reference = `client-${number}-${count}`
        const answer = await pay(gateway, greeting, { path, reference }).catch(() => undefined)
        if (answer?.status === 201)
          answered.push(
            `${reference} ${((await answer.json()) as { data: { transaction_id: string } }).data.transaction_id}`,
          )
      }
    }
    const clients = Array.from({ length: 8 }, (_, number) => client(number))
    await reached('100 are answered', () => answered.length >= 100)
    gateway.child.kill('SIGKILL')
    goes = false
    await Promise.all(clients)
    expect(await gateway.ended).to.equal('SIGKILL')

    const again = here.serve()
    await again.url
    for (const line of answered) {
      const [reference = ''] = line.split(' ')
      const repeated = await pay(again, greeting, { reference })
      expect(repeated.status, reference).to.equal(409)
      expect(repeated.headers.get('link')).to.include(line.split(' ')[1])
    }
    expect(JSON.parse((await here.sente(['audit', '--all', '--json'])).stdout)).to.include({ ok: true })
  })

  rule(
    '102.13',
    'payments that a killed server left open end after the restart, as the networks executed them',
    async () => {
      const gateway = processes.serve()
      const greeting = await greetingOf(gateway)
      const numbers = ['000001', '990471', '990472', '990474', '990476', '990451']
      const requests = [...numbers, ...numbers].map((number, index) =>
        pay(gateway, greeting, {
          path: index < numbers.length ? 'send-money' : 'collect-money',
          phone_number: `256770${number}`,
          reference: `order-${index}`,
        }).catch(() => undefined),
      )
      // When one is answered, the others are on their way.
      await Promise.race(requests)
      gateway.child.kill('SIGKILL')
      await Promise.all([...requests, gateway.ended])

      const again = here.serve()
      await again.url
      const list = async () => JSON.parse((await here.sente(['transaction', 'list', '--json'])).stdout).transactions
      const isOpen = ({ state }: { state: string }) => state === 'submitting' || state === 'pending'
      let transactions = await list()
      expect(transactions).not.to.have.length(0)
      await reached('all have ended', async () => {
        transactions = await list()
        return !transactions.some(isOpen)
      })
      const executed = executedIn(processes.folder)
      for (const { transaction_id, state } of transactions) {
        expect(state === 'succeeded', transaction_id).to.equal(executed.has(transaction_id))
      }
      expect(JSON.parse((await here.sente(['audit', '--all', '--json'])).stdout)).to.include({ ok: true })
    },
  )
})

/** The transactions that MTN has executed, by our ids in its own file. */
function executedIn(folder: string): Set<string> {
  const lines = readFileSync(join(folder, 'data', 'sandbox.db-networks.jsonl'), 'utf8')
    .trim()
    .split('\n')
  const payments = lines.flatMap((line) => JSON.parse(line).payment ?? [])
  const successful = payments.filter(({ status }) => status === 'successful')
  return new Set(successful.map(({ sent }) => sent.externalId))
}

/** Stops a gateway that npm started while a payment is on its way to a slow network. */
async function stopsCleanly(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP') {
  const processes = openProcesses()
  const here = openHere(processes)
  try {
    const gateway = processes.serve({}, ['npm', 'start'])
    const greeting = await greetingOf(gateway)
    const answer = pay(gateway, greeting, { phone_number: '256770990474' })
    const shown = ['transaction', 'show', '--account', greeting.accountId, '--reference', 'order-1', '--json']
    await reached('the payment is opened', async () => (await here.sente(shown)).code === 0)
    // A closed terminal signals all its processes; the other signals go to npm, which passes them on.
    process.kill(signal === 'SIGHUP' ? -(gateway.child.pid ?? 0) : (gateway.child.pid ?? 0), signal)
    expect((await answer).status).to.equal(201)
    await gateway.ended
    expect(gateway.stdout()).to.include('"msg":"stopped"')
    expect(await fetch(await gateway.url).catch(() => 'gone')).to.equal('gone')
    expect(JSON.parse((await here.sente(shown)).stdout)).to.include({ state: 'succeeded' })
  } finally {
    await processes.close()
  }
}
