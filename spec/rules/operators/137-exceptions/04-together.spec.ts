import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { twoAbove } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'
import { forgotten, openCompared, type Row, topUp } from './compared.ts'

const path = '/operator/exceptions-together'
const because = 'ticket 4711'

/** A forgotten payment with its own id. */
const lost =
  (id: string, change: Partial<ReturnType<Row>> = {}): Row =>
  (template, line) => ({ ...forgotten(template, line), theirs: id, ...change })

/** A row that is not a payment, with its own id. */
const other =
  (id: string, change: Partial<ReturnType<Row>> = {}): Row =>
  (template, line) => ({ ...topUp(template, line), theirs: id, ...change })

describe('137 Exceptions on the operators’ pages: rows of one kind together', () => {
  async function openTogether(fourEyes?: Parameters<typeof openCompared>[0]) {
    const desk = await openCompared(fourEyes)
    const { nakato, entry, account, ports } = desk
    /** The form of the page with a filter, and the answer to it before and after the question. */
    async function formOf(query: string, given: Record<string, string>) {
      const { body } = await nakato.get(`${path}${query}`)
      const [, seen = ''] = /name="seen" value="([^"]+)"/.exec(body) ?? []
      return { seen, because, ...given }
    }
    async function decide(query: string, given: Record<string, string>) {
      const form = await formOf(query, given)
      const asked = await nakato.post(`${path}/decide${query}`, form)
      const before = await desk.actions()
      const sure = { ...form, sure: 'yes', password, ...(given.password !== undefined && { password: given.password }) }
      return { asked, before, sure, answer: await nakato.post(`${path}/decide${query}`, sure) }
    }
    const resolved = (paths: readonly string[]) =>
      Promise.all(paths.map(async (one) => (await entry(one)).resolved?.because ?? '-'))
    const record = { decision: 'record', account: account.id, references: 'lost-' }
    const recorded = async () => {
      const { transactions } = await ports.books.list({ accountId: account.id, limit: 99 })
      return transactions.filter(({ reference }) => reference.startsWith('lost-')).map(({ reference }) => reference)
    }
    return { ...desk, formOf, decide, resolved, record, recorded }
  }

  rule(
    '137.14',
    'rows that are not payments are classified together as the command does it, once a question has said how many of all exceptions, and their sums',
    {
      'movements of money': async () => {
        const { nakato, found, decide, resolved, entry } = await openTogether()
        const first = await found([other('bank-7'), forgotten])
        const second = await found([other('bank-8', { amountMinor: 20_000n })], 'AIRTEL')
        expect(textOf(await nakato.get(path))).to.include('2 of the chosen 3 are rows that are not payments')
        const { asked, before, answer } = await decide('', { decision: 'classify', as: 'top-up' })
        expect(before.filter(({ kind }) => kind === 'reconcile.classify')).to.deep.equal([])
        expect(textOf(asked)).to.include('Classify 2 of 3 exceptions as a top-up from the bank? ')
        expect(textOf(asked)).to.include('Came in UGX 90,000')
        expect(textOf(answer)).to.include('2 of 2 decided')
        const paths = [...first.paths, second.paths[0]]
        expect(await resolved(paths)).to.deep.equal([`top-up: ${because}`, '-', `top-up: ${because}`])
        expect((await entry(first.paths[0])).resolved?.moveReference).to.be.a('string')
      },
      'rows without a movement': async () => {
        const { found, decide, resolved, entry } = await openTogether()
        const { paths } = await found([other('bank-7'), other('bank-8')])
        await decide('', { decision: 'classify', as: 'other' })
        expect(await resolved(paths)).to.deep.equal([`other: ${because}`, `other: ${because}`])
        expect((await entry(paths[0])).resolved?.moveReference).to.equal(null)
      },
      'a row that does not fit stays open, and is named with the reason': async () => {
        const { found, decide, resolved } = await openTogether()
        const { paths, entries } = await found([other('bank-7'), other('bank-8', { direction: 'out' })])
        const { answer } = await decide('', { decision: 'classify', as: 'top-up' })
        expect(textOf(answer)).to.include('1 of 2 decided')
        expect(textOf(answer)).to.include(`entry ${entries[1]?.item} stays open: `).and.include('went out')
        expect(await resolved(paths)).to.deep.equal([`top-up: ${because}`, '-'])
      },
    },
  )

  rule(
    '137.15',
    'forgotten payments of several comparisons are recorded together for one account, once a question has named it with its balance afterwards',
    async () => {
      const { nakato, found, decide, record, recorded, resolved, balance } = await openTogether()
      const first = await found([lost('a'), other('bank-7'), lost('b', { amountMinor: 5_000n })])
      const second = await found([lost('c', { amountMinor: 1_000n })])
      expect(textOf(await nakato.get(path))).to.include('3 of the chosen 4 are missing in the books')
      const before = await balance()
      const { asked, answer, sure } = await decide('', record)
      expect(textOf(asked)).to.match(/Record 3 of 4 exceptions for \S.*\?/)
      expect(textOf(asked)).to.include('Came in UGX 13,000').and.include('UGX 113,000')
      expect(textOf(answer)).to.include('3 of 3 decided').and.include('payments recorded: 2')
      const after = { ...before, available: before.available + 13_000n }
      expect(await balance()).to.deep.equal(after)
      expect(await resolved([...first.paths, second.paths[0]])).to.deep.equal([because, '-', because, because])
      const references = [first, first, second].map(
        ({ run, entries }, nth) => `lost-${run.id.slice(-12)}-${entries[nth === 1 ? 2 : 0]?.item}`,
      )
      expect((await recorded()).sort()).to.deep.equal(references.sort())
      const again = await nakato.post(`${path}/decide`, sure)
      expect([again.statusCode, textOf(again).includes('have changed')]).to.deep.equal([422, true])
      expect(await balance()).to.deep.equal(after)
    },
  )

  rule('137.16', 'a form that is sent twice at once records each payment once', async () => {
    const { nakato, found, formOf, record, recorded, balance } = await openTogether()
    await found([lost('a'), lost('b', { amountMinor: 5_000n })])
    const before = await balance()
    const form = { ...(await formOf('', record)), sure: 'yes', password }
    await Promise.all([1, 2].map(() => nakato.post(`${path}/decide`, form)))
    expect(await recorded()).to.have.length(2)
    expect((await balance()).available - before.available).to.equal(12_000n)
  })

  rule(
    '137.17',
    'rows of several comparisons whose money together needs two people wait for another operator, each comparison once',
    table(
      ['decision', 'amount of each'],
      [
        ['record', 6_000n],
        ['classify', 6_000n],
      ] as const,
      async (decision, amountMinor) => {
        const row = decision === 'record' ? lost : other
        const { okot, found, decide, record, resolved, proposals } = await openTogether(twoAbove(10_000n))
        const [one, two] = [await found([row('a', { amountMinor })]), await found([row('b', { amountMinor })])]
        const paths = [one.paths[0], two.paths[0]]
        const given = { ...record, as: 'top-up', decision }
        const { answer } = await decide('', given)
        expect(textOf(answer)).to.include('0 of 2 decided')
        const waiting = await proposals()
        expect(waiting).to.have.length(2)
        const page = textOf(await okot.get(`/operator/proposals/${waiting[0]}`))
        expect(page).to.match(/(missing in the books|not one of our payments) 1 UGX 6,000/)
        if (decision === 'record') expect(page).to.include('UGX 106,000')
        await decide('', given)
        expect(await proposals()).to.deep.equal(waiting)
        expect(await resolved(paths)).to.deep.equal(['-', '-'])
        for (const number of waiting) await okot.post(`/operator/proposals/${number}/approve`, { password })
        expect(await resolved(paths)).not.to.include('-')
      },
    ),
  )

  rule(
    '137.18',
    'a decision about rows of one kind is refused like the command, and changes nothing',
    table(
      ['form', 'message'],
      [
        ['decision=record&account=none', 'There is no account none'],
        [`decision=record&references=${'x'.repeat(99)}`, 'A reference must be'],
        ['decision=record&because=', 'The explanation must be 1 to 500 printable characters'],
        ['decision=record&password=', 'Give your password again'],
        ['decision=record&password=wrong', 'The password is wrong'],
        ['decision=classify&as=top-up', 'The exceptions have changed'],
        ['decision=classify&as=gift', 'Choose a decision'],
      ] as const,
      async (form, message) => {
        const { found, decide, record, resolved, balance, actions } = await openTogether()
        const { paths } = await found([lost('a')])
        const before = [await balance(), await actions()]
        const { answer } = await decide('', { ...record, ...Object.fromEntries(new URLSearchParams(form)) })
        expect([answer.statusCode, textOf(answer)]).to.satisfy(
          ([status, text]: [number, string]) => status === 422 && text.includes(message),
        )
        expect(await resolved(paths)).to.deep.equal(['-'])
        expect([await balance(), await actions()]).to.deep.equal(before)
      },
    ),
  )

  rule(
    '137.19',
    'exceptions are also listed and chosen by the direction of the money and by their reason',
    table(
      ['filter', 'chosen'],
      [
        ['?direction=in', '2 of 3'],
        ['?direction=out', '1 of 3'],
        ['?why=Promo+Fund', '1 of 3'],
        ['?why=Promo', '0 of 3'],
        ['?direction=up', '3 of 3'],
      ] as const,
      async (filter, chosen) => {
        const { nakato, found } = await openTogether()
        await found([other('bank-7', { unnamed: 'Promo Fund' }), lost('a'), other('b', { direction: 'out' })])
        expect(textOf(await nakato.get(`${path}${filter}`))).to.include(`Decide about several exceptions ${chosen}`)
        const { body } = await nakato.get(`/operator/exceptions${filter}`)
        const rows = [...body.matchAll(/<th scope="row">/g)].length
        expect(`${rows} of 3`).to.equal(chosen)
      },
    ),
  )
})
