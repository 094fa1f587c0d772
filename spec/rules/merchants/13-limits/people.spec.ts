import { expect } from 'chai'
import type { Limits } from '../../../../adapters/http/caller/limits.ts'
import { openPages, owner, ownForm, textPage } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'
import { keepWindowsOpen } from './openWindows.ts'

/** Pages with a rate of one a second for each user, or each client network: ten may come at once. */
async function openSlowPages(limits: Partial<Limits>) {
  const take = () => ({ seeOther: '/pages/form' })
  const pages = [textPage('/pages/form', { take }), textPage('/pages/own', { access: 'me.look' })]
  const { ask, visitors, ...api } = await openPages(pages, {}, undefined, limits)
  visitors.viewer = { ...owner, user: { ...owner.user, id: 'another' } }
  /** Asks for a page, or sends a form to it, as this user's browser would. */
  const look = (path: string, name?: string, more: Record<string, string> = {}) =>
    ask(path, { headers: { ...(name && { cookie: `sente-session=${name}` }), ...more } })
  const send = (path: string, name: string) =>
    ask.post(path, { form: {}, headers: { ...ownForm, cookie: `sente-session=${name}` } })
  const lookTimes = async (times: number, ...[path, ...by]: Parameters<typeof look>) => {
    for (let time = 0; time < times; time += 1) expect((await look(path, ...by)).statusCode).to.be.below(404)
  }
  return { ...api, look, send, lookTimes }
}

describe('13 Limits on requests: people', () => {
  beforeEach(keepWindowsOpen)

  rule(
    '13.30',
    'ten seconds’ worth of a user’s requests for pages are served, and the next is refused with a page that says so',
    {
      'at one request a second': table(
        ['requests in ten seconds', 'answer to the last'],
        [
          [9, 200],
          [10, 200],
          [11, 429],
        ],
        async (requests, status) => {
          const { look, lookTimes } = await openSlowPages({ userRate: 1 })
          await lookTimes(requests - 1, 'pages/own', 'owner')
          expect((await look('pages/own', 'owner')).statusCode).to.equal(status)
        },
      ),
      message: async () => {
        const { look, lookTimes } = await openSlowPages({ userRate: 1 })
        await lookTimes(10, 'pages/own', 'owner')
        const { statusCode, body, headers } = await look('pages/own', 'owner')
        expect(statusCode).to.equal(429)
        expect(headers).to.include({ 'retry-after': '10', ratelimit: '"user";r=0;t=10' })
        expect(body).to.include('Too many requests').and.include('Nothing was done. Wait 10 seconds, then try again.')
      },
      'forms count, and pages that there are not': async () => {
        const { send, look, lookTimes } = await openSlowPages({ userRate: 1 })
        await lookTimes(8, 'pages/own', 'owner')
        expect((await send('pages/form', 'owner')).statusCode).to.equal(303)
        expect((await look('pages/none', 'owner')).statusCode).to.equal(404)
        expect((await send('pages/form', 'owner')).statusCode).to.equal(429)
        expect((await look('pages/none', 'owner')).statusCode).to.equal(429)
      },
    },
  )

  rule(
    '13.31',
    'a user’s requests do not count for other users of the account or for its keys, and theirs do not count for the user',
    {
      'a user': async () => {
        const { look, post, bodies, lookTimes } = await openSlowPages({ userRate: 1, accountRate: 1 })
        await lookTimes(10, 'pages/own', 'owner')
        expect((await look('pages/own', 'viewer')).statusCode).to.equal(200)
        expect((await post('send-money', bodies['send-money'])).status).to.equal(201)
      },
      'a key': async () => {
        const { look, post, bodies } = await openSlowPages({ userRate: 1, accountRate: 1 })
        for (let nth = 0; nth < 11; nth += 1) await post('send-money', bodies['send-money'])
        expect((await post('send-money', bodies['send-money'])).status).to.equal(429)
        expect((await look('pages/own', 'owner')).statusCode).to.equal(200)
      },
    },
  )

  rule('13.32', 'visitors who are not signed in count by their client network, and use up no quota of users', {
    'without a session, and with one that has ended': async () => {
      const { look, lookTimes } = await openSlowPages({ visitorRate: 1 })
      await lookTimes(5, 'pages/form')
      await lookTimes(5, 'pages/own', 'nobody')
      expect((await look('pages/form')).statusCode).to.equal(429)
      expect((await look('pages/own', 'owner')).statusCode).to.equal(200)
      expect((await look('pages/form', undefined, { 'x-forwarded-for': '192.0.2.1' })).statusCode).to.equal(200)
    },
  })
})
