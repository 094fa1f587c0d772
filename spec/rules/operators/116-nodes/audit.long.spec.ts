import { expect } from 'chai'
import { times } from '../../../night.ts'
import { judgeOf } from '../../../postgres/nodes/judge.ts'
import { fundedUgx, loadOver, paymentsOf } from '../../../postgres/nodes/load.ts'
import { nodesOfFile } from '../../../postgres/nodes/nodes.ts'
import { rule } from '../../../rule.ts'

describe('116 Several nodes: the books', () => {
  const nodes = nodesOfFile()

  rule(
    '116.6',
    'the books are in order while all nodes work on them, and in the end agree with the networks',
    async () => {
      const payments = paymentsOf(await nodes().openAccount(fundedUgx), times({ night: 300, day: 100 }))
      const judge = judgeOf(nodes(), payments)
      let isLoaded = false
      const load = loadOver(nodes().urls, payments).finally(() => {
        isLoaded = true
      })
      for (let audits = 0; !isLoaded || audits < times({ night: 3, day: 1 }); audits += 1) {
        const { code, stdout } = await nodes().sente('audit', ...(audits % 2 === 0 ? ['--all'] : []), '--json')
        expect([code, JSON.parse(stdout).broken]).to.deep.equal([0, []])
      }
      await load
      expect(await judge.inTheEnd()).to.deep.equal([])
    },
  )
})
