import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import type { Page } from '../../../../adapters/dashboard/dashboard.ts'
import { createAccount, isRefusal } from '../../../../core/sente.ts'
import { openPages, owner, ownForm, textPage } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'
import { csvOf, openUploader } from '../28-oversight/uploader.ts'

type Opened = Awaited<ReturnType<typeof openAtWork>>

/** Pages beside an API, with two requests of its account running until they are released. */
async function openAtWork(isAtWork: (opened: Awaited<ReturnType<typeof openSome>>) => Promise<unknown>) {
  let [begun, release] = [0, () => {}]
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const waits = async () => {
    begun += 1
    await released
  }
  const opened = await openSome(waits)
  for (const _ of [1, 2]) void isAtWork(opened)
  while (begun < 2) await setImmediate()
  return { ...opened, release }
}

/** Pages; some of them wait. */
async function openSome(waits: () => Promise<void>) {
  const shown = textPage('').show
  const done = { seeOther: '/pages/quick' }
  let counted = 0
  const pages: readonly Page[] = [
    textPage('/pages/quick', { access: 'me.look', take: () => done }),
    textPage('/pages/open', { take: () => done }),
    textPage('/pages/file', {
      access: 'me.look',
      show: () => ({ fileName: 'a.csv', type: 'text/csv', lines: ['a\r\n', 'b\r\n'] }),
    }),
    textPage('/pages/slow', { access: 'me.look', show: async (asked) => waits().then(() => shown?.(asked) as never) }),
    textPage('/pages/elsewhere', {
      ...{ access: 'me.look', asksElsewhere: true },
      show: async (asked) => waits().then(() => shown?.(asked) as never),
    }),
    textPage('/pages/counted', {
      access: 'me.look',
      show: () => ({ title: `asked for ${++counted} times`, main: null }),
    }),
    textPage('/pages/sent', { access: 'me.look', take: async () => waits().then(() => done) }),
  ]
  const opened = await openPages(pages)
  const { visitors, account, ask } = opened
  const of = (id: string, accountId: string | null) => ({
    ...owner,
    user: {
      ...owner.user,
      id,
      accountId,
      role: accountId === null ? ('administrator' as const) : ('viewer' as const),
    },
    account: accountId === null ? null : { id: accountId, name: 'Shop' },
  })
  Object.assign(visitors, {
    ...{ amina: of('amina', account.id), akello: of('akello', account.id) },
    ...{ other: of('other', 'another'), operator: of('administrator', null) },
  })
  const cookieOf = (name: string) => ({ cookie: `sente-session=${name}` })
  return {
    ...opened,
    look: (path: string, name: string) => ask(path, { headers: cookieOf(name) }),
    send: (path: string, name: string) => ask.post(path, { form: {}, headers: { ...ownForm, ...cookieOf(name) } }),
  }
}

/** Sends requests that have to wait, and others; resolves with whether the first was answered before the others. */
async function isAnsweredMeanwhile(opened: Opened, first: () => Promise<unknown>): Promise<boolean> {
  let isAnswered = false
  const answered = first().then(() => {
    isAnswered = true
  })
  for (const _ of [1, 2, 3]) expect((await opened.look('pages/quick', 'other')).statusCode).to.equal(200)
  const meanwhile = isAnswered
  opened.release()
  await answered
  return meanwhile
}

/** A number of its own for each collection, because of the limits of prompts. */
const orderOf = (nth: number) => ({ reference: `order-${nth}`, phone_number: `${256_770_000_000 + nth}` })

describe('14 Neighbours: people', () => {
  rule(
    '14.19',
    'a page and a form wait while two look-ups or pages of their account are running; other accounts’ pages do not',
    table(
      ['at work', 'request', 'waits'],
      [
        ['two pages', 'a page', true],
        ['two pages', 'a file', true],
        ['two pages', 'a form', true],
        ['two pages', 'a look-up with a key', true],
        ['two pages', 'a page by an operator', false],
        ['two pages', 'a page by nobody', false],
        ['two forms', 'a page', false],
        ['two pages that ask another server', 'a page', false],
      ],
      async (atWork, asked, waits) => {
        const opened = await openAtWork(({ look, send }) => {
          if (atWork === 'two forms') return send('pages/sent', 'amina')
          return look(atWork === 'two pages' ? 'pages/slow' : 'pages/elsewhere', 'amina')
        })
        const requests: Readonly<Record<string, () => Promise<unknown>>> = {
          'a page': () => opened.look('pages/quick', 'akello'),
          'a file': () => opened.look('pages/file', 'akello'),
          'a form': () => opened.send('pages/quick', 'akello'),
          'a look-up with a key': () =>
            opened.ask('api/v1/balances', { headers: { authorization: opened.authorization } }),
          'a page by an operator': () => opened.look('pages/quick', 'administrator'),
          'a page by nobody': () => opened.ask('pages/open'),
        }
        expect(await isAnsweredMeanwhile(opened, requests[asked] ?? expect.fail)).to.equal(!waits)
      },
    ),
  )

  rule('14.20', 'a waiting page is not made when its client has left', async () => {
    const opened = await openAtWork(({ look }) => look('pages/slow', 'amina'))
    const arrived = once(opened.server, 'request')
    const gone = opened.socket().on('error', () => undefined)
    gone.write('GET /pages/counted HTTP/1.1\r\nHost: x\r\nCookie: sente-session=akello\r\n\r\n')
    const [{ socket }] = await arrived
    // An answer that comes after it shows that it waits.
    await opened.ask('livez')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    gone.resetAndDestroy()
    await closed
    opened.release()
    const later = await opened.look('pages/counted', 'akello')
    expect(later.body).to.include('asked for 1 times')
  })

  rule(
    '14.21',
    'while a form of ten thousand lines is checked, another account pays one payment after the other',
    async () => {
      const { upload, origin, ports, bodies, lines: log } = await openUploader()
      const created = await createAccount(ports)({ by: 'amina', name: 'Soko', kyc: 'complete', activate: ['UGX'] })
      if (isRefusal(created)) throw new Error(created.message)
      const collect = async (nth: number) => {
        const body = JSON.stringify({ ...bodies['collect-money'], apikey: created.publicKey, ...orderOf(nth) })
        const headers = { authorization: `Bearer ${created.secretKey}`, 'content-type': 'application/json' }
        return (await fetch(`${origin}/api/v1/collect-money`, { method: 'POST', headers, body })).status
      }
      const wrong = csvOf(...Array.from({ length: 10_000 }, () => ['254770000002', '5000'] as const))
      let isChecked = false
      const checked = upload('/dashboard/batches/new/check', { reference: 'wages' }, wrong).then((answer) => {
        isChecked = true
        return answer
      })
      const statuses: number[] = []
      while (!isChecked) statuses.push(await collect(statuses.length))
      expect((await checked).statusCode).to.equal(422)
      expect(statuses).to.have.length.above(5)
      expect(new Set(statuses)).to.deep.equal(new Set([201]))
      expect(log.filter((line) => line.includes('breakage'))).to.deep.equal([])
    },
  )

  rule('14.22', 'ten such forms at once are all checked', async () => {
    const { upload, lines: log } = await openUploader()
    const wrong = csvOf(...Array.from({ length: 2_000 }, () => ['254770000002', '5000'] as const))
    const checking = Array.from({ length: 10 }, (_, nth) =>
      upload('/dashboard/batches/new/check', { reference: `wages-${nth}` }, wrong),
    )
    expect((await Promise.all(checking)).map(({ statusCode }) => statusCode)).to.deep.equal(Array(10).fill(422))
    expect(log.filter((line) => line.includes('breakage'))).to.deep.equal([])
  })

  rule(
    '14.23',
    'two large forms of an account are read at a time, ten wait unread, and more are refused; other accounts’ forms are read',
    async () => {
      let [taken, release] = [0, () => {}]
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const page = textPage('/pages/large', {
        ...{ access: 'me.look', isLarge: true },
        async take() {
          taken += 1
          await released
          return { seeOther: '/pages/large' }
        },
      })
      const { origin, visitors, server } = await openPages([page])
      visitors.other = { ...owner, user: { ...owner.user, id: 'other', accountId: 'another' } }
      let arrived = 0
      server.on('request', () => {
        arrived += 1
      })
      const send = (name: string) => {
        const form = new FormData()
        form.set('word', 'x')
        const headers = { 'sec-fetch-site': 'same-origin', cookie: `sente-session=${name}` }
        return fetch(`${origin}/pages/large`, { method: 'POST', body: form, headers, redirect: 'manual' })
      }
      const sent = Array.from({ length: 12 }, () => send('owner'))
      while (taken < 2 || arrived < 12) await setImmediate()
      const { status, headers } = await send('owner')
      expect([status, headers.get('retry-after'), taken]).to.deep.equal([429, '10', 2])
      const others = send('other')
      while (taken < 3) await setImmediate()
      release()
      const answers = await Promise.all([...sent, others])
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(13).fill(303))
      expect(taken).to.equal(13)
    },
  )
})
