import { expect } from 'chai'
import { createLink, isRefusal, type Reason } from '../../../../core/sente.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'
import { openPage } from './openPage.ts'

describe('25 Payment links: the customer’s page', () => {
  rule(
    '25.17',
    'the page shows the merchant, the amount and the description, without an account and without a script',
    async () => {
      const { ask, path } = await openPage()
      const page = await ask(path)
      expect(textOf(page))
        .to.include('To Duka')
        .and.include('UGX 5,000')
        .and.match(/On (MTN|Airtel)[ A-Za-z]* or /)
      expect(page.body).to.include('&lt;b>coffee').and.not.include('<b>coffee')
      expect(page.body).not.to.include('100,000')
      expect(page.body.length).to.be.below(30_000)
      expect((await ask('pay/AAAAAAAAAAAAAAAAAAAAAA')).statusCode).to.equal(404)
    },
  )

  rule(
    '25.18',
    'a number as people write it gets the prompt on its phone, and the page shows the end and the receipt',
    {
      'a successful payment': async () => {
        const { pay, follow, network, sweep, clock } = await openPage()
        network.behaves('accepts')
        const sent = await pay()
        expect(sent.statusCode).to.equal(303)
        const waiting = await follow(sent.headers.location)
        expect(textOf(waiting)).to.include('asks you on your phone now')
        expect(waiting.body).to.include('http-equiv="refresh" content="3"')
        network.answersEnquiry({ outcome: 'succeeded', seen: {}, providerRef: null, networkReceipt: '7788' })
        clock.forwardMs(15 * 60_000)
        await sweep()
        const paid = await follow(sent.headers.location)
        expect(textOf(paid)).to.include('Paid').and.include('7788').and.include('Back to Duka')
        expect(paid.body).to.include('href="https://shop.example/thanks"').and.not.include('http-equiv="refresh"')
      },
      'a failed one can be tried again': async () => {
        const { pay, follow, network } = await openPage()
        network.behaves('declines')
        const { headers } = await pay()
        const text = textOf(await follow(headers.location))
        expect(text)
          .to.match(/Not paid *: /)
          .and.include('Try again')
      },
      'the reason is one that the payer can act upon, never the operator’s': table(
        ['the network', 'says'],
        [
          ['customer_did_not_approve', 'Not paid : it was not approved on the phone in time'],
          ['customer_balance_too_low', 'Not paid : there is too little money on this number'],
          ['gateway_misconfigured', 'Not paid '],
        ],
        async (reason, said) => {
          const { pay, follow, network, sweep, clock } = await openPage()
          network.behaves('accepts')
          const { headers } = await pay()
          network.answersEnquiry({ outcome: 'declined', reason: reason as Reason, seen: {}, networkReason: null })
          clock.forwardMs(15 * 60_000)
          await sweep()
          const text = textOf(await follow(headers.location))
          expect(text)
            .to.include(said)
            .and.not.match(/customer|gateway|operator/)
        },
      ),
      'in every form of writing': table(
        ['written', 'phone number'],
        [
          ['0770 000 001', '256770000001'],
          ['+256 770 000 001', '256770000001'],
          ['256770000001', '256770000001'],
          ['770000001', '256770000001'],
        ],
        async (written, phoneNumber) => {
          const { pay, ports } = await openPage()
          await pay(written)
          const { transactions } = await ports.books.list({ limit: 10 })
          expect(transactions.map((one) => one.phoneNumber)).to.deep.equal([phoneNumber])
        },
      ),
    },
  )

  rule('25.19', 'a refusal is explained in words for a customer, and the form stays the same', {
    '': table(
      ['written', 'message'],
      [
        ['', 'This is not a phone number'],
        ['call me', 'This is not a phone number'],
        ['0770', 'This is not a phone number'],
        ['0414 123456', 'This is not a mobile number'],
        ['+44 7911 123456', 'No network here has such a phone number'],
      ],
      async (written, reported) => {
        const { send, nonce, ports } = await openPage()
        const sent = await nonce()
        const answer = await send({ nonce: sent, phone_number: written })
        expect(answer.statusCode).to.equal(422)
        expect(textOf(answer)).to.include(reported)
        expect(answer.body).to.include(`value="${sent}"`)
        expect((await ports.books.list({ limit: 10 })).transactions).to.deep.equal([])
      },
    ),
    'too many from one network of clients': async () => {
      const { send } = await openPage()
      const statuses = new Set()
      for (let sent = 0; sent < 121; sent += 1) {
        const { body } = await send({ nonce: 'x', phone_number: '0770000001' })
        statuses.add(body.includes('too many attempts') ? 'refused' : 'none')
      }
      expect([...statuses]).to.deep.equal(['none', 'refused'])
    },
  })

  rule('25.20', 'a form that is sent twice leads to the same payment, and an ended link says so', async () => {
    const { send, nonce, follow, ask, path, network, ports } = await openPage()
    network.behaves('succeeds')
    const form = { nonce: await nonce(), phone_number: '0770000001' }
    const [first, second] = [await send(form), await send(form)]
    expect(first.headers.location)
      .to.match(/^\/pay\//)
      .and.equal(second.headers.location)
    expect((await ports.books.list({ limit: 10 })).transactions).to.have.length(1)
    expect(textOf(await ask(path))).to.include('This has already been paid.')
    expect(textOf(await follow(first.headers.location))).to.include('Paid')
  })

  rule('25.21', 'the page of a payment is found under its own link only', async () => {
    const { pay, ask, ports, caller, path } = await openPage({ uses: null })
    const { headers } = await pay()
    const request = { reference: 'order-18', amount: 1_000, currency: 'UGX', description: 'Tea' }
    const other = await createLink(ports)({
      caller: await caller(),
      request: { ...request, uses: 1, returnUrl: null, expiresAtMs: null },
    })
    if (!other || isRefusal(other)) throw new Error(other?.refused)
    const id = headers.location?.split('/').at(-1)
    expect((await ask(`${path}/${id}`)).statusCode).to.equal(200)
    expect((await ask(`pay/${other.token}/${id}`)).statusCode).to.equal(404)
  })
})
