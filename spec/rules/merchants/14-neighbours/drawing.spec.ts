import { expect } from 'chai'
import { h } from 'preact'
import type { Shown } from '../../../../adapters/dashboard/page.ts'
import { openPages, ownForm, textPage } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'
import { turnCount } from './atWork.ts'

const text = 'é'.repeat(2_000)

describe('14 Neighbours: drawing', () => {
  rule('14.34', 'the documents of the API are sent in turns, no two in the same turn of the event loop', async () => {
    const turn = turnCount()
    const { server, ask } = await overHttp({ rulebook: text })
    const sent: number[] = []
    server.on('request', (_, res) => {
      const end = res.end.bind(res)
      Object.assign(res, {
        end(...given: Parameters<typeof end>) {
          sent.push(turn.count())
          return end(...given)
        },
      })
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/rulebook')))
    turn.end()
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(200))
    expect(new Set(sent).size).to.equal(20)
  })

  rule(
    '14.35',
    'a page is drawn in a turn of its own, also as the answer to a form',
    table(['request'], [['a page'], ['a form']], async (asked) => {
      const turn = turnCount()
      const [read, drawn]: [number[], number[]] = [[], []]
      const shown: Shown = { title: 'A page', main: h(() => h('p', null, `${drawn.push(turn.count())}`), null) }
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const page = textPage('/pages/drawn', {
        show: async () => {
          read.push(turn.count())
          return shown
        },
        take: async () => {
          read.push(turn.count())
          if (read.length === 20) release()
          await released
          return shown
        },
      })
      const { ask } = await openPages([page])
      const send = () =>
        asked === 'a page' ? ask('pages/drawn') : ask.post('pages/drawn', { form: {}, headers: ownForm })
      const answers = await Promise.all(Array.from({ length: 20 }, send))
      turn.end()
      expect(answers.map(({ statusCode }) => statusCode)).to.deep.equal(Array(20).fill(200))
      expect(new Set([...read, ...drawn]).size).to.equal(40)
    }),
  )
})
