import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { twoAbove } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'
import { forgotten, openCompared, topUp } from '../137-exceptions/compared.ts'

const path = '/operator/exceptions-together'
const because = 'ticket 4711'

describe('138 Reconciliation at the desk: exceptions together', () => {
  /** The page of one decision about several, and its forms. */
  async function openTogether(fourEyes?: Parameters<typeof openCompared>[0]) {
    const desk = await openCompared(fourEyes)
    const { nakato } = desk
    /** Looks at the scope of a filter, and sends its form. */
    async function decide(query: string, form: Record<string, string>) {
      const { body } = await nakato.get(`${path}${query}`)
      const [, seen = ''] = /name="seen" value="([^"]+)"/.exec(body) ?? []
      return nakato.post(`${path}/decide${query}`, { seen, because, password, ...form })
    }
    const owners = (paths: readonly string[]) =>
      Promise.all(paths.map(async (one) => (await desk.entry(one)).owner ?? '-'))
    const resolvers = (paths: readonly string[]) =>
      Promise.all(paths.map(async (one) => (await desk.entry(one)).resolved?.by ?? '-'))
    return { ...desk, decide, owners, resolvers }
  }

  rule(
    '138.1',
    'open exceptions of all comparisons are chosen by a filter, and the page shows how many of all, and their totals, before anything is decided',
    {
      '': table(
        ['filter', 'chosen'],
        [
          ['', '4 of 4'],
          ['?network=MTN', '3 of 4'],
          ['?network=AIRTEL', '1 of 4'],
          ['?bucket=not_ours', '1 of 4'],
          ['?owner=nobody', '3 of 4'],
          ['?owner=me', '1 of 4'],
          ['?network=MTN&bucket=missing_here', '2 of 4'],
          ['?to=2001-01-01', '0 of 4'],
          ['?days=today', '4 of 4'],
        ] as const,
        async (filter, chosen) => {
          const { nakato, found, actions } = await openTogether()
          const { paths } = await found([forgotten, forgotten, topUp])
          await found([forgotten], 'AIRTEL')
          await nakato.post(`${paths[0]}/assign`, { owner: 'nakato', because })
          const before = await actions()
          const text = textOf(await nakato.get(`${path}${filter}`))
          expect(text).to.include(`Decide about several exceptions ${chosen}`)
          expect(await actions()).to.deep.equal(before)
        },
      ),
      'with totals, and the open payments that the rows would end': async () => {
        const { nakato, found, failedThere } = await openTogether()
        const { row } = await failedThere()
        await found([forgotten, forgotten, row])
        const text = textOf(await nakato.get(path))
        expect(text).to.include('missing in the books 2 UGX 14,000')
        expect(text).to.include('One open payment has another outcome in these rows')
      },
      'the list leads there with its filter': async () => {
        const { nakato, found } = await openTogether()
        await found([forgotten])
        const { body } = await nakato.get('/operator/exceptions?network=MTN&state=open')
        expect(body).to.include(`href="${path}?network=MTN"`)
        expect((await nakato.get('/operator/exceptions?state=ended')).body).not.to.include(path)
      },
      'a day that cannot be read chooses none': async () => {
        const { nakato, found } = await openTogether()
        await found([forgotten])
        for (const at of [path, '/operator/exceptions']) {
          const answer = await nakato.get(`${at}?from=nonsense`)
          expect([answer.statusCode, textOf(answer).includes('nonsense')], at).to.deep.equal([422, true])
          expect(answer.body, at).not.to.include('name="seen"')
        }
      },
    },
  )

  rule(
    '138.2',
    'the chosen exceptions are assigned or resolved by one form, one recorded decision for each comparison',
    {
      'assigned, without the password': async () => {
        const { nakato, found, decide, owners, actions } = await openTogether()
        const [mtn, airtel] = [await found([forgotten, topUp]), await found([forgotten], 'AIRTEL')]
        const answer = await decide('?bucket=missing_here', { decision: 'assign', owner: 'okot', password: '' })
        expect(textOf(answer)).to.include('2 of 2 decided')
        expect(await owners([...mtn.paths, airtel.paths[0]])).to.deep.equal(['okot', '-', 'okot'])
        const made = (await actions()).filter(({ kind }) => kind === 'reconcile.assign')
        expect(made.map(({ by, after }) => [by, after?.entries])).to.deep.equal([
          ['nakato', 1],
          ['nakato', 1],
        ])
        expect(textOf(await nakato.get(mtn.paths[0]))).to.include('okot')
      },
      'resolved, with the open payments if that is chosen': table(
        ['end', 'state'],
        [
          ['yes', 'failed'],
          ['', 'pending'],
        ],
        async (end, state) => {
          const { found, decide, failedThere, resolvers, payment } = await openTogether()
          const { id, row } = await failedThere()
          const { paths } = await found([row, forgotten, topUp])
          const answer = await decide('', { decision: 'resolve', ...(end && { end }) })
          expect(textOf(answer)).to.include('3 of 3 decided')
          expect(await resolvers(paths)).to.deep.equal(['nakato', 'nakato', 'nakato'])
          expect((await payment(id)).state).to.equal(state)
        },
      ),
    },
  )

  rule(
    '138.3',
    'only the exceptions on the page are decided: if others fit the filter meanwhile, nothing is changed and the page is shown again',
    async () => {
      const { nakato, found, resolvers } = await openTogether()
      const first = await found([forgotten])
      const { body } = await nakato.get(path)
      const [, seen = ''] = /name="seen" value="([^"]+)"/.exec(body) ?? []
      const second = await found([forgotten], 'AIRTEL')
      const form = { decision: 'resolve', seen, because, password }
      const answer = await nakato.post(`${path}/decide`, form)
      expect([answer.statusCode, textOf(answer).includes('have changed')]).to.deep.equal([422, true])
      expect(answer.body).to.include(`value="${because}"`)
      expect(await resolvers([first.paths[0], second.paths[0]])).to.deep.equal(['-', '-'])
      expect((await nakato.post(`${path}/decide?network=MTN`, form)).statusCode).to.equal(200)
      expect(await resolvers([first.paths[0], second.paths[0]])).to.deep.equal(['nakato', '-'])
    },
  )

  rule(
    '138.4',
    'a decision about several exceptions is refused like one about one, and changes nothing',
    table(
      ['form', 'message'],
      [
        ['decision=assign&owner=okot&because=', 'The explanation must be 1 to 500 printable characters'],
        ['decision=resolve&because=', 'The explanation must be 1 to 500 printable characters'],
        ['decision=resolve&password=', 'Give your password again'],
        ['decision=resolve&password=wrong', 'The password is wrong'],
        ['decision=forget', 'Choose a decision'],
      ] as const,
      async (form, message) => {
        const { found, decide, owners, resolvers, actions } = await openTogether()
        const { paths } = await found([forgotten])
        const before = await actions()
        const answer = await decide('', Object.fromEntries(new URLSearchParams(form)))
        expect([answer.statusCode, textOf(answer).includes(message)]).to.deep.equal([422, true])
        expect([await owners(paths), await resolvers(paths)]).to.deep.equal([['-'], ['-']])
        expect(await actions()).to.deep.equal(before)
      },
    ),
  )

  rule(
    '138.5',
    'payments of several comparisons that need two people together wait for another operator, each comparison once',
    async () => {
      const { nakato, okot, found, failedThere, decide, resolvers, payment, proposals } = await openTogether(
        twoAbove(5_000n),
      )
      const one = await failedThere('order-1')
      await Promise.all([nakato, okot].map(({ get }) => get('/me')))
      const other = await failedThere('order-2')
      const [first, second] = [await found([one.row]), await found([other.row])]
      const paths = [first.paths[0], second.paths[0]]
      const text = textOf(await decide('', { decision: 'resolve', end: 'yes' }))
      expect(text).to.include('0 of 2 decided')
      const waiting = await proposals()
      expect(waiting).to.have.length(2)
      await decide('', { decision: 'resolve', end: 'yes' })
      expect(await proposals()).to.deep.equal(waiting)
      expect(await resolvers(paths)).to.deep.equal(['-', '-'])
      for (const number of waiting) await okot.post(`/operator/proposals/${number}/approve`, { password })
      expect(await resolvers(paths)).to.deep.equal(['nakato', 'nakato'])
      expect([(await payment(one.id)).state, (await payment(other.id)).state]).to.deep.equal(['failed', 'failed'])
      expect(textOf(await nakato.get(path))).to.include('0 of 0')
    },
  )
})
