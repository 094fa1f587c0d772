import { expect } from 'chai'
import { confirm } from '../../../attacks/crashes/load/merchant.ts'
import { type OwnServer, openOwnServer } from '../../../fixtures/postgres/postgres.ts'
import { reached } from '../../../fixtures/until.ts'
import { times } from '../../../night.ts'
import { judgeOf } from '../../../postgres/nodes/judge.ts'
import { fundedUgx, loadOver, paymentsOf } from '../../../postgres/nodes/load.ts'
import { type Nodes, openNodes, stateOf } from '../../../postgres/nodes/nodes.ts'
import { rule } from '../../../rule.ts'

describe('116 Several nodes: a killed database server', () => {
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

  /** Waits until every node reports this readiness. */
  async function everyNodeSays(state: 'ready' | 'not_ready') {
    const isSo = async () => (await Promise.all(nodes.urls.map(stateOf))).every((one) => one === state)
    await reached(`every node says ${state}`, isSo)
  }

  rule(
    '116.8',
    'when the database server is killed under load, all nodes go on when it is back, and no answered payment is lost',
    async () => {
      const payments = paymentsOf(await nodes.openAccount(fundedUgx), times({ night: 600, day: 240 }))
      const judge = judgeOf(nodes, payments)
      const load = loadOver(nodes.urls, payments)
      const answered = () => payments.filter(({ known }) => known.is === 'opened').length
      await everyNodeSays('ready')
      await reached('a sixth is answered', () => answered() >= payments.length / 6)
      await server.kill()
      await everyNodeSays('not_ready')
      await server.start()
      await everyNodeSays('ready')
      await load
      expect(await judge.inTheEnd()).to.deep.equal([])
      for (const [index, payment] of payments.entries())
        expect(await confirm(nodes.urls[index % 3] ?? '', payment)).to.equal(undefined)
    },
  )
})
