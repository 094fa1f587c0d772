import { join } from 'node:path'
import { expect } from 'chai'
import { pay } from '../../../fixtures/greeting.ts'
import { openHere, type Running } from '../../../fixtures/inThisProcess.ts'
import { type OwnServer, openOwnServer } from '../../../fixtures/postgres/postgres.ts'
import type { Merchant } from '../../../fixtures/processes.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'

describe('115 PostgreSQL: a server that hangs', () => {
  let server: OwnServer
  let node: Running
  let merchant: Merchant
  before(async () => {
    server = await openOwnServer()
  })
  after(() => server?.close())

  beforeEach(async () => {
    const here = openHere()
    const networks = await here.startNetworks()
    const env = { ...networks, DATABASE_URL: `postgres:${server.path}`, SENTE_STATE_DIR: join(here.folder, 'state') }
    node = here.serve(env)
    await node.url
    merchant = await here.openAccount(env)
  })
  // The node could not end.
  afterEach(() => server.goOn())

  const send = async (reference: string, number = '000001') =>
    codeOf(await pay(node, merchant, { reference, phone_number: `256770${number}` }))

  async function look(secretKey = merchant.secretKey) {
    const headers = { Authorization: `Bearer ${secretKey}` }
    return fetch(`${await node.url}/api/v1/balances`, { headers })
  }

  rule(
    '115.48',
    'while all processes of a server hang, payments, look-ups and wrong keys are answered 503, and nothing is done',
    async () => {
      expect(await send('before')).to.equal('201')
      await server.hang()
      const atFirst = await Promise.all([send('during'), look().then(codeOf), look('wrong').then(codeOf)])
      expect(atFirst).to.deep.equal(['503 not_ready', '503 not_ready', '503 not_ready'])
      expect([await send('later'), codeOf(await look('wrong'))]).to.deep.equal(['503 not_ready', '503 not_ready'])

      await server.goOn()
      await until(async () => (await look()).status === 200)
      expect([await send('during'), await send('later'), await send('before')]).to.deep.equal([
        ...['201', '201'],
        '409 duplicate_reference',
      ])
      expect(codeOf(await look('wrong'))).to.equal('401 invalid_secret_key')
      await until(async () => isBalanced(await look(), 1_000_000 - 3 * 500))
    },
  )

  rule(
    '115.49',
    'a payment whose network answers while the server hangs is unknown to its merchant, and ends once when it goes on',
    async () => {
      const slow = send('slow', '990474')
      await until(async () => isBalanced(await look(), 1_000_000 - 500, 500))
      await server.hang()
      expect(await slow).to.equal('500 outcome_unknown')
      await server.goOn()
      await until(async () => (await look()).status === 200)
      expect(await send('slow', '990474')).to.equal('409 duplicate_reference')
      await until(async () => isBalanced(await look(), 1_000_000 - 500))
    },
  )
})

const codeOf = ({ status, headers }: Response) => [status, headers.get('error-code')].filter(Boolean).join(' ')

async function isBalanced(answer: Response, available: number, held = 0): Promise<boolean> {
  if (answer.status !== 200) return false
  const { data } = (await answer.json()) as { data: { UGX: { available: number; held: number } } }
  return data.UGX.available === available && data.UGX.held === held
}
