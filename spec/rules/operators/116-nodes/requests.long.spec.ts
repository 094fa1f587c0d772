import { expect } from 'chai'
import { isFinal } from '../../../../core/sente.ts'
import { pay } from '../../../fixtures/greeting.ts'
import { rowsOn } from '../../../fixtures/postgres/postgres.ts'
import type { Merchant } from '../../../fixtures/processes.ts'
import { isTurn, oneOf, times } from '../../../night.ts'
import { booksOnce, type NodesBooks } from '../../../postgres/nodes/books.ts'
import { nodesOfFile } from '../../../postgres/nodes/nodes.ts'
import { rule, table } from '../../../rule.ts'

describe('116 Several nodes: requests', () => {
  const nodes = nodesOfFile()

  /** Sends this many requests at once, spread over all nodes; resolves with their answers. */
  function sendAtOnce(count: number, merchant: Merchant, change: (index: number) => Record<string, unknown>) {
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const url = nodes().urls[index % nodes().urls.length] ?? ''
        const answer = await pay({ url }, merchant, change(index))
        const { data } = (await answer.json()) as { data?: { transaction_id: string } }
        const code = answer.headers.get('Error-Code') ?? 'opened'
        return { code, status: answer.status, id: data?.transaction_id, link: answer.headers.get('Link') ?? '' }
      }),
    )
  }

  /** The answers to one request that is sent to each node. */
  async function answersOfEach(merchant: Merchant, change: Record<string, unknown>): Promise<string[]> {
    const answers = await sendAtOnce(nodes().urls.length, merchant, (index) => ({
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

  rule('116.1', 'a reference sent to all nodes at once opens one payment', async () => {
    const merchant = await nodes().openAccount(1_000_000)
    const [rounds, before] = [times({ night: 20, day: 6 }), nodes().relay.submissions.size]
    for (let round = 0; round < rounds; round += 1) {
      const answers = await sendAtOnce(6, merchant, () => ({ reference: `order-${round}`, amount: 1_000 + round }))
      const [opened, ...others] = answers.filter(({ status }) => status === 201)
      expect(others, 'opened again').to.deep.equal([])
      for (const { status, code, link } of answers.filter((answer) => answer !== opened)) {
        expect([status, code]).to.deep.equal([409, 'duplicate_reference'])
        expect(link).to.include(`/api/v1/transactions/${opened?.id}`)
      }
    }
    const sums = [...nodes().relay.submissions.values()].slice(before)
    expect(sums).to.deep.equal(Array(rounds).fill(1))
  })

  rule('116.2', 'payouts at all nodes at once never spend more than the balance', async () => {
    const merchant = await nodes().openAccount(10_000)
    const open = (index: number) => ({ reference: `order-${index}`, amount: 700, phone_number: '256770990453' })
    const answers = await sendAtOnce(30, merchant, open)
    const codes = answers.map(({ code }) => code).sort()
    expect(codes).to.deep.equal([...Array(16).fill('insufficient_balance'), ...Array(14).fill('opened')])
    for (const url of nodes().urls)
      expect(await balanceAt(url, merchant)).to.deep.equal({ available: 200, held: 9_800 })
  })

  rule(
    '116.3',
    'wrong PINs at all nodes at once are counted one by one, until the PIN is locked on all of them',
    table(
      ['wrong PINs at once', 'counted', 'then the right PIN at each node'],
      [
        [4, 4, '201 opened'],
        [5, 5, '401 pin_locked'],
        [30, 5, '401 pin_locked'],
      ],
      async (wrong, counted, then) => {
        const merchant = await nodes().openAccount(10_000)
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
    const [row] = await rowsOn(nodes().path, `SELECT pin_failures AS wrong FROM accounts WHERE id = '${accountId}'`)
    return Number(Object(row).wrong)
  }

  /** Runs a command about an account that every node has just served; resolves with the next answer of each. */
  async function answersAfter(command: (merchant: Merchant) => Promise<readonly string[]>): Promise<string[]> {
    const merchant = await nodes().openAccount(10_000)
    expect(await answersOfEach(merchant, { reference: 'before' })).to.deep.equal(Array(3).fill('201 opened'))
    const { code, stdout, stderr } = await nodes().sente(...(await command(merchant)))
    expect(code, stdout + stderr).to.equal(0)
    return answersOfEach(merchant, { reference: 'after' })
  }

  async function keyOf({ accountId }: Merchant, kind: string): Promise<string> {
    const { stdout } = await nodes().sente('key', 'list', accountId, '--json')
    const { keys } = JSON.parse(stdout) as { keys: { key_id: string; kind: string }[] }
    return keys.find((key) => key.kind === kind)?.key_id ?? ''
  }

  const about =
    (...words: string[]) =>
    async ({ accountId }: Merchant) => ['account', words[0] ?? '', accountId, ...words.slice(1)]

  const settings: [string, string][] = [
    ['set --api-access off', '403 api_access_off'],
    ['set --kyc incomplete', '403 kyc_incomplete'],
    ['set --pin 9805', '401 invalid_pin'],
    ['deactivate UGX', '403 currency_not_activated'],
    ['close', '404 account_not_found'],
  ]

  rule('116.4', 'a change by a command takes effect at every node from the next request on', {
    ...oneOf({
      'a revoked secret key': async () => {
        const revoke = async (merchant: Merchant) => ['key', 'revoke', await keyOf(merchant, 'secret')]
        expect(await answersAfter(revoke)).to.deep.equal(Array(3).fill('401 invalid_secret_key'))
      },
      'a revoked public key': async () => {
        const revoke = async (merchant: Merchant) => ['key', 'revoke', await keyOf(merchant, 'public')]
        expect(await answersAfter(revoke)).to.deep.equal(Array(3).fill('401 invalid_public_key'))
      },
    }),
    'changed settings': table(['command', 'answer of each node'], settings.filter(isTurn), async (command, answer) =>
      expect(await answersAfter(about(...command.split(' ')))).to.deep.equal(Array(3).fill(answer)),
    ),
  })

  /**
   * The books of merchants after all their payments have ended, by the number that they pay; they pay at the same time.
   */
  const ends = new Map<string, Promise<NodesBooks>>()

  /** Begins with the first that is needed. */
  function endOf(number: string) {
    // Every node looks for due payments several times meanwhile.
    nodes().relay.slowEnquiriesBy(1_500)
    for (const one of ends.size > 0 ? [] : ['990471', '990477', '990475']) {
      const end = untilEnded(one === '990471' ? 'AIRTEL' : 'MTN', one)
      end.catch(() => undefined)
      ends.set(one, end)
    }
    return ends.get(number)
  }

  /**
   * Opens payouts and collections that succeed, the same number of both, over all nodes, and waits until they have
   * ended.
   */
  async function untilEnded(network: string, number: string): Promise<NodesBooks> {
    const merchant = await nodes().openAccount(1_000_000)
    const phone_number = `2567${network === 'MTN' ? 7 : 5}0${number}`
    const opened = await sendAtOnce(10, merchant, (index) => {
      const path = index % 2 === 0 ? 'send-money' : 'collect-money'
      return { path, reference: `order-${index}`, amount: 1_000, network, phone_number }
    })
    // On a slow machine the network answers too late for some of the requests.
    expect(opened.map(({ code }) => code.replace('outcome_unknown', 'opened'))).to.deep.equal(Array(10).fill('opened'))
    return booksOnce(nodes().path, [merchant.accountId], ({ transactions }) =>
      transactions.every(({ state }) => isFinal(state)),
    )
  }

  async function settledOnce(number: string) {
    const { audit, balances, transactions } = (await endOf(number)) as NodesBooks
    expect(audit).to.include({ ok: true })
    expect(transactions.map(({ state }) => state)).to.deep.equal(Array(10).fill('succeeded'))
    expect(balances[0]).to.include({ availableMinor: 1_000_000n, heldMinor: 0n })
    return transactions.map(({ providerId }) => providerId)
  }

  async function askedAboutOnce(number: string) {
    const ids = await settledOnce(number)
    expect(ids.filter((id) => !nodes().relay.enquiries.has(id))).to.deep.equal([])
    expect(ids.filter((id) => nodes().relay.askedTwiceAtOnce.has(id))).to.deep.equal([])
  }

  rule('116.5', 'one node at a time asks about a payment, and the payment is settled once', {
    'it was in doubt, and the node that opened it asks': () => askedAboutOnce('990471'),
    'it is due, and every node may ask': () => askedAboutOnce('990477'),
    'its network calls every node back at once': () => settledOnce('990475'),
  })
})
