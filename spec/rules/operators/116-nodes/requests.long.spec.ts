import { expect } from 'chai'
import pg from 'pg'
import { pay } from '../../../fixtures/greeting.ts'
import { makeSchema, type Schema } from '../../../fixtures/postgres/postgres.ts'
import type { Merchant } from '../../../fixtures/processes.ts'
import { type Nodes, openNodes } from '../../../postgres/nodes/nodes.ts'
import { rule, table } from '../../../rule.ts'

describe('116 Several nodes: requests', function () {
  this.timeout(180_000)
  let schema: Schema
  let nodes: Nodes
  before(async () => {
    schema = await makeSchema()
    nodes = await openNodes(schema)
  })
  after(async () => {
    await nodes?.close()
    await schema?.drop()
  })

  /** Sends so many requests at once, spread over all nodes; resolves with their answers. */
  function sendAtOnce(count: number, merchant: Merchant, change: (index: number) => Record<string, unknown>) {
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const url = nodes.urls[index % nodes.urls.length] ?? ''
        const answer = await pay({ url }, merchant, change(index))
        const { data } = (await answer.json()) as { data?: { transaction_id: string } }
        const code = answer.headers.get('Error-Code') ?? 'opened'
        return { code, status: answer.status, id: data?.transaction_id, link: answer.headers.get('Link') ?? '' }
      }),
    )
  }

  /** The answers to one request that is sent to each node. */
  async function answersOfEach(merchant: Merchant, change: Record<string, unknown>): Promise<string[]> {
    const answers = await sendAtOnce(nodes.urls.length, merchant, (index) => ({
      ...change,
      reference: `${change.reference}-${index}`,
    }))
    return answers.map(({ code, status }) => `${status} ${code}`)
  }

  async function balanceAt(url: string, { secretKey }: Merchant) {
    const answer = await fetch(`${url}/api/v1/balances`, { headers: { Authorization: `Bearer ${secretKey}` } })
    const { data } = (await answer.json()) as { data: { UGX: { available: number; held: number } } }
    return data.UGX
  }

  rule('116.1', 'a reference that is sent to all nodes at once opens one payment', async () => {
    const merchant = await nodes.openAccount(1_000_000)
    for (let round = 0; round < 20; round += 1) {
      const answers = await sendAtOnce(6, merchant, () => ({ reference: `order-${round}`, amount: 1_000 + round }))
      const [opened, ...others] = answers.filter(({ status }) => status === 201)
      expect(others, 'opened again').to.deep.equal([])
      for (const { status, code, link } of answers.filter((answer) => answer !== opened)) {
        expect([status, code]).to.deep.equal([409, 'duplicate_reference'])
        expect(link).to.include(`/api/v1/transactions/${opened?.id}`)
      }
    }
    const sums = [...nodes.relay.submissions.values()]
    expect(sums).to.deep.equal(Array(20).fill(1))
  })

  rule('116.2', 'payouts that come to all nodes at once never spend more than the balance', async () => {
    const merchant = await nodes.openAccount(10_000)
    const open = (index: number) => ({ reference: `order-${index}`, amount: 700, phone_number: '256770990453' })
    const answers = await sendAtOnce(60, merchant, open)
    const codes = answers.map(({ code }) => code).sort()
    expect(codes).to.deep.equal([...Array(46).fill('insufficient_balance'), ...Array(14).fill('opened')])
    for (const url of nodes.urls) expect(await balanceAt(url, merchant)).to.deep.equal({ available: 200, held: 9_800 })
  })

  rule(
    '116.3',
    'wrong PINs that come to all nodes at once are counted one by one, until the PIN is locked on all of them',
    table(
      ['wrong PINs at once', 'counted', 'then the right PIN at each node'],
      [
        [4, 4, '201 opened'],
        [5, 5, '401 pin_locked'],
        [30, 5, '401 pin_locked'],
      ],
      async (wrong, counted, then) => {
        const merchant = await nodes.openAccount(10_000)
        const guesses = await sendAtOnce(wrong, merchant, (index) => ({ reference: `guess-${index}`, pin: '0000' }))
        const codes = guesses.map(({ code }) => code).sort()
        const locked = Array(wrong - counted).fill('pin_locked')
        expect(codes).to.deep.equal([...Array(counted).fill('invalid_pin'), ...locked])
        expect(await wrongPinsOf(merchant)).to.equal(counted)
        expect(await answersOfEach(merchant, { reference: 'right' })).to.deep.equal(Array(3).fill(then))
      },
    ),
  )

  async function wrongPinsOf({ accountId }: Merchant): Promise<number> {
    const client = new pg.Client({ connectionString: `postgres:${schema.path}` })
    await client.connect()
    try {
      const { rows } = await client.query('SELECT pin_failures AS wrong FROM accounts WHERE id = $1', [accountId])
      return Number(rows[0]?.wrong)
    } finally {
      await client.end()
    }
  }

  /** Runs a command about an account that every node has just served; resolves with what each answers then. */
  async function answersAfter(command: (merchant: Merchant) => Promise<readonly string[]>): Promise<string[]> {
    const merchant = await nodes.openAccount(10_000)
    expect(await answersOfEach(merchant, { reference: 'before' })).to.deep.equal(Array(3).fill('201 opened'))
    const { code, stdout, stderr } = await nodes.sente(...(await command(merchant)))
    expect(code, stdout + stderr).to.equal(0)
    return answersOfEach(merchant, { reference: 'after' })
  }

  async function keyOf({ accountId }: Merchant, kind: string): Promise<string> {
    const { stdout } = await nodes.sente('key', 'list', accountId, '--json')
    const { keys } = JSON.parse(stdout) as { keys: { key_id: string; kind: string }[] }
    return keys.find((key) => key.kind === kind)?.key_id ?? ''
  }

  const about =
    (...words: string[]) =>
    async ({ accountId }: Merchant) => ['account', words[0] ?? '', accountId, ...words.slice(1)]

  rule('116.4', 'what a command changes holds at every node from the next request on', {
    'a revoked secret key': async () => {
      const revoke = async (merchant: Merchant) => ['key', 'revoke', await keyOf(merchant, 'secret')]
      expect(await answersAfter(revoke)).to.deep.equal(Array(3).fill('401 invalid_secret_key'))
    },
    'a revoked public key': async () => {
      const revoke = async (merchant: Merchant) => ['key', 'revoke', await keyOf(merchant, 'public')]
      expect(await answersAfter(revoke)).to.deep.equal(Array(3).fill('401 invalid_public_key'))
    },
    'changed settings': table(
      ['command', 'answer of each node'],
      [
        ['set --api-access off', '403 api_access_off'],
        ['set --kyc incomplete', '403 kyc_incomplete'],
        ['set --pin 9805', '401 invalid_pin'],
        ['deactivate UGX', '403 currency_not_activated'],
        ['close', '404 account_not_found'],
      ],
      async (command, answer) =>
        expect(await answersAfter(about(...command.split(' ')))).to.deep.equal(Array(3).fill(answer)),
    ),
  })
})
