import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

describe('104 The command line: unknown names', () => {
  rule('104.80', 'an unknown network or currency is refused, and the message says which are known', {
    'a network': () =>
      refuses(['transaction', 'list', '--network', 'nosuch'], {
        code: 'unknown_network',
        message: 'nosuch is not in the configuration, whose networks are: AIRTEL, MTN',
      }),
    'a network in other letters': () =>
      refuses(['transaction', 'list', '--network', 'mtn'], {
        code: 'unknown_network',
        message: 'mtn is not in the configuration, whose networks are: AIRTEL, MTN',
      }),
    'a currency of transactions': () => refuses(['transaction', 'list', '--currency', 'KES'], unknownShilling),
    'a currency of statements': () => refuses(['statement', 'ID', 'KES'], unknownShilling),
    'a currency of statements in a file': () =>
      refuses(['statement', 'ID', 'KES', '--file', '/tmp/never-written.csv'], unknownShilling),
    'a currency that is stopped': () =>
      refuses(['account', 'deactivate', 'ID', 'UGS'], {
        code: 'unknown_currency',
        message: 'UGS is not a currency whose number of decimals sente knows',
      }),
  })

  rule('104.81', 'a network or currency that has left the configuration is still found by its name', async () => {
    const { pay, json, id } = await openCommandLine({ store: { market: new Map() } })
    const { reference } = await pay()
    for (const option of [
      ['--network', 'MTN'],
      ['--currency', 'UGX'],
    ]) {
      const { transactions } = (await json('transaction', 'list', ...option)).json
      expect(transactions.map((each: { reference: string }) => each.reference)).to.deep.equal([reference])
    }
    expect((await json('statement', id, 'UGX')).json.lines).to.have.length(2)
    expect((await json('account', 'deactivate', id, 'UGX')).code).to.equal(0)
  })
})

const unknownShilling = {
  code: 'unknown_currency',
  message: 'KES is not in the configuration, whose currencies are: UGX, USD',
}

async function refuses(argv: readonly string[], error: { code: string; message: string }) {
  const { json, pay, id } = await openCommandLine()
  await pay()
  const words = argv.map((word) => (word === 'ID' ? id : word))
  expect(await json(...words)).to.deep.equal({ code: 1, json: { error } })
}
