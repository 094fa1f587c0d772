import { expect } from 'chai'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule } from '../../../rule.ts'
import { openHolder } from './holder.ts'

describe('27 The account’s users in the browser: links to share', () => {
  /** A link of UGX 5,000 for any number of payments. */
  async function openShared() {
    const holder = await openHolder()
    const made = await holder.post('/dashboard/links/new', {
      ...{ amount: '5000', said: 'UGX 5,000', currency: 'UGX', description: 'Tea & milk', reference: 'tea' },
    })
    const path = (made.headers.location ?? '').replace(/\?.*/, '')
    const url = / value="(http:[^"]*\/pay\/[^"]*)"/.exec((await holder.get(path)).body)?.[1] ?? ''
    const paidBy = async (phone_number: string) => {
      holder.network.behaves('succeeds')
      const page = new URL(url).pathname.slice(1)
      const nonce = /name="nonce" value="([0-9a-f]{32})"/.exec((await holder.ask(page)).body)?.[1] ?? ''
      await holder.ask.post(page, { form: { nonce, phone_number }, headers: ownForm })
    }
    return { ...holder, path, url, paidBy }
  }

  rule('27.33', 'the page of a link has its address to copy and to send, a sheet to print, and how often it was paid', {
    'in a field, and in a message': async () => {
      const { get, path, url } = await openShared()
      const { body } = await get(path)
      expect(body).to.match(/<input value="http:[^"]*" readonly data-select/)
      expect(body.match(/<button[^>]*data-(copy|share)="[^"]*"[^>]*hidden/g)).to.have.length(2)
      const message = /href="https:\/\/wa\.me\/\?text=([^"]*)" rel="noreferrer"/.exec(body)?.[1] ?? ''
      expect(decodeURIComponent(message)).to.equal(`Tea & milk, UGX 5,000: ${url}`)
    },
    'on paper, with the shop and the code, for owners while the link is open': async () => {
      const { get, post, path, url, userOf } = await openShared()
      expect((await get(path)).body).to.include(`href="${path}/sheet"`)
      const sheet = await get(`${path}/sheet`)
      expect(textOf(sheet)).to.include('Duka UGX 5,000 Tea & milk').and.include(`Address ${url} Reference tea Until`)
      expect(sheet.body).to.include('<svg role="img" aria-label="QR code of the address"').and.include('data-print')
      const viewer = await userOf('viewer')
      expect([(await viewer.get(`${path}/sheet`)).statusCode, (await viewer.get(path)).body]).to.satisfy(
        ([status, body]: [number, string]) => status === 404 && !body.includes('/sheet'),
      )
      await post(`${path}/end`, { sure: 'yes' })
      expect((await get(`${path}/sheet`)).statusCode).to.equal(404)
    },
    'the payments that have succeeded': async () => {
      const { get, path, paidBy } = await openShared()
      const seen = [textOf(await get(path))]
      for (const number of ['0770000001', '0770000002']) {
        await paidBy(number)
        seen.push(textOf(await get(path)))
      }
      expect(seen.map((text) => / Paid +(not yet|once|2 times) /.exec(text)?.[1])).to.deep.equal([
        'not yet',
        'once',
        '2 times',
      ])
    },
  })
})
