import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { type Got, got } from 'got'
import { pino } from 'pino'
import { formOf } from '../../../../../adapters/dashboard/request/form.ts'
import { tryOutPages } from '../../../../../adapters/dashboard/sandbox/tryOut.ts'
import { buildContainer } from '../../../../../composition/container.ts'
import { tokens } from '../../../../../composition/tokens.ts'
import { uganda } from '../../../../../core/sente.ts'
import { ownForm } from '../../../../fixtures/http/pages.ts'
import { openSandboxGateway, requestsOf, type SandboxGateway } from '../../../../fixtures/sandboxGateway.ts'
import { until } from '../../../../fixtures/until.ts'
import { rule, table, test } from '../../../../rule.ts'

const mtn = '256770000001'

describe('18 The sandbox’s networks: pages for a first try', () => {
  let gateway: SandboxGateway
  let ask: Got
  const lines: string[] = []
  before(async () => {
    gateway = await openSandboxGateway({ log: pino({}, { write: (line: string) => void lines.push(line) }) })
    const usual = { throwHttpErrors: false, followRedirect: false, retry: { limit: 0 } } as const
    ask = got.extend({ prefixUrl: gateway.url, ...usual })
  })
  afterEach(() => gateway.deployment.sandbox?.phones.putDown(mtn))

  const shown = async (path: string) => (await ask(path.slice(1))).body
  const take = (path: string, form: Record<string, string>) =>
    ask.post(path.slice(1), { headers: ownForm, body: String(new URLSearchParams(form)) })

  /** The balance and the payments of the demo account, as its API shows them. */
  async function demo() {
    const keys = await gateway.deployment.sandbox?.demo
    if (!keys) throw new Error('no demo account')
    const answer = async (path: string) => (await (await requestsOf(keys, gateway.url)(path)).json()).data
    const { transactions } = await answer('transactions')
    return { available: (await answer('balances')).UGX.available, transactions }
  }

  /** Sends a form, and again once its amount was said back; resolves with its redirect, and the account afterwards. */
  async function tried(form: Record<string, string>) {
    const { transactions } = await demo()
    const sent = { phone_number: mtn, amount: '5000', pin: '4071', ...form }
    const first = await take('/try/', sent)
    const [, said] = /name="said" value="([^"]+)"/.exec(first.body) ?? []
    const { headers, statusCode, body } = said === undefined ? first : await take('/try/', { ...sent, said })
    const after = await demo()
    return { statusCode, body, to: headers.location ?? '', made: after.transactions.length - transactions.length }
  }

  const ended = (id: string) => until(async () => !['pending', 'submitting'].includes((await gateway.stored(id)).state))

  /** The number of the first prompt on a phone. */
  const receiptOn = (page: string) => /name="receipt" value="(\d+)"/.exec(page)?.[1] ?? ''

  rule('18.29', 'on a page, a newcomer sends money from the demo account, and sees the result', async () => {
    const { available } = await demo()
    const { to, made, statusCode } = await tried({ do: 'send', message: 'For the rent' })
    expect([statusCode, made]).to.deep.equal([303, 1])
    expect(await shown(to)).to.match(/on its way|pending|succeeded/)
    await ended(to.slice('/try/'.length))
    expect(await shown(to))
      .to.include('succeeded')
      .and.not.include('http-equiv')
    const page = await shown('/try/')
    expect(page)
      .to.include(`UGX ${(available - 5_000).toLocaleString('en')}`)
      .and.include(`href="${to}"`)
    expect(await shown(`/phone/${mtn}`)).to.include('You have received UGX 5,000. Message: For the rent.')
  })

  rule('18.30', 'on pages, a newcomer collects money, and approves or rejects it on the customer’s phone', {
    '': table(
      ['number', 'answer of the customer', 'PIN', 'the phone says', 'it ends as'],
      [
        ['0770 000001', 'approve', '12345', 'You have paid UGX 5,000', 'succeeded'],
        ['+256 750 000 001', 'approve', '1234', 'PAID. UGX 5,000', 'succeeded'],
        [mtn, 'approve', '00000', 'the network has declined', 'failed'],
        [mtn, 'reject', '', 'Rejected', 'failed'],
      ],
      async (phone_number, does, pin, says, state) => {
        const { to } = await tried({ do: 'collect', play: 'yes', phone_number })
        expect(to).to.match(/^\/phone\/256\d{9}$/)
        const page = await shown(to)
        expect(page).to.include('http-equiv="refresh" content="30"')
        const decided = await take(to, { do: does, receipt: receiptOn(page), pin })
        const [newest] = (await demo()).transactions
        await ended(newest.transaction_id)
        expect((await gateway.stored(newest.transaction_id)).state).to.equal(state)
        expect(await shown(decided.headers.location ?? '')).to.include(says)
      },
    ),
    async 'when nobody plays the customer, the payment’s own page is next'() {
      const { to } = await tried({ do: 'collect', phone_number: '256750000002' })
      expect(to).to.match(/^\/try\/[0-9a-f-]{36}$/)
      await ended(to.slice('/try/'.length))
      expect(await shown(to)).to.include('succeeded')
    },
    async 'after a PIN of another length the page asks again'() {
      const { to } = await tried({ do: 'collect', play: 'yes' })
      const receipt = receiptOn(await shown(to))
      const { headers } = await take(to, { do: 'approve', receipt, pin: '123' })
      const page = await shown(headers.location ?? '')
      expect(page).to.include('This is not a PIN').and.include(receipt)
      await take(to, { do: 'reject', receipt })
    },
  })

  rule('18.31', 'an impossible payment is refused on the page, beside the filled-in form, and moves nothing', {
    '': table(
      ['field', 'filled in', 'the page says'],
      [
        ['amount', 'five', 'This is not an amount'],
        ['amount', '1e3', 'This is not an amount'],
        ['amount', '499', 'too small'],
        ['amount', '5,000,001', 'too large'],
        ['amount', '500.5', 'This is not an amount in UGX'],
        ['amount', '500.000', 'can mean two amounts'],
        ['phone_number', 'Duka', 'This is not a phone number'],
        ['phone_number', '25677000000', 'This is not a phone number'],
        ['phone_number', '0414 123456', 'This is not a phone number that can have a wallet'],
        ['phone_number', '+44 7911 123456', 'invalid_phone_number'],
        ['message', 'x'.repeat(61), 'longer than 60 characters'],
        ['pin', '0000', 'The PIN is wrong'],
      ],
      async (name, value, says) => {
        const { statusCode, body, made } = await tried({ do: 'send', [name]: value })
        expect([statusCode, made]).to.deep.equal([422, 0])
        expect(body).to.include(says).and.include(`value="${value}"`)
      },
    ),
    async 'more than the balance'() {
      const { available } = await demo()
      const sent = { do: 'send', amount: String(available + 1) }
      expect((await tried(sent)).body).to.include('less than this')
    },
  })

  rule('18.32', 'a form that is sent twice makes one payment', {
    'by its reference': async () => {
      const reference = /name="reference" value="([^"]+)"/.exec(await shown('/try/'))?.[1] ?? ''
      expect(reference).to.match(/^try-/)
      expect((await tried({ do: 'send', reference })).made).to.equal(1)
      const again = await tried({ do: 'send', reference })
      expect([again.made, again.statusCode]).to.deep.equal([0, 422])
      expect(again.body).to.include('This was sent before')
    },
    async 'an invalid reference is not kept, and a form of another page is refused'() {
      for (const reference of ['x'.repeat(101), 'é', 'a b', '']) {
        const { made } = await tried({ do: 'send', reference })
        const [{ reference: kept }] = (await demo()).transactions
        expect([made, kept.slice(0, 4)]).to.deep.equal([1, 'try-'])
      }
      for (const does of ['', 'refund', '__proto__']) {
        expect(await tried({ do: does })).to.include({ statusCode: 400, made: 0 })
      }
    },
  })

  test('the next page comes when the network has the payment, so that the phone already asks', async () => {
    let hasIt = false
    const outcome = pause(50).then(() => {
      hasIt = true
    })
    const opened = { transaction: { id: 'paid', phoneNumber: mtn }, outcome }
    const stubs = { demo: async () => ({ caller: {}, publicKey: '', pin: '' }), newReference: () => 'try-1' }
    const pages = tryOutPages({
      ...stubs,
      lookUpMarket: () => ({ market: uganda }),
      collectMoney: async () => opened,
    } as never)
    const fields = Object.entries({ do: 'collect', phone_number: mtn, amount: '5000', said: 'UGX 5,000' })
    const form = formOf({ fields: new Map(fields.map(([name, value]) => [name, [value]])), files: new Map() })
    expect(await pages[0]?.take?.({} as never, form)).to.deep.equal({ seeOther: '/try/paid' })
    expect(hasIt).to.equal(true)
  })

  rule('18.33', 'a phone is picked up and put down on its page', {
    async 'one from the list, or any other'() {
      const page = await shown('/phone/')
      for (const text of ['MTN MoMo', mtn, 'Airtel Money', '256750000001']) expect(page).to.include(text)
      for (const number of [mtn, '0770000001']) {
        expect(await shown(`/phone/${mtn}`)).to.include('Nobody has this phone in hand')
        expect((await take('/phone/', { phone_number: number })).headers.location).to.equal(`/phone/${mtn}`)
        expect(await shown(`/phone/${mtn}`)).to.include('Nothing to approve')
        await take(`/phone/${mtn}`, { do: 'put_down' })
      }
      await take(`/phone/${mtn}`, { do: 'pick_up' })
      expect(await shown(`/phone/${mtn}`)).to.include('Nothing to approve')
    },
    async 'the page of a test number says that it decides by itself'() {
      expect(await shown('/phone/256770990451')).to.include('This is a test number')
    },
    async 'an unknown number is not a phone'() {
      const { statusCode, body } = await take('/phone/', { phone_number: '256770990455' })
      expect(statusCode).to.equal(404)
      expect(body).to.include('No network has a customer with this number').and.include('256770990455')
      expect((await ask('phone/1')).statusCode).to.equal(404)
    },
  })

  rule('18.34', 'pages that reload themselves are not logged, but forms are', async () => {
    lines.length = 0
    for (const path of [`/phone/${mtn}`, '/try/none']) await shown(path)
    await take(`/phone/${mtn}`, { do: 'pick_up' })
    await take(`/phone/${mtn}`, { do: 'put_down' })
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(requests.map(({ method }) => method)).to.deep.equal(['POST', 'POST'])
  })

  rule('18.35', 'only a sandbox has these pages', async () => {
    for (const path of ['/', '/try', '/phone']) expect((await ask(path.slice(1))).statusCode).to.equal(303)
    const { container, deployment } = gateway
    const [store, log] = [container.get(tokens.store), container.get(tokens.log)]
    const { sandbox: _, ...live } = deployment
    const { take } = buildContainer({ ...live, store, log }).get(tokens.pages)
    expect(['/try/', '/phone/', '/'].filter(take)).to.deep.equal([])
    expect(take('/dashboard/')).to.equal(true)
  })
})
