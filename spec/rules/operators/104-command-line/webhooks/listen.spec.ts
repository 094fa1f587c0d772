import { expect } from 'chai'
import { rule } from '../../../../rule.ts'
import { openWithEndpoint, url } from './withEndpoint.ts'

describe('104 The command line: listen', () => {
  rule('104.79', 'listen ends with advice when it begins after an event that the account does not have', async () => {
    const { sente, id } = await openWithEndpoint()
    const { code, err } = await sente('listen', id, '--forward-to', url, '--after', '2')
    expect([code, err]).to.deep.equal([
      1,
      `The last event of account ${id} is 1. If its books were restored, begin with --after 0\n`,
    ])
  })
})
