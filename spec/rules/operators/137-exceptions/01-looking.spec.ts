import { expect } from 'chai'
import { assignEntries, resolveEntries } from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'
import { rowOf } from '../120-reconciliation/paidWorld.ts'
import { forgotten, openCompared, topUp } from './compared.ts'

describe('137 Exceptions on the operators’ pages: looking', () => {
  const because = 'ticket 4711'

  /** Three exceptions of two networks: one is okot's, one is resolved. */
  async function openThree() {
    const compared = await openCompared()
    const { ports, failedThere, found } = compared
    const { id, row } = await failedThere()
    const mtn = await found([row, topUp])
    const airtel = await found([forgotten], 'AIRTEL')
    const decision = { by: 'okello', because }
    await assignEntries(ports)({ ...decision, runId: mtn.run.id, items: [2], owner: 'okot' })
    await resolveEntries(ports)({ ...decision, runId: mtn.run.id, items: [3], endPayments: false })
    const [failed = '', moved = ''] = mtn.paths
    return { ...compared, id, failed, moved, missing: airtel.paths[0], mtn, airtel }
  }

  /** The exceptions on a page, by their paths. */
  function shownIn(body: string): string[] {
    return [...body.matchAll(/<th scope="row"><a href="(\/operator\/exceptions\/[^"]+)"/g)].map(([, path = '']) => path)
  }

  rule(
    '137.1',
    'open exceptions of all comparisons are listed, the latest first, with both sides, owner, age and amount',
    async () => {
      const { nakato, failed, missing, id, clock, entry } = await openThree()
      const answer = await nakato.get('/operator/exceptions')
      expect(shownIn(answer.body)).to.deep.equal([missing, failed])
      const text = textOf(answer)
      const hours = Math.floor((clock.nowMs() - (await entry(missing)).atMs) / (0.1 * hourMs)) / 10
      expect(text).to.include('missing in the books AIRTEL, line 2 of AIRTEL.csv')
      expect(text).to.match(/succeeded came in nothing nobody \d+ min UGX 7,000/)
      expect(hours).to.be.within(1, 2)
      expect(text).to.match(/ends differ MTN, line 2 of MTN.csv failed went out open order-1 , UGX [\d,]+ okot/)
      expect(answer.body).to.include(`href="/operator/payments/${id}"`)
    },
  )

  rule('137.2', 'the list is filtered by the address of the page, and divided into pages', {
    '': table(
      ['asked', 'shown'],
      [
        ['', 'missing failed'],
        ['?state=ended', 'moved'],
        ['?network=MTN', 'failed'],
        ['?network=MTN&state=ended', 'moved'],
        ['?bucket=missing_here', 'missing'],
        ['?bucket=matched', 'missing failed'],
        ['?network=MTM', 'missing failed'],
        ['?owner=me', 'failed'],
        ['?owner=nobody', 'missing'],
        ['?before=MISSING', 'failed'],
        ['?before=nonsense', 'missing failed'],
      ],
      async (asked, shown) => {
        const { okot, missing, failed, moved } = await openThree()
        const paths: Record<string, string> = { missing, failed, moved }
        const place = missing.split('/').slice(-2).join('.')
        const { body } = await okot.get(`/operator/exceptions${asked.replace('MISSING', place)}`)
        expect(shownIn(body)).to.deep.equal(shown.split(' ').map((name) => paths[name]))
      },
    ),
    'more than a page': async () => {
      const { nakato, found } = await openCompared()
      const { paths } = await found(Array.from({ length: 51 }, () => topUp))
      const { body } = await nakato.get('/operator/exceptions?network=MTN')
      expect(shownIn(body)).to.deep.equal(paths.slice(1).reverse())
      const [, next = ''] = /href="([^"]*before=[^"]*)"/.exec(body) ?? []
      expect(next).to.include('network=MTN')
      expect(shownIn((await nakato.get(next.replaceAll('&amp;', '&'))).body)).to.deep.equal([paths[0]])
    },
  })

  rule('137.3', 'the page of an exception shows the evidence of both sides, and the decisions about it', {
    'one that is open': async () => {
      const { nakato, failed, id, payment } = await openThree()
      const { providerId } = await payment(id)
      const answer = await nakato.get(failed)
      const text = textOf(answer)
      expect(text).to.include('File MTN.csv Line 2 It says failed, went out').and.include(`Our id ${providerId}`)
      expect(text).to.include('Payment order-1').and.include('It says open sent')
      expect(text).to.include(`assigned to okot okello`).and.include(because)
      expect(answer.body).to.include(`href="/operator/payments/${id}"`)
    },
    'a resolved one has no form': async () => {
      const { nakato, moved } = await openThree()
      const answer = await nakato.get(moved)
      expect(textOf(answer)).to.include(`done with : ${because}`).and.include('The books have no such payment')
      expect(answer.body).not.to.include(`action="${moved}`)
    },
    'a payment that the file lacks': async () => {
      const { nakato, pay, pass, found, ports } = await openCompared()
      const { id } = await pay('succeeds')
      await pass(hourMs)
      const { paths } = await found([])
      const text = textOf(await nakato.get(paths[0]))
      expect(text).to.include('The file has no such row').and.include('missing in the file')
      expect(text).to.include((await ports.books.transaction(id))?.reference)
    },
  })

  rule(
    '137.4',
    'the first page counts the open exceptions with a link to each kind, and shows the latest with owner and age',
    async () => {
      const { nakato, okot, failed, missing } = await openThree()
      const answer = await nakato.get('/operator/')
      expect(shownIn(answer.body)).to.deep.equal([missing, failed])
      expect(answer.body).to.include('href="/operator/exceptions?network=MTN&amp;bucket=state_differs"')
      expect(textOf(answer)).to.include('1 of AIRTEL : missing in the books').and.include('1 of MTN : ends differ')
      for (const path of [failed, missing]) {
        await okot.post(`${path}/assign`, { owner: 'nakato', because })
      }
      expect(textOf(await nakato.get('/operator/'))).to.match(/nothing nakato \d+ min/)
      const { nakato: another } = await openCompared()
      expect(textOf(await another.get('/operator/'))).to.include('No comparison has an open exception')
    },
  )

  rule(
    '137.5',
    'the first page shows for each network the last comparison of its file, the compared time and the result',
    async () => {
      const compared = await openCompared()
      const { nakato, found, failedThere, ports, pass, pay } = compared
      const comparisons = async () => textOf(await nakato.get('/operator/'))
      expect(await comparisons()).to.include('MTN never, or not recently')
      const { row } = await failedThere()
      await found([row, forgotten, topUp])
      const moment = '\\d+ Jan 2026, \\d\\d:\\d\\d'
      expect(await comparisons()).to.match(new RegExp(`MTN ${moment} ${moment} to ${moment} 0 3 `))
      const { id } = await pay('succeeds', { reference: 'order-9' })
      const paid = await ports.books.transaction(id)
      await pass(hourMs)
      await found(paid ? [(_, line) => rowOf(paid, line, { ours: paid.providerId })] : [])
      expect(await comparisons()).to.match(new RegExp(`MTN ${moment} ${moment} to ${moment} 1 0 `))
      expect(await comparisons()).to.include('AIRTEL never, or not recently')
    },
  )
})
