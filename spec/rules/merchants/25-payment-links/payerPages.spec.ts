import { expect } from 'chai'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
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
          .and.include('If this is not your number')
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
})
