import { expect } from 'chai'
import { changeAccount } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { openConfirmed, openMailed } from './mailed.ts'
import type { ReceivedMail } from './mailServer.ts'

describe('32 Notices: the languages of mails', () => {
  type Mailed = Awaited<ReturnType<typeof openMailed>>

  /** Sets the language of the user, and that of the account, where they are given. */
  async function speaking<M extends Mailed>(mailed: M, { user = '', account = '' }): Promise<M> {
    const { ports, clock } = mailed
    const change = { userId: mailed.user.id, nowMs: clock.nowMs() }
    if (user !== '')
      await ports.people.change(change, (found) => ({ value: 0, user: { ...found.user, language: user } }))
    const given = { by: 'okello', accountId: mailed.accountId }
    if (account !== '') await changeAccount(ports)({ ...given, settings: { language: account } })
    return mailed
  }

  /** A text with common blanks. */
  const plain = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ')
  const saying = (mail: ReceivedMail | undefined) => [mail?.language, plain(mail?.subject)]

  rule('32.19', 'a mail with notices is in the user’s language, else in the account’s, else in English', {
    'its subject, lines and frame': table(
      ['the user', 'the account', 'language', 'subject', 'frame'],
      [
        ['', '', 'en', 'UGX 20,000 came in', 'Choose which notices you get: '],
        ['lg', '', 'lg', 'UGX 20,000 ziyingidde', 'Londa obubaka bw’ofuna: '],
        ['fr', 'sw', 'fr', '20 000 UGX reçus', 'Choisissez les avis que vous recevez : '],
        ['', 'sw', 'sw', 'UGX 20,000 zimeingia', 'Chagua arifa unazopata: '],
        ['en', 'sw', 'en', 'UGX 20,000 came in', 'Choose which notices you get: '],
        ['xx', 'sw', 'sw', 'UGX 20,000 zimeingia', 'Chagua arifa unazopata: '],
        ['xx', 'yy', 'en', 'UGX 20,000 came in', 'Choose which notices you get: '],
      ],
      async (user, account, language, subject, frame) => {
        const { server, paid, useCases } = await speaking(await openConfirmed(), { user, account })
        await paid()
        await useCases.mailNotices()
        const [mail] = server.mails
        expect(saying(mail)).to.deep.equal([language, subject])
        const [line, blank, link, , last] = plain(mail?.text).split('\n')
        expect([line, blank, last]).to.deep.equal([subject, '', `${frame}https://pay.example.com/me/notices`])
        expect(link).to.match(/^https:\/\/pay\.example\.com\/dashboard\/transactions\/[0-9a-f-]+$/)
      },
    ),
    'several notices, once a day': table(
      ['language', 'subject', 'line'],
      [
        ['en', '2 notices', 'UGX 20,000 came in'],
        ['lg', 'Obubaka 2', 'UGX 20,000 ziyingidde'],
        ['sw', 'Arifa 2', 'UGX 20,000 zimeingia'],
        ['fr', '2 avis', '20 000 UGX reçus'],
      ],
      async (language, subject, line) => {
        const { server, paid, useCases, clock } = await speaking(await openConfirmed('daily'), { account: language })
        await paid()
        await paid()
        clock.forwardMs(86_400_000)
        await useCases.mailNotices()
        expect(server.mails.map(saying)).to.deep.equal([[language, subject]])
        expect(plain(server.mails[0]?.text)).to.match(new RegExp(`^${line}\n${line}\n\n`))
      },
    ),
    'the language at the time of the mail': async () => {
      const mailed = await speaking(await openConfirmed(), { user: 'lg' })
      await mailed.paid()
      await speaking(mailed, { user: 'fr' })
      await mailed.useCases.mailNotices()
      expect(mailed.server.mails.map(saying)).to.deep.equal([['fr', '20 000 UGX reçus']])
    },
  })

  rule(
    '32.20',
    'the mail with the code for an address is in the user’s language, else in the account’s, else in English',
    table(
      ['the user', 'the account', 'language', 'subject', 'text'],
      [
        ['', '', 'en', 'The code for your mail address', 'It works for an hour.'],
        ['lg', 'fr', 'lg', 'Koodi y’endagiriro yo eya imeeri', 'Ekola okumala essaawa emu.'],
        ['', 'sw', 'sw', 'Msimbo wa anwani yako ya barua pepe', 'Unafanya kazi kwa saa moja.'],
        ['fr', '', 'fr', 'Le code pour votre adresse de courriel', 'Il est valable une heure.'],
      ],
      async (user, account, language, subject, text) => {
        const { server, confirm } = await speaking(await openMailed(), { user, account })
        const { code, confirmed } = await confirm()
        expect(confirmed.statusCode).to.equal(303)
        const [mail] = server.mails
        expect(saying(mail)).to.deep.equal([language, subject])
        expect(mail?.text)
          .to.match(new RegExp(`^${code}\n\n`))
          .and.include(text)
      },
    ),
  )

  rule('32.21', 'operators’ mails are in English', async () => {
    const { server, userOf, ports, clock, useCases } = await openMailed()
    const { user, post } = await userOf('administrator')
    const at = { userId: user.id, nowMs: clock.nowMs() }
    await ports.people.change(at, (found) => ({ value: 0, user: { ...found.user, language: 'fr' } }))
    await post('/me/notices/address', { address: 'okello@example.com' })
    await post('/me/notices/code', { code: /^\d{6}$/m.exec(server.mails[0]?.text ?? '')?.[0] ?? '' })
    await useCases.noteChanges()
    await userOf('administrator', 'brian')
    await useCases.noteChanges()
    await useCases.mailNotices()
    expect(server.mails.map(saying)).to.deep.equal([
      ['en', 'The code for your mail address'],
      ['en', '2 notices'],
    ])
  })
})
