import { expect } from 'chai'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { formsIn, linksIn } from '../../../fixtures/http/forms.ts'
import { rule, table } from '../../../rule.ts'
import { openPage } from './openPage.ts'

describe('25 Payment links: the prompted number on the page', () => {
  rule(
    '25.35',
    'a corrected number in a form gets no prompt while the first is open, and gets one once that has failed',
    {
      'while the first is open': async () => {
        const { nonce, send, follow, network, ports } = await openPage()
        network.behaves('accepts')
        const form = { nonce: await nonce(), phone_number: '0770 000 001' }
        const { headers } = await send(form)
        expect(textOf(await follow(headers.location)))
          .to.include('asks you on your phone now, 256770000001.')
          .and.include('Not your number?')
        const corrected = await send({ ...form, phone_number: '0780 000 002' })
        expect(corrected.statusCode).to.equal(422)
        expect(textOf(corrected))
          .to.include(
            'The number 256770000001 of MTN MoMo has already been asked. Nobody else is asked unless that payment fails.',
          )
          .and.not.include('asks you on your phone now')
        expect(corrected.body).to.include(`href="${headers.location}"`)
        expect((await ports.books.list({ limit: 10 })).transactions).to.have.length(1)
      },
      'once it was paid': async () => {
        const { nonce, send, network, follow } = await openPage()
        network.behaves('succeeds')
        const form = { nonce: await nonce(), phone_number: '0770 000 123' }
        const { headers } = await send(form)
        expect(textOf(await follow(headers.location)))
          .to.include('…123')
          .and.not.include('256770000123')
        const corrected = textOf(await send({ ...form, phone_number: '0780 000 002' }))
        expect(corrected).to.include('The number …123 of MTN MoMo has already paid. Nobody was asked now.')
      },
      'once it has failed': async () => {
        const { nonce, send, follow, network } = await openPage()
        network.behaves('declines')
        const form = { nonce: await nonce(), phone_number: '0770 000 001' }
        const { headers } = await send(form)
        expect(textOf(await follow(headers.location)))
          .to.include('Not paid')
          .and.include('256770000001')
        network.behaves('accepts')
        const corrected = await send({ ...form, phone_number: '0780 000 002' })
        expect(textOf(await follow(corrected.headers.location))).to.include('asks you on your phone now, 256780000002.')
      },
      'ten times': async () => {
        const { nonce, send, network, path } = await openPage()
        network.behaves('declines')
        const form = { nonce: await nonce() }
        for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await send({ ...form, phone_number: `0770 000 01${n}` })
        const tenth = await send({ ...form, phone_number: '0770 000 010' })
        expect(textOf(tenth)).to.include('This form was sent too often. Nobody was asked now.')
        expect(tenth.body).to.include(`href="/${path}"`)
      },
    },
  )

  rule('25.36', 'a reopened link shows its state, and at most the end of the prompted number', {
    'while a phone is asked': async () => {
      const { pay, ask, path, network } = await openPage()
      network.behaves('accepts')
      await pay('0770 000 123')
      expect(textOf(await ask(path)))
        .to.include('A phone is asked to pay this now: its number ends in …123.')
        .and.not.include('256770000123')
        .and.not.include('This has already been paid')
    },
    'once all of its payments are under way': async () => {
      const { pay, ask, path, network } = await openPage({ uses: 2 })
      network.behaves('accepts')
      await pay('0770 000 123')
      await pay('0770 000 124')
      expect(textOf(await ask(path)))
        .to.include('All payments of this link have been made, or are under way.')
        .and.not.match(/12[34]/)
    },
    'while its account is closed': async () => {
      const { ask, path, change, nonce, send, ports } = await openPage()
      const form = { nonce: await nonce(), phone_number: '0770 000 001' }
      await change((account) => ({ ...account, closed: true, version: account.version + 1 }))
      expect(textOf(await ask(path))).to.include('Duka accepts no payments now.')
      expect(textOf(await send(form))).to.include('Duka accepts no payments now.')
      expect((await ports.books.list({ limit: 10 })).transactions).to.deep.equal([])
    },
  })

  rule('25.37', 'while it waits, the page shows the prompted number, the time left, and what to do', {
    'the number and the time, and advice where no prompt comes': async () => {
      const { pay, follow, network, clock } = await openPage()
      network.behaves('accepts')
      const { headers } = await pay('0770 000 123')
      expect(textOf(await follow(headers.location)))
        .to.include('MTN MoMo asks you on your phone now, 256770000123.')
        .and.include('About 5 minutes are left.')
        .and.include('Nothing on the phone?')
        .and.include('Dial *165# on this phone')
      clock.forwardMs(4 * 60_000 + 1)
      expect(textOf(await follow(headers.location))).to.include('Less than a minute is left.')
      clock.forwardMs(60_000)
      expect(textOf(await follow(headers.location)))
        .to.include('The time to approve is over. Wait here for the outcome, and do not pay a second time.')
        .and.not.include('left.')
    },
    'the advice of the prompted network, and the time of its configuration': async () => {
      const { pay, follow, networks } = await openPage()
      networks.AIRTEL?.behaves('accepts')
      Object.assign(networks.AIRTEL ?? {}, { approvalMs: 120_000 })
      const { headers } = await pay('0750 000 001')
      expect(textOf(await follow(headers.location)))
        .to.include('Airtel Money asks you on your phone now')
        .and.include('About 2 minutes are left.')
        .and.include('Dial *185# on this phone')
        .and.not.include('*165#')
    },
    'a wrong number of a link for one payment is corrected once the request has failed, on the same page': async () => {
      const { pay, follow, network, sweep, clock, send, path } = await openPage()
      network.behaves('accepts')
      const { headers } = await pay('0770 000 123')
      const waiting = await follow(headers.location)
      expect(textOf(waiting)).to.include('Not your number? Nobody else can be asked while this request is open.')
      expect(waiting.body).not.to.include(`href="/${path}"`)
      network.answersEnquiry({ outcome: 'declined', reason: 'customer_did_not_approve', seen: {}, networkReason: null })
      clock.forwardMs(15 * 60_000)
      await sweep()
      const failed = await follow(headers.location)
      const [form] = formsIn(failed.body)
      expect(Object.fromEntries(form?.fields ?? [])).to.deep.include({ phone_number: '256770000123' })
      const nonce = Object.fromEntries(form?.fields ?? []).nonce ?? ''
      const corrected = await send({ nonce, phone_number: '0770 000 124' })
      expect(textOf(await follow(corrected.headers.location))).to.include('asks you on your phone now, 256770000124.')
    },
    'a link with room for more payments leads to a new form': async () => {
      const { pay, follow, network, path } = await openPage({ uses: null })
      network.behaves('accepts')
      const { headers } = await pay('0770 000 123')
      const waiting = await follow(headers.location)
      expect(textOf(waiting)).to.include('do not approve it if somebody else pays')
      expect(waiting.body).to.include(`href="/${path}"`)
    },
  })

  rule('25.38', 'the button has the amount, and the page of a paid payment is a receipt with the link’s reference', {
    'the button': async () => {
      const { ask, path } = await openPage()
      expect((await ask(path)).body).to.match(/<button type="submit">Pay UGX 5,000<\/button>/)
    },
    'the receipt': async () => {
      const { pay, follow, network } = await openPage()
      network.behaves('accepts')
      const { headers } = await pay()
      expect(textOf(await follow(headers.location))).not.to.include('order-17')
    },
    'once it is paid': async () => {
      const { pay, follow, network } = await openPage()
      network.behaves('succeeds')
      const { headers } = await pay()
      expect(textOf(await follow(headers.location)))
        .to.include('To Duka UGX 5,000')
        .and.include('Phone number …001 Network MTN MoMo Reference order-17 When')
    },
  })

  rule(
    '25.39',
    'pages for customers lead to no other page, and say nothing about the gateway',
    table(
      ['gateway', 'page'],
      [
        ['live', 'of the link'],
        ['live', 'of a payment'],
        ['live', 'of nothing'],
        ['sandbox', 'of the link'],
      ],
      async (gateway, what) => {
        const { ask, pay, path, network, userOf } = await openPage(
          { returnUrl: null },
          { isSandbox: gateway !== 'live' },
        )
        network.behaves('accepts')
        const { cookie } = await userOf('owner')
        const { headers } = await pay()
        const asked = { 'of the link': path, 'of a payment': headers.location?.slice(1) ?? '' }[what] ?? 'pay/none'
        for (const headers of [{}, { cookie }]) {
          const page = await ask(asked, { headers })
          const text = textOf(page)
          expect(linksIn(page.body), text).to.deep.equal([])
          expect(page.body).not.to.match(/sente ·|· sente/)
          const others = formsIn(page.body).filter(({ action }) => !action.startsWith('/pay/'))
          // The choice of a language leads back to the page.
          expect(others).to.deep.equal([{ action: '/language', method: 'post', fields: [['to', `/${asked}`]] }])
          if (gateway === 'live') expect(text).not.to.match(/sandbox|Real money|sente/i)
          else expect(text).to.include('A sandbox: no real money moves here.')
        }
      },
    ),
  )
})
