import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

describe('14 Neighbours: pipelines', () => {
  rule('14.4', 'a request sent before the last answer is begun when the one before it is answered', async () => {
    let [atWork, most] = [0, 0]
    const api = await overHttp({
      lookUpBalances: async () => {
        atWork += 1
        most = Math.max(most, atWork)
        await new Promise((resolve) => setTimeout(resolve, 5))
        atWork -= 1
        return { balances: [] }
      },
    })
    const head = `GET /api/v1/balances HTTP/1.1\r\nHost: x\r\nAuthorization: ${api.authorization}\r\n`
    const answers = await api.raw(`${head}\r\n${head}\r\n${head}Connection: close\r\n\r\n`)
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200])
    expect(most).to.equal(1)
  })

  rule(
    '14.5',
    'sixteen requests can wait on a connection, and one more closes it',
    table(
      ['sent at once', 'answered'],
      [
        [16, 16],
        [17, 17],
        [18, 0],
      ],
      async (sent, answered) => {
        const { raw, look } = await overHttp()
        const head = 'GET /livez HTTP/1.1\r\nHost: x\r\n'
        const answers = await raw(`${`${head}\r\n`.repeat(sent - 1)}${head}Connection: close\r\n\r\n`)
        expect(answers.map(({ status }) => status)).to.deep.equal(Array(answered).fill(200))
        expect((await look('/balances')).status).to.equal(200)
      },
    ),
  )
})
