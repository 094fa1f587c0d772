import { expect } from 'chai'
import { isRefusal } from '../../../../core/sente.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { openHolder } from '../27-holders/holder.ts'

describe('32 Notices: on the pages', () => {
  async function openNoticed() {
    const holder = await openHolder()
    const { useCases, ports, network, caller, request: order } = holder
    let payments = 0
    /** A customer pays 20,000. */
    async function paid() {
      payments += 1
      network.behaves('succeeds')
      const phoneNumber = `25677000000${payments}`
      const request = { ...order, amount: 20_000, phoneNumber, network: 'MTN', reference: `sale-${payments}` }
      const opened = await useCases.collectMoney({ caller: await caller(), request })
      if (isRefusal(opened)) throw new Error(opened.refused)
      await opened.outcome
    }
    /** Twice: the first run finds where a new account’s events begin. */
    async function note() {
      await useCases.noteEvents()
      await useCases.noteEvents()
      await useCases.noteConcerns()
    }
    const notices = async () => textOf(await holder.get('/dashboard/notices'))
    const listed = async (userId = holder.user.id) => ports.notices.list({ userId, limit: 100 })
    return { ...holder, note, paid, notices, listed }
  }

  rule(
    '32.1',
    'a user has one notice for each payment that came in since the user joined, however often events are noted',
    async () => {
      const { paid, note, notices, listed, user } = await openNoticed()
      await note()
      const before = (await listed()).length
      await paid()
      for (const _ of [1, 2, 3]) await note()
      const [newest, ...others] = await listed()
      expect(others).to.have.length(before)
      expect(newest).to.include({ userId: user.id, kind: 'paid', readAtMs: null, mail: 'none' })
      expect(await notices()).to.match(/UGX 20,000 came in new/)
    },
  )

  rule('32.2', 'more than three payments that are noted together have one notice, with their sum', async () => {
    const { paid, note, notices, listed } = await openNoticed()
    await note()
    const before = (await listed()).length
    for (const _ of [1, 2, 3, 4]) await paid()
    await note()
    expect(await listed()).to.have.length(before + 1)
    expect(await notices()).to.match(/4 payments came in, UGX 80,000 in all/)
  })

  rule('32.3', 'the number of unread notices is on every page, until the user has read them', async () => {
    const { paid, note, get, post, listed } = await openNoticed()
    await paid()
    await paid()
    await note()
    const [newest] = await listed()
    const heading = async () => /Notices(?: \(\d+\))?/.exec(textOf(await get('/dashboard/')))?.[0]
    expect(await heading()).to.equal('Notices (2)')
    await post('/dashboard/notices', { number: String(newest?.number) })
    expect(await heading()).to.equal('Notices (1)')
    await post('/dashboard/notices', { up_to: String(newest?.number) })
    expect(await heading()).to.equal('Notices')
  })

  rule('32.4', 'a notice leads to its object, and nobody sees or reads the notices of another user', async () => {
    const { paid, note, get, strangerOf, listed } = await openNoticed()
    await paid()
    await note()
    const [, path = ''] = /href="(\/dashboard\/transactions\/[^"]+)"/.exec((await get('/dashboard/notices')).body) ?? []
    expect((await get(path)).statusCode).to.equal(200)
    const stranger = await strangerOf()
    const [newest] = await listed()
    await stranger.post('/dashboard/notices', { up_to: String(newest?.number) })
    expect(textOf(await stranger.get('/dashboard/notices'))).to.include('There are no notices.')
    expect((await listed())[0]?.readAtMs).to.equal(null)
  })

  rule('32.5', 'a kind of notice that a user has switched off on the page is no longer listed there', async () => {
    const { paid, note, listed, post } = await openNoticed()
    await note()
    const before = (await listed()).length
    await post('/me/notices', { page: 'key' })
    await paid()
    await note()
    expect(await listed()).to.have.length(before)
  })
})
