import { expect } from 'chai'
import { readFourEyes } from '../../../../composition/settings/fourEyes.ts'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { csvOf, openUploader, paid } from './uploader.ts'

describe('28 Batches in the browser: batches', () => {
  const path = '/dashboard/batches'
  const lines = csvOf(['256770000001', '5000'], ['256770000002', '7000'], ['256770000003', '499'])

  rule(
    '28.5',
    'the page of a batch shows the results of its lines, first those that were not paid, and links to their payments',
    {
      'the result of each line': async () => {
        const { accepted, pays, get, ports } = await openUploader()
        const { id } = await accepted(lines, { partial: 'yes' })
        const own = `${path}/${id}`
        expect(textOf(await get(own)))
          .to.include('1 of 3 lines have ended')
          .and.include('Held UGX 12,000')
        await pays()
        await pays()
        const { body } = await get(own)
        const shown = textOf({ body } as never)
        expect(shown)
          .to.include('3 of 3 lines have ended')
          .and.include('Held UGX 0')
          .and.include('succeeded 2 lines UGX 12,000')
        expect(shown.indexOf('the amount is too small')).to.be.within(
          shown.indexOf('Lines that were not paid'),
          shown.indexOf('All lines'),
        )
        const { transactions } = await ports.books.list({ limit: 9 })
        for (const payment of transactions) expect(body).to.include(`href="/dashboard/transactions/${payment.id}"`)
        expect(textOf(await get(`${own}?state=refused`)))
          .to.include('wage-3')
          .and.not.include('wage-1')
        const csv = await get(`${own}/lines.csv`)
        expect(csv.headers['content-type']).to.include('text/csv')
        expect(csv.body[0]).to.equal('\ufeff')
        expect(
          csv.body
            .slice(1)
            .split('\r\n')
            .map((row) => row.split(',').slice(0, 2).join(' ')),
        ).to.deep.equal(['line reference', '2 wage-1', '3 wage-2', '4 wage-3', ''])
      },
      'more lines than a page has, on further pages': async () => {
        const { accepted, get } = await openUploader()
        const many = Array.from({ length: 51 }, (_, index) => [`2567700000${index + 10}`, '500'] as const)
        const { id } = await accepted(csvOf(...many))
        const first = await get(`${path}/${id}`)
        expect(first.body).to.include('>wage-50<').and.not.include('>wage-51<')
        const further = /href="([^"]+)">Further lines</.exec(first.body)?.[1] ?? ''
        const next = await get(further.replaceAll('&amp;', '&'))
        expect(next.body).to.include('>wage-51<').and.not.include('>wage-50<').and.not.include('Further lines')
      },
    },
  )

  rule('28.6', 'an owner can pause, resume and cancel a batch; resuming takes the password', async () => {
    const { accepted, post, get, batches, balance, doneBy } = await openUploader()
    const before = (await balance()).available
    const { id } = await accepted(csvOf(['256770000001', '5000']))
    const own = `${path}/${id}`
    const state = async () => (await batches())[0]?.state
    expect((await post(`${own}/pause`)).headers.location).to.equal(`${own}?done=pause`)
    expect([await state(), textOf(await get(`${own}?done=pause`)).includes('The batch is paused.')]).to.deep.equal([
      'paused',
      true,
    ])
    expect((await post(`${own}/resume`, { password: 'another one' })).statusCode).to.equal(422)
    expect(await state()).to.equal('paused')
    await post(`${own}/resume`, { password })
    expect(await state()).to.equal('paying')
    await post(`${own}/cancel`, { sure: 'yes' })
    expect([await state(), (await balance()).available]).to.deep.equal(['cancelling', before])
    const late = await post(`${own}/resume`, { password })
    expect([late.statusCode, textOf(late).includes('Batch opens no more payouts')]).to.deep.equal([422, true])
    expect(await doneBy()).to.deep.equal(['batch.accept', 'batch.pause', 'batch.resume', 'batch.cancel'])
  })

  rule('28.7', 'batches are listed by state, the latest first, and an event about one leads to it', async () => {
    const { accepted, post, pays, get } = await openUploader()
    const { id: first } = await accepted(csvOf(['256770000001', '5000']))
    await pays()
    await pays()
    const other = csvOf(['256770000002', '6000']).replaceAll('wage', 'bonus')
    const { id: second } = await accepted(other, { reference: 'bonuses' })
    await post(`${path}/${second}/pause`)
    const listed = async (query = '') =>
      [...(await get(path + query)).body.matchAll(/batches\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
    expect(await listed()).to.deep.equal([second, first])
    expect(await listed('?state=completed')).to.deep.equal([first])
    expect(await listed('?state=cancelling')).to.deep.equal([])
    expect(await listed(`?before=${second}`)).to.deep.equal([first])
    expect((await get('/dashboard/events')).body).to.include(`<a href="${path}/${first}">wages</a>`)
  })

  rule('28.8', 'the overview shows the batches that wait for somebody, and no others', async () => {
    const { accepted, post, get } = await openUploader()
    const { id } = await accepted(csvOf(['256770000001', '5000']))
    expect(textOf(await get('/dashboard/'))).not.to.include('Batches that need a person')
    await post(`${path}/${id}/pause`)
    const shown = await get('/dashboard/')
    expect(textOf(shown)).to.include('Batches that need a person')
    expect(shown.body).to.include(`href="${path}/${id}"`)
  })

  rule(
    '28.9',
    'the batches of another account are not found, and a viewer sees batches and cannot change them',
    async () => {
      const { accepted, userOf, strangerOf, batches, doneBy } = await openUploader()
      const { id } = await accepted(csvOf(['256770000001', '5000']))
      const before = (await batches())[0]?.state
      const own = `${path}/${id}`
      const [stranger, viewer] = [await strangerOf(), await userOf('viewer')]
      for (const page of [own, `${own}/lines.csv`]) {
        expect((await stranger.get(page)).statusCode, page).to.equal(404)
        expect((await viewer.get(page)).statusCode, page).to.equal(200)
      }
      expect((await stranger.get(path)).body).not.to.include(id)
      for (const one of [path, own]) {
        const posted = [...(await viewer.get(one)).body.matchAll(/action="([^"]*)" method="post"/g)].map(
          ([, action]) => action,
        )
        expect(posted, one).to.deep.equal(['/sign-out', '/language'])
      }
      for (const change of ['approve', 'resume', 'pause', 'cancel']) {
        expect((await stranger.post(`${own}/${change}`, { password })).statusCode, change).to.equal(404)
        expect((await viewer.post(`${own}/${change}`, { password })).statusCode, change).to.equal(404)
      }
      for (const page of [`${path}/new/check`, `${path}/new/accept`])
        expect((await viewer.post(page, { ...paid, reference: 'more', lines })).statusCode, page).to.equal(404)
      expect((await viewer.get(`${path}/new`)).statusCode).to.equal(404)
      expect((await batches())[0]?.state).to.equal(before)
      expect([await doneBy('stranger'), await doneBy(viewer.user.name)]).to.deep.equal([[], []])
    },
  )

  rule(
    '28.10',
    'when a batch takes two people, a second person who may pay sees who made it, and approves it, with the password',
    async () => {
      const fourEyes = readFourEyes('batches')
      const { accepted, userOf, get, post, batches, doneBy } = await openUploader({}, { fourEyes })
      const { id } = await accepted(csvOf(['256770000001', '5000']))
      const own = `${path}/${id}`
      const state = async () => (await batches())[0]?.state
      expect(textOf(await get(own)))
        .to.include('Another person who may pay must approve it.')
        .and.not.include('Its lines are then paid.')
      expect((await post(`${own}/approve`, { password })).statusCode).to.equal(422)
      const other = await userOf('owner', 'babirye')
      expect(textOf(await other.get('/dashboard/'))).to.include('Batches that need a person')
      expect(textOf(await other.get(own)))
        .to.include('Its lines are then paid.')
        .and.include('Made by owner@shop.example')
      expect((await other.post(`${own}/approve`, { password: 'another one' })).statusCode).to.equal(422)
      expect(await state()).to.equal('awaiting_approval')
      expect((await other.post(`${own}/approve`, { password })).headers.location).to.equal(`${own}?done=approve`)
      expect(await state()).to.equal('paying')
      expect(await doneBy('babirye')).to.deep.equal(['batch.approve'])
    },
  )
})
