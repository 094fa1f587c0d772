import { expect } from 'chai'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'
import { openFiles } from '../138-desk/files.ts'

/** A profile of an operator's own. */
const own = {
  ...{ name: 'ours', about: 'our own list' },
  header: [['Day'], ['Ref'], ['Number'], ['Sum'], ['Way']],
  time: { column: 'Day', forms: ['YYYY-MM-DD HH:mm'], dates: 'day-first', offset: '+00:00' },
  amount: { column: 'Sum' },
  currency: { code: 'UGX' },
  direction: { in: { Way: '^in$' }, out: { Way: '^out$' } },
  party: { columns: ['Number'], pattern: '^(\\d{9,12})$' },
}

const json = (change: object = {}) => JSON.stringify({ ...own, ...change })

/** Faulty profiles. */
const faulty = {
  'no JSON': '{',
  'without its keys': '{}',
  'an unknown column': json({ amount: { column: 'Amount' } }),
  'a wrong pattern': json({ direction: { in: { Way: '(' }, out: { Way: '^out$' } } }),
  'too large': json({ about: 'x'.repeat(65_536) }),
}

describe('137 Exceptions on the operators’ pages: profiles of one’s own', () => {
  /** Operators with a file that only a profile of their own reads: it has an open payout and another one as paid. */
  async function openOwn() {
    const desk = await openFiles()
    const day = new Date(desk.createdAtMs).toISOString().slice(0, 16).replace('T', ' ')
    const fileOf = (ways: readonly [string, string] = ['out', 'out'], headings = 'Day,Ref,Number,Sum,Way') =>
      [headings, `${day},a,${desk.phoneNumber},2000,${ways[0]}`, `${day},b,256770000009,7000,${ways[1]}`, ''].join('\n')
    return { ...desk, fileOf }
  }

  rule(
    '137.20',
    'a profile of the operator’s own comes in the same form as the file: it is tried beside the built-in ones, and the file is compared with it as with them',
    async () => {
      const { nakato, fileOf, checked, ended, runs, exceptions } = await openOwn()
      const { at, page } = await checked(fileOf(), {}, json())
      expect(textOf(page)).to.include('Checked: nothing is stored yet').and.include('Read as ours')
      expect(textOf(page)).to.include('missing in the books 1').and.include('UGX 7,000')
      expect(page.body).to.match(/<th scope="row">ours<\/th>/)
      expect(page.body).to.include('<option value="own" selected>your own: ours</option>')
      expect(await runs()).to.deep.equal([])
      await nakato.post(`${at}/compare`)
      expect(textOf(await ended(at))).to.include('Compared')
      expect((await runs())[0]).to.include({ file: 'march.csv', profile: 'ours', by: 'nakato' })
      expect((await exceptions()).map(({ entry }) => entry.amountMinor)).to.include(7_000n)
    },
  )

  rule(
    '137.21',
    'an uploaded file is read again with another profile, of one’s own or built-in, without another upload of the file',
    async () => {
      const { nakato, fileOf, checked, upload, ended } = await openOwn()
      const { at, page } = await checked(fileOf())
      expect(textOf(page)).to.include('The file cannot be read')
      const readAgain = async (terms: Record<string, string>, profile?: string) => {
        const answer = await upload(undefined, terms, { own: profile, to: at })
        expect(answer.to).to.equal(at)
        return textOf(await ended(at))
      }
      expect(await readAgain({}, json({ name: 'first' }))).to.include('Read as first')
      expect(await readAgain({ profile: 'own' })).to.include('Read as first')
      expect(await readAgain({ profile: 'mtn-uganda' })).to.include('The file cannot be read')
      expect(await readAgain({ profile: 'mtn-uganda' }, json({ name: 'second' }))).to.include('Read as second')
      expect((await nakato.get(at)).body).to.include('your own: second')
    },
  )

  rule(
    '137.22',
    'a faulty profile is refused with its problems at its field, and a row that does not fit it is named by its line',
    {
      'a faulty profile': table(
        ['profile', 'problem'],
        [
          ['no JSON', 'ours.json is not a profile: it is not JSON'],
          ['without its keys', 'must have required property'],
          ['an unknown column', 'the column "Amount" is not the first name of a heading'],
          ['a wrong pattern', '"(" is not a regular expression'],
          ['too large', 'The profile is larger than 64 KiB'],
        ] as const,
        async (profile, problem) => {
          const { fileOf, upload } = await openOwn()
          const answer = await upload(fileOf(), {}, { own: faulty[profile] })
          expect(answer.statusCode).to.equal(422)
          expect(textOf(answer as never)).to.include(problem)
          expect(answer.body).to.match(/id="wrong-own_profile"/)
        },
      ),
      'a row': async () => {
        const { fileOf, checked } = await openOwn()
        const { page } = await checked(fileOf(['out', 'sideways']), {}, json())
        expect(textOf(page))
          .to.include('The file cannot be read')
          .and.match(/Faulty rows .* 3 Way/)
      },
    },
  )

  rule('137.23', 'a pattern that takes too long is broken off with an error, and everything else goes on', async () => {
    const { fileOf, checked } = await openOwn()
    const file = fileOf(['out', `${'o'.repeat(60)}!`])
    const { page } = await checked(file, {}, json({ direction: { in: { Way: '^(o+)+$' }, out: { Way: '^out$' } } }))
    expect(textOf(page)).to.include('The file cannot be read').and.include('a pattern of the profile takes too long')
    const simple = await checked(file, {}, json({ direction: { in: { Way: '^o+!$' }, out: { Way: '^out$' } } }))
    expect(textOf(simple.page)).to.include('Checked: nothing is stored yet')
  })

  rule(
    '137.24',
    'the page of a file that no profile fits exactly shows a profile with its headings, to be copied and changed',
    async () => {
      const { fileOf, checked } = await openOwn()
      const headings = 'Date,Ref,Number,Sum,Way'
      const { page } = await checked(fileOf(undefined, headings), {}, json())
      expect(textOf(page)).to.include('A profile with the headings of this file')
      expect(textOf(page)).to.include('"name": "ours-draft"').and.include('the column "Day" is not the first name')
      const long = await checked(fileOf(undefined, `Date,Ref,Number,Sum,${'x'.repeat(60_000)}`), {}, json())
      expect(long.page.body.length).to.be.below(50_000)
      const exact = await checked(fileOf(), {}, json())
      expect(textOf(exact.page)).not.to.include('A profile with the headings of this file')
    },
  )
})
