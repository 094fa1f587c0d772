import { expect } from 'chai'
import { makeNextRelease } from '../../../fixtures/nextRelease.ts'
import { rowsOn } from '../../../fixtures/postgres/postgres.ts'
import { reached } from '../../../fixtures/until.ts'
import { times } from '../../../night.ts'
import { judgeOf } from '../../../postgres/nodes/judge.ts'
import { fundedUgx, loadOver, paymentsOf } from '../../../postgres/nodes/load.ts'
import { nodesOfFile } from '../../../postgres/nodes/nodes.ts'
import { rule } from '../../../rule.ts'

describe('116 Several nodes: two releases', () => {
  let next: ReturnType<typeof makeNextRelease>
  before(() => {
    next = makeNextRelease()
  })
  const nodes = nodesOfFile({ count: 2 })
  after(() => next?.remove())

  rule(
    '116.12',
    'nodes of this release and of the next work side by side on the schema of the next, and lose nothing',
    async () => {
      const count = times({ night: 200, day: 80 })
      const payments = paymentsOf(await nodes().openAccount(fundedUgx), 200 + 2 * count)
      const judge = judgeOf(nodes(), payments)
      const answered = () => payments.filter(({ known }) => known.is === 'opened').length
      const [ofOld, ofBoth, ofNew] = [payments.slice(0, 200), payments.slice(200, -count), payments.slice(-count)]
      const old = loadOver(nodes().urls, ofOld)
      await reached('the old nodes work', () => answered() >= 50)
      const url = await nodes().startOne(next.program)
      expect(await rowsOn(nodes().path, 'SELECT version FROM sente_database')).to.deep.equal([{ version: '2' }])
      await old
      const both = loadOver([...nodes().urls, url], ofBoth)
      await reached('nodes of both releases work', () => answered() >= 200 + count / 2)
      await nodes().kill(0)
      await nodes().kill(1)
      await both
      await loadOver([url], ofNew)
      expect(await judge.inTheEnd()).to.deep.equal([])
    },
  )
})
