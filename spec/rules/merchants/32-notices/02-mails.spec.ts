import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openConfirmed, openMailed } from './mailed.ts'

const [minuteMs, dayMs] = [60_000, 86_400_000]

describe('32 Notices: by mail', () => {
  rule(
    '32.6',
    'an address is used once its user has entered the code that was sent to it, within an hour',
    async () => {
      const { server, post, confirm, choose, paid, useCases, clock, ports, user } = await openMailed()
      const address = async () => (await ports.notices.settings([user.id]))[0]?.address ?? null
      await choose()
      await post('/me/notices/address', { address: 'no address' })
      expect(server.mails).to.deep.equal([])
      await post('/me/notices/address', { address: 'amina@example.com' })
      expect((await post('/me/notices/code', { code: 'wrong' })).statusCode).to.equal(422)
      await paid()
      await useCases.mailNotices()
      expect([server.mails.length, await address()]).to.deep.equal([1, null])
      const { code } = await confirm()
      expect([code.length, await address()]).to.deep.equal([6, 'amina@example.com'])
      await post('/me/notices/address', { address: 'other@example.com' })
      clock.forwardMs(61 * minuteMs)
      const late = /^\d{6}$/m.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? ''
      // The session has ended by then.
      expect(await useCases.confirmNoticeAddress({ who: { user }, code: late })).to.include({ refused: 'wrong_code' })
      expect(await address()).to.equal('amina@example.com')
    },
  )

  rule(
    '32.7',
    'a mail has only the lines of its notices and a link, and no phone number, name or reference',
    async () => {
      const { server, paid, useCases } = await openConfirmed()
      await paid()
      await useCases.mailNotices()
      const [mail, ...others] = server.mails
      expect(others).to.deep.equal([])
      expect(mail?.to).to.deep.equal(['amina@example.com'])
      expect(mail?.subject).to.equal('UGX 20,000 came in')
      expect(mail?.text).to.match(
        /^UGX 20,000 came in\n\nhttps:\/\/pay\.example\.com\/dashboard\/transactions\/[0-9a-f-]+\n\nChoose which notices you get: https:\/\/pay\.example\.com\/me\/notices\n$/,
      )
    },
  )

  rule('32.8', 'a user gets at most one mail in five minutes, with all notices since the last one', async () => {
    const { server, paid, useCases, clock } = await openConfirmed()
    await paid()
    await useCases.mailNotices()
    for (const _ of [1, 2]) await paid()
    await useCases.mailNotices()
    expect(server.mails.map(({ subject }) => subject)).to.deep.equal(['UGX 20,000 came in'])
    clock.forwardMs(5 * minuteMs + 1)
    await useCases.mailNotices()
    expect(server.mails.map(({ subject }) => subject)).to.deep.equal(['UGX 20,000 came in', '2 notices'])
  })

  rule('32.9', 'a daily mail has the notices of a day, after its end', async () => {
    const { server, paid, useCases, clock } = await openConfirmed('daily')
    await paid()
    await paid()
    await useCases.mailNotices()
    expect(server.mails).to.deep.equal([])
    clock.forwardMs(dayMs)
    await useCases.mailNotices()
    expect(server.mails.map(({ subject }) => subject)).to.deep.equal(['2 notices'])
  })

  rule(
    '32.10',
    'a mail that the server puts off, or that cannot reach it, is sent again, and given up after a day',
    async () => {
      const { server, paid, useCases, clock, states } = await openConfirmed()
      await paid()
      server.answers('451 later')
      await useCases.mailNotices()
      expect(await states()).to.deep.equal(['due'])
      clock.forwardMs(30_000)
      await useCases.mailNotices()
      expect(server.tried()).to.equal(1)
      clock.forwardMs(minuteMs)
      await useCases.mailNotices()
      expect([server.tried(), await states()]).to.deep.equal([2, ['due']])
      clock.forwardMs(dayMs)
      await useCases.mailNotices()
      expect(await states()).to.deep.equal(['given_up'])
      server.answers(undefined)
      clock.forwardMs(dayMs)
      await useCases.mailNotices()
      expect(server.mails).to.deep.equal([])
    },
  )

  rule('32.11', 'a mail is not sent again if the mail server may have accepted it', async () => {
    const { server, paid, useCases, clock, states } = await openConfirmed()
    await paid()
    server.answers('lost')
    await useCases.mailNotices()
    expect([server.mails.length, await states()]).to.deep.equal([1, ['doubtful']])
    server.answers(undefined)
    clock.forwardMs(dayMs)
    await useCases.mailNotices()
    expect(server.mails).to.have.length(1)
  })
})
