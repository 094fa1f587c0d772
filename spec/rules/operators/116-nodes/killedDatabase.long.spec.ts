import { expect } from 'chai'
import { confirm } from '../../../attacks/crashes/load/merchant.ts'
import { type OwnServer, openOwnServer } from '../../../fixtures/postgres/postgres.ts'
import { judgeOf } from '../../../postgres/nodes/judge.ts'
import { fundedUgx, loadOver, paymentsOf } from '../../../postgres/nodes/load.ts'
import { type Nodes, openNodes } from '../../../postgres/nodes/nodes.ts'
import { until } from '../../../postgres/nodes/until.ts'
import { rule } from '../../../rule.ts'

describe('116 Several nodes: a killed database server', function () {
  this.timeout(180_000)
  let server: OwnServer
  let nodes: Nodes
  before(async () => {
    server = await openOwnServer()
    nodes = await openNodes(server)
  })
  after(async () => {
    await nodes?.close()
    await server?.close()
  })

  /** Waits until every node answers so whether it is ready. */
  async function everyNodeSays(status: number) {
    const answers = async () => Promise.all(nodes.urls.map(async (url) => (await fetch(`${url}/readyz`)).status))
    await until(`every node says ${status}`, async () => (await answers()).every((answer) => answer === status))
  }

  rule(
    '116.8',
    'when the database server is killed under load, all nodes go on when it is back, and no answered payment is lost',
    async () => {
      const payments = paymentsOf(await nodes.openAccount(fundedUgx), 600)
      const judge = judgeOf(nodes, payments)
      const load = loadOver(nodes.urls, payments)
      const answered = () => payments.filter(({ known }) => known.is === 'opened').length
      await everyNodeSays(200)
      await until('a hundred are answered', () => answered() >= 100)
      await server.kill()
      await everyNodeSays(503)
      await server.start()
      await everyNodeSays(200)
      await load
      expect(await judge.inTheEnd()).to.deep.equal([])
      for (const [index, payment] of payments.entries())
        expect(await confirm(nodes.urls[index % 3] ?? '', payment)).to.equal(undefined)
    },
  )
})
