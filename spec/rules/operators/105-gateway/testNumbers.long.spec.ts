import { expect } from 'chai'
import { openSandboxGateway, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { rule } from '../../../rule.ts'
import { documented, type Row } from './documented.ts'

const operations = { payout: 'send-money', collection: 'collect-money' } as const

/** During the pause after this number nothing else is sent, so each of its rows has a gateway of its own. */
const asksForPause = '990479'

const forEver = new Promise(() => undefined)

describe('105 Payments through the gateway: the test numbers', () => {
  const opened: SandboxGateway[] = []
  const open = async () => {
    const gateway = await openSandboxGateway()
    opened.push(gateway)
    return gateway
  }
  let shared: SandboxGateway
  before(async () => {
    shared = await open()
  })
  after(() => Promise.all(opened.map((gateway) => gateway.close())))

  /** Makes the payment of a row, and resolves with its outcome; a payment still open after `patience` stays open. */
  async function experience({ number, network, operation }: Row, patience: Promise<unknown>): Promise<Row> {
    const gateway = number === asksForPause ? await open() : shared
    const { secretKey, publicKey: apikey } = await gateway.openAccount()
    const headers = { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' }
    const body = {
      apikey,
      reference: 'order-1',
      phone_number: `2567${network === 'MTN' ? 7 : 5}0${number === 'any other' ? '000001' : number}`,
      amount: 500,
      currency: 'UGX',
      network,
      ...(operation === 'payout' && { pin: '4071' }),
    }
    const path = operations[operation as keyof typeof operations]
    const answered = await fetch(`${gateway.url}/api/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    await answered.arrayBuffer()
    const code = answered.headers.get('error-code')
    const look = async <Data>(at: string): Promise<Data> => {
      const { data } = (await (await fetch(`${gateway.url}${at}`, { headers })).json()) as { data: Data }
      return data
    }
    let waits = true
    patience.then(() => {
      waits = false
    })
    let transaction = await look<{ state: string; reason: string | null }>(answered.headers.get('location') ?? '')
    while (waits && transaction.state === 'pending') {
      await new Promise((resolve) => setTimeout(resolve, 200))
      transaction = await look(answered.headers.get('location') ?? '')
    }
    const { UGX } = await look<{ UGX: { available: number; held: number } }>('/api/v1/balances')
    return {
      number,
      network,
      operation,
      answer: code === null ? String(answered.status) : `${answered.status} ${code}`,
      end: transaction.reason === null ? transaction.state : `${transaction.state}, ${transaction.reason}`,
      money: `${UGX.available} ${UGX.held}`,
    }
  }

  /** The balance of 10,000 afterwards, in the table's words. */
  const balances: Record<string, string> = {
    'paid out': '9500 0',
    held: '9500 500',
    back: '10000 0',
    credited: '10500 0',
    none: '10000 0',
  }

  rule('105.10', 'the table of test numbers is right, on both networks and for both operations', async () => {
    const rows = documented()
    const stays = ({ end }: Row) => end === 'pending'
    const ending = Promise.all(rows.filter((row) => !stays(row)).map((row) => experience(row, forEver)))
    const staying = Promise.all(rows.filter(stays).map((row) => experience(row, ending)))
    const happened = [...(await ending), ...(await staying)]
    const wanted = [...rows.filter((row) => !stays(row)), ...rows.filter(stays)].map((row) => ({
      ...row,
      money: balances[row.money] ?? row.money,
    }))
    expect(happened).to.deep.equal(wanted)
  })

  rule('105.11', 'the table has every number, for each network and each operation', () => {
    const ranges = [
      [990_450, 990_463],
      [990_470, 990_479],
      [990_480, 990_482],
    ] as const
    const numbers = ['any other', ...ranges.flatMap(([first, last]) => upTo(first, last).map(String))]
    const wanted = numbers.flatMap((number) =>
      ['MTN', 'AIRTEL'].flatMap((network) =>
        ['payout', 'collection'].map((operation) => `${number} ${network} ${operation}`),
      ),
    )
    const found = documented().map(({ number, network, operation }) => `${number} ${network} ${operation}`)
    expect(found.sort()).to.deep.equal(wanted.sort())
  })
})

function upTo(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
}
