import { expect } from 'chai'
import { errorPage } from '../../../../adapters/dashboard/layout/errors.tsx'
import type { Outage } from '../../../../core/sente.ts'
import { openPages, ownForm, textPage } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'

describe('26 The dashboard: while the database is away', () => {
  rule(
    '26.30',
    'while the database cannot be read or written, pages and forms that need it say so at once, and do nothing',
    table(
      ['request', 'only reads work', 'nothing works'],
      [
        ['a page', 200, 503],
        ['a form', 503, 503],
        ['a missing page', 404, 503],
        ['a style sheet', 200, 200],
      ],
      async (request, onlyReads, nothing) => {
        let sent = 0
        let outage: Outage | undefined
        const take = () => {
          sent += 1
          return errorPage('notFound')
        }
        const { ask } = await openPages([textPage('/pages/a', { take })], { outage: () => outage })
        const [styles = ''] = /\/assets\/[^"]+\.css/.exec((await ask('pages/a')).body) ?? []
        const send = {
          'a page': () => ask('pages/a'),
          'a form': () => ask.post('pages/a', { headers: ownForm, body: '' }),
          'a missing page': () => ask('pages/none'),
          'a style sheet': () => ask(styles.slice(1)),
        }[request]
        for (const [stopped, status] of [
          ['writes', onlyReads],
          ['everything', nothing],
        ] as const) {
          outage = stopped
          const answer = await send?.()
          expect(answer?.statusCode, stopped).to.equal(status)
          if (status !== 503) continue
          expect(answer?.body).to.include('Nothing was done. Wait some seconds, then try again.')
          expect(answer?.headers).to.include({ 'retry-after': '5' })
        }
        expect(sent).to.equal(0)
      },
    ),
  )
})
