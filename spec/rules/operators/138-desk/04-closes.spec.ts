import { expect } from 'chai'
import { chained, listCloses } from '../../../../core/sente.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { openOperatorPages } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'
import { withKey } from '../120-reconciliation/closing.ts'
import { openWorld } from '../120-reconciliation/paidWorld.ts'

const path = '/operator/closes'
const dayMs = 86_400_000

/** The pages of operators at noon of 5 January 2026 in Kampala, and the closes of days before it. */
async function openCloses() {
  const pages = await openOperatorPages()
  const { ports, clock, get } = pages
  clock.forwardMs(Date.parse('2026-01-05T09:00:00Z') - clock.nowMs())
  /** Records the close of a day of January, whose digest is `digest N`, wherever it follows. */
  async function close(date: number, before: string | null = `digest ${date - 1}`, broken = 0) {
    clock.forwardMs(1)
    const day = `2026-01-0${date}`
    const after = { file: `/closes/${day}.close`, digest: `digest ${date}`, before, broken }
    const nobody = { approvedBy: null, because: null, proposal: null, accountId: null, before: null }
    const action = { ...nobody, kind: 'day.close', by: `okello-${date}`, subject: `day ${day}`, after }
    await ports.actions.write({
      proposal: null,
      chain: (place) => chained({ ...action, atMs: clock.nowMs() }, place, ports.secrets),
    })
  }
  return { ...pages, close, page: async (query = '') => textOf(await get(path + query)) }
}

describe('138 Reconciliation at the desk: closes of days', () => {
  rule(
    '138.18',
    'the closes of days are listed, latest first, with their digest, their person and the result of their audit',
    async () => {
      const { close, page, get } = await openCloses()
      expect(await page()).to.include('No day is closed')
      await close(2, null)
      await close(3, undefined, 2)
      expect(await page()).to.match(
        new RegExp(
          '2026-01-03 5 Jan 2026, 12:00 okello-3 follows 2 rows broke a rule /closes/2026-01-03.close digest 3 ' +
            '2026-01-02 5 Jan 2026, 12:00 okello-2 begins the series every rule held /closes/2026-01-02.close digest 2 ',
        ),
      )
      expect((await get('/operator/')).body).to.include(`href="${path}"`)
    },
  )

  rule('138.19', 'the page shows where the series of closes is interrupted, as far as the record shows it', {
    '': table(
      ['digest of the close before', 'shown', 'whole'],
      [
        ['digest 2', 'follows', true],
        ['digest 1', 'the close before it is not recorded', false],
        [null, 'begins another series', false],
      ],
      async (before, shown, isWhole) => {
        const { close, page } = await openCloses()
        await close(2, null)
        await close(3, before as string | null)
        const text = await page()
        expect(text).to.include(`okello-3 ${shown}`).and.include('okello-2 begins the series')
        expect(text.includes('Each close on this page follows')).to.equal(isWhole)
        expect(text.includes('Not every close on this page')).to.equal(!isWhole)
      },
    ),
    'also between two pages of the list': async () => {
      const { close, ports } = await openCloses()
      await close(1, null)
      await close(2)
      await close(3)
      const list = listCloses(ports)
      const first = await list({ limit: 2 })
      const second = await list({ limit: 2, ...(first.next !== null && { before: first.next }) })
      const places = [first, second].map(({ closes }) => closes.map(({ day, place }) => `${day} ${place}`))
      expect(places).to.deep.equal([['2026-01-03 follows', '2026-01-02 follows'], ['2026-01-01 first']])
      expect(second.next).to.equal(null)
    },
    'as the command records them': () =>
      withKey(async ({ close, ports }) => {
        for (const day of ['2026-01-02', '2026-01-03', '2026-01-03', '2026-01-04']) await close(day)
        const { closes } = await listCloses(ports)({ limit: 9 })
        expect(closes.map(({ day, place }) => `${day} ${place}`)).to.deep.equal([
          '2026-01-04 follows',
          '2026-01-03 follows',
          '2026-01-02 first',
        ])
      }),
  })

  rule('138.20', 'the page shows the next day to close, when it can be closed, and the command that closes it', {
    '': table(
      ['last closed', 'day', 'can be closed', 'command'],
      [
        [undefined, '2026-01-04, or any other day that is over', 'now', '2026-01-04'],
        [1, '2026-01-02', 'now, as the first of 3 days that are over', 'yesterday'],
        [3, '2026-01-04', 'now', '2026-01-04'],
        [4, '2026-01-05', 'after its end, 6 Jan 2026, 00:00', '2026-01-05'],
      ] as const,
      async (last, day, when, command) => {
        const { close, page } = await openCloses()
        if (last !== undefined) await close(last, null)
        const text = await page()
        expect(text).to.include(`Day ${day}`).and.include(`Can be closed ${when} `)
        expect(text).to.include(`sente close-day ${command} --into FOLDER`)
        expect(text.includes('Not compared yet')).to.equal(last !== 4)
      },
    ),
    'and the networks without a compared file of it': async () => {
      const { close, page, ports, clock } = await openCloses()
      await close(3, null)
      expect(await page()).to.include('Not compared yet AIRTEL, MTN: no file that reaches to the end of the day.')
      const { compare } = await openWorld(ports as never, clock)
      const toMs = Date.parse('2026-01-04T21:00:00Z')
      await compare([], { fromMs: toMs - dayMs, toMs: toMs - 1, digest: 'a' })
      expect(await page()).to.include('Not compared yet AIRTEL, MTN:')
      await compare([], { fromMs: toMs - dayMs, toMs, digest: 'b' })
      expect(await page()).to.include('Not compared yet AIRTEL:')
    },
  })
})
