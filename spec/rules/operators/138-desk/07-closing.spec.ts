import { expect } from 'chai'
import type { DashboardDeps } from '../../../../adapters/dashboard/pages.ts'
import type { CheckedCloses, ClosedDays, MadeBackup } from '../../../../core/sente.ts'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'

const closes = '/operator/closes'
const books = '/operator/books'
const publicKey = 'ab'.repeat(32)

const whole: CheckedCloses = { days: 3, first: '2026-01-02', last: '2026-01-04', problems: [] }
const backup: MadeBackup = { file: '/backups/one.db', checked: 4_321, keepToo: ['SENTE_PIN_KEY'], notRecorded: null }

const closed = (day: string, more: Partial<ClosedDays['closed'][number]> = {}): ClosedDays['closed'][number] => ({
  ...{ day, file: `/closes/${day}.close`, digest: `digest of ${day}`, isStanding: false, broken: 0, notRecorded: null },
  ...more,
})

/** The pages at noon of 5 January 2026 in Kampala, when 1 January was closed, with folders and an administrator. */
async function openPages(more: Partial<DashboardDeps> = {}) {
  const dashboard = await openDashboard({}, {}, () => ({
    upkeepFolders: { closes: { folder: '/closes', publicKey }, backups: '/backups' },
    ...more,
  }))
  const { clock, useCases, userOf } = dashboard
  clock.forwardMs(Date.parse('2026-01-05T09:00:00Z') - clock.nowMs())
  const close = { day: '2026-01-01', file: '/closes/2026-01-01.close', digest: 'digest 1', before: null, broken: 0 }
  await useCases.noteClose({ by: 'amina', ...close })
  const nakato = await userOf('administrator', 'nakato')
  const page = (path: string) => nakato.get(path)
  return {
    ...dashboard,
    ...{ nakato, page },
    async ended(path: string) {
      await until(async () => !(await page(path)).body.includes('http-equiv="refresh"'))
      return textOf(await page(path))
    },
  }
}

describe('138 Reconciliation at the desk: closing and backing up', () => {
  rule(
    '138.30',
    'without a folder the pages do not close days or make backups: they name the command and the setting',
    async () => {
      const { page, nakato, ended } = await openPages({ upkeepFolders: {} })
      const [onCloses, onBooks] = [await page(closes), await page(books)]
      expect(textOf(onCloses)).to.include('sente close-day yesterday --into FOLDER').and.include('SENTE_CLOSES_FOLDER')
      expect(textOf(onBooks)).to.include('sente backup FILE').and.include('SENTE_BACKUPS_FOLDER')
      expect(onCloses.body + onBooks.body).not.to.match(/action="[^"]*(close|check|backup)"/)
      for (const [path, at] of [
        ['close', closes],
        ['check', closes],
        ['backup', books],
      ] as const) {
        expect((await nakato.post(`${at}/${path}`, { to: '2026-01-04' })).headers.location).to.equal(at)
        expect(await ended(at)).to.include('This gateway is not set up for it')
      }
    },
  )

  rule(
    '138.31',
    'an operator closes the waiting days on a page, which asks first, and shows the result of each day and of the series',
    {
      'up to the day that the page has shown': async () => {
        const asked: (readonly string[])[] = []
        const { page, nakato, ended } = await openPages({
          closeAsOperator: async ({ days }) => {
            asked.push(days)
            return { closed: days.map((day) => closed(day)), refusal: null, series: whole }
          },
        })
        const before = await page(closes)
        expect(before.body).to.include('Close 3 days to 2026-01-04').and.include(publicKey)
        expect(textOf(before)).to.include('AIRTEL, MTN: no file that reaches to the end of each day.')
        const question = textOf(await nakato.post(`${closes}/close`, { to: '2026-01-04' }))
        expect(question).to.include('Close 3 days to 2026-01-04?').and.include('A day is closed once')
        expect(question).to.include('Not compared yet: AIRTEL, MTN: no file')
        expect(textOf(await nakato.post(`${closes}/close`, { to: '2026-01-02' }))).to.include('Close 2026-01-02?')
        expect(asked).to.deep.equal([])
        for (const to of ['2026-01-03', '2026-01-04', '2025-12-31', '2026-02-01'])
          expect((await nakato.post(`${closes}/close`, { to, sure: 'yes' })).headers.location).to.equal(closes)
        expect(asked).to.deep.equal([
          ['2026-01-02', '2026-01-03'],
          ['2026-01-02', '2026-01-03', '2026-01-04'],
          ['2025-12-31'],
          ['2026-02-01'],
        ])
        for (const to of ['', 'yesterday', '2026-02-30', '--all'])
          expect((await nakato.post(`${closes}/close`, { to, sure: 'yes' })).statusCode).to.equal(400)
        expect(asked).to.have.length(4)
        const text = await ended(closes)
        expect(text).to.match(/The last close on this page asked for by nakato, [^A-Z]*Jan 2026, 12:00/)
        expect(text).to.include('2026-02-01 every rule held /closes/2026-02-01.close digest of 2026-02-01')
        expect(text).to.include('3 days from 2026-01-02 to 2026-01-04. Each close is signed, unchanged, and follows')
      },
      'with the reason why a day was not closed or recorded, and the problems of the series': async () => {
        const problems = [{ day: '2026-01-03', problem: 'it was changed' }]
        const { nakato, ended } = await openPages({
          closeAsOperator: async () => ({
            closed: [closed('2026-01-02', { isStanding: true, broken: 2, notRecorded: 'the disk is full' })],
            refusal: 'The last recorded close is elsewhere',
            series: { ...whole, problems },
          }),
        })
        await nakato.post(`${closes}/close`, { to: '2026-01-04', sure: 'yes' })
        const text = await ended(closes)
        expect(text).to.include('2026-01-02 was closed before: its close stands 2 rows broke a rule')
        expect(text).to.include('It is not in the record of actions yet: the disk is full')
        expect(text).to.include('The last recorded close is elsewhere').and.include('2026-01-03: it was changed')
        expect(text).to.include('The files are not a whole series').and.not.include('signed, unchanged')
      },
    },
  )

  rule('138.32', 'the files of the closes are verified on a page, without closing a day', async () => {
    let series: CheckedCloses = { days: 0, first: null, last: null, problems: [] }
    const { nakato, ended } = await openPages({ checkClosesAsOperator: async () => series })
    await nakato.post(`${closes}/check`)
    expect(await ended(closes))
      .to.include('The last check on this page')
      .and.include('There is no close in the folder')
    series = { days: 1, first: '2026-01-02', last: '2026-01-02', problems: [] }
    await nakato.post(`${closes}/check`)
    expect(await ended(closes)).to.include('1 day, 2026-01-02. Each close is signed, unchanged')
  })

  rule(
    '138.33',
    'an operator makes a backup on a page, which shows its file, its checked rows, and the secrets to keep with it',
    async () => {
      const done: (MadeBackup | { readonly refused: string; readonly message: string })[] = [
        backup,
        { refused: 'failed', message: 'the books are damaged' },
      ]
      const { page, nakato, ended } = await openPages({ backUpAsOperator: async () => done.shift() ?? backup })
      expect(textOf(await page(books))).to.include('into a new file in /backups')
      expect((await nakato.post(`${books}/backup`)).headers.location).to.equal(books)
      const text = await ended(books)
      expect(text).to.match(
        /The last backup on this page asked for by nakato, .* File \/backups\/one.db Rows checked 4,321/,
      )
      expect(text).to.include('which you must keep, too: SENTE_PIN_KEY')
      await nakato.post(`${books}/backup`)
      expect(await ended(books))
        .to.include('the books are damaged')
        .and.not.include('/backups/one.db')
    },
  )

  rule('138.34', 'a server does one piece of work on the books at a time, and both pages show it', async () => {
    const begun: string[] = []
    let end = (_: MadeBackup) => {}
    const { page, nakato, ended } = await openPages({
      backUpAsOperator: () => {
        begun.push('backup')
        return new Promise((resolve) => {
          end = resolve
        })
      },
      async closeAsOperator() {
        begun.push('close')
        return { closed: [], refusal: null, series: whole }
      },
    })
    await nakato.post(`${books}/backup`)
    for (const path of [closes, books]) {
      const during = await page(path)
      expect(textOf(during)).to.include('A backup is under way: asked for by nakato')
      expect(during.body).not.to.match(/action="[^"]*(close|check|backup|audit)"/)
    }
    await nakato.post(`${closes}/close`, { to: '2026-01-04', sure: 'yes' })
    expect(begun).to.deep.equal(['backup'])
    end(backup)
    expect(await ended(closes)).to.include('Close 3 days')
    await nakato.post(`${closes}/close`, { to: '2026-01-04', sure: 'yes' })
    expect(begun).to.deep.equal(['backup', 'close'])
  })
})
