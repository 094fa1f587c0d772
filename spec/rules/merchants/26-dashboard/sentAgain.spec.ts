import { expect } from 'chai'
import type { Response } from 'got'
import { hourMs, minuteMs } from '../../../fixtures/core.ts'
import { openDashboard, password, textOf } from '../../../fixtures/http/dashboard.ts'
import { type FoundForm, formsIn } from '../../../fixtures/http/forms.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule } from '../../../rule.ts'

describe('26 The dashboard: forms over a sign-in', () => {
  const link = { amount: '5000', currency: 'UGX', description: 'Two sacks & a rope', uses: '1', reference: 'order-17' }

  /** A browser whose session has ended while its user was writing. */
  async function openIdle() {
    const dashboard = await openDashboard()
    const { ask, userOf, clock } = dashboard
    const user = await userOf('owner')
    let { cookie } = user
    clock.forwardMs(31 * 60_000)
    const taken = (answer: Response<string>) => {
      cookie = /^sente-session=[^;]*/.exec(answer.headers['set-cookie']?.[0] ?? '')?.[0] ?? cookie
      return answer
    }
    const post = async (path: string, form: Record<string, string>) =>
      taken(await ask.post(path.slice(1), { form, headers: { ...ownForm, cookie } }))
    const inParts = async (path: string, fields: Record<string, string>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      const headers = { cookie, 'sec-fetch-site': 'same-origin' }
      return taken(await ask.post(path.slice(1), { body, headers }))
    }
    const signIn = (answer: Response<string>, name = user.user.name) => {
      const { kept = '' } = fieldsOf(answer, '/sign-in')
      return inParts('/sign-in', { name, password, kept })
    }
    return { ...dashboard, user, post, inParts, signIn }
  }

  function formTo(answer: Response<string>, action: string): FoundForm | undefined {
    return formsIn(answer.body).find((form) => form.action === action)
  }

  function fieldsOf(answer: Response<string>, action: string): Record<string, string> {
    return Object.fromEntries(formTo(answer, action)?.fields ?? [])
  }

  rule('26.31', 'a form that comes after its session has ended is kept until its user has signed in again', {
    'and is sent when the user says so': async () => {
      const { post, signIn, ports } = await openIdle()
      const stopped = await post('/dashboard/links/new', link)
      expect(stopped.statusCode).to.equal(422)
      expect(textOf(stopped)).to.include('Your session has ended, and nothing was sent')
      expect(stopped.body).not.to.include('rope')
      const back = await signIn(stopped)
      expect(textOf(back)).to.include('Your form has not been sent yet')
      expect(fieldsOf(back, '/dashboard/links/new')).to.include({ amount: '5000', reference: 'order-17' })
      expect(back.body).to.include('Two sacks &amp; a rope')
      const sent = await post('/dashboard/links/new', fieldsOf(back, '/dashboard/links/new'))
      expect(textOf(sent)).to.include('UGX 5,000')
      expect((await ports.books.list({ limit: 9 })).transactions).to.deep.equal([])
    },
    'over a wrong password, too': async () => {
      const { post, inParts, signIn } = await openIdle()
      const { kept = '' } = fieldsOf(await post('/dashboard/links/new', link), '/sign-in')
      const wrong = await inParts('/sign-in', { name: 'owner@shop.example', password: 'not it at all', kept })
      expect(wrong.statusCode).to.equal(422)
      expect(fieldsOf(await signIn(wrong), '/dashboard/links/new')).to.include({ reference: 'order-17' })
    },
    'a batch with its corrections': async () => {
      const { inParts, signIn } = await openIdle()
      const carried = `line,reference,amount\r\n${'2,wages-1,5000\r\n'.repeat(9_000)}`
      const batch = { reference: 'wages', carried, corrected: '2', 'cell-2-1': '6000' }
      const back = await signIn(await inParts('/dashboard/batches/new/check', batch))
      expect(fieldsOf(back, '/dashboard/batches/new/check')).to.include({ corrected: '2', 'cell-2-1': '6000' })
      expect(back.body).to.include('enctype="multipart/form-data"')
    },
  })

  rule('26.32', 'its password and PIN are not kept, but asked for again', async () => {
    const { post, signIn } = await openIdle()
    const path = '/dashboard/transactions/00000000-0000-7000-8000-000000000000/refund'
    const stopped = await post(path, { amount: '500', said: 'UGX 500', reference: 'refund-1', pin: '4071' })
    const back = await signIn(stopped)
    const { pin, amount } = fieldsOf(back, path)
    expect({ pin, amount }).to.deep.equal({ pin: '', amount: '500' })
    expect(back.body).to.include('type="password"').and.not.include('4071')
    const secret = await post('/dashboard/settings/pin', { pin: '4072', again: '4072' })
    expect(fieldsOf(secret, '/sign-in')).not.to.have.property('kept')
  })

  rule('26.33', 'another person at the same browser gets no kept form, and neither does another browser', {
    'another person': async () => {
      const { post, signIn, userOf } = await openIdle()
      await userOf('owner', 'other@shop.example')
      const other = await signIn(await post('/dashboard/links/new', link), 'other@shop.example')
      expect(other.headers.location).to.equal('/dashboard/')
    },
    'another browser': async () => {
      const { post, ask } = await openIdle()
      const { kept = '' } = fieldsOf(await post('/dashboard/links/new', link), '/sign-in')
      const form = { name: 'owner@shop.example', password, kept }
      expect((await ask.post('sign-in', { form, headers: ownForm })).headers.location).to.equal('/dashboard/')
    },
    'a session that somebody has ended keeps none': async () => {
      const { userOf } = await openDashboard()
      const { post } = await userOf('owner')
      await post('/sign-out')
      const stopped = await post('/dashboard/links/new', link)
      expect(stopped.headers.location).to.equal('/sign-in')
    },
  })

  rule('26.34', 'each page shows when its session ends', async () => {
    const { userOf, clock } = await openDashboard()
    const { get } = await userOf('owner')
    const beganMs = clock.nowMs()
    const ends = async () => {
      const { body } = await get('/dashboard/links')
      const [, at = '', after] = /Signed in until <time datetime="([^"]+)"[^>]*>[^<]*<\/time>([^<]*)/.exec(body) ?? []
      const [, seconds] = /role="alert" hidden data-ending="([0-9]+)"/.exec(body) ?? []
      return [(Date.parse(at) - clock.nowMs()) / minuteMs, after, Number(seconds) / 60]
    }
    expect(await ends()).to.deep.equal([30, ', longer if you open another page.', 25])
    while (clock.nowMs() < beganMs + 11.5 * hourMs) {
      clock.forwardMs(23 * minuteMs)
      await get('/me')
    }
    const leftMinutes = (beganMs + 12 * hourMs - clock.nowMs()) / minuteMs
    expect(await ends()).to.deep.equal([leftMinutes, '.', leftMinutes - 5])
  })
})
