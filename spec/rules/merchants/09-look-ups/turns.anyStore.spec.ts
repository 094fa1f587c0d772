import { once } from 'node:events'
import { expect } from 'chai'
import { type LookUpBalances, listTransactions, lookUpTransaction } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { dataOf, openPayment, otherAccount } from '../../../fixtures/http/lookUps.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { type Api, expectError, overHttp } from '../../../stages/overHttp.ts'

/** Look-ups of balances that wait for `finishOne`; `atWork` names the accounts whose look-ups have begun. */
function heldLookUps(): { lookUpBalances: LookUpBalances; atWork: string[]; finishOne: () => void } {
  const atWork: string[] = []
  const waiting: (() => void)[] = []
  const lookUpBalances: LookUpBalances = async ({ caller }) => {
    atWork.push(caller.account.id)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { balances: [] }
  }
  return {
    lookUpBalances,
    atWork,
    finishOne: () => waiting.shift()?.(),
  }
}

/** Resolves once the server has read all earlier requests: it has answered a later one. */
const hasRead = ({ ask }: Api) => ask('GET', '/livez')

describe('9 Look-ups: turns and cursors', () => {
  rule(
    '9.17',
    'two look-ups of an account run at once, its others wait, and another account’s are not held up',
    async () => {
      const held = heldLookUps()
      const api = await overHttp({ lookUpBalances: held.lookUpBalances })
      const own = api.account.id
      const answers = [1, 2, 3, 4, 5].map(() => api.look('/balances'))
      await until(() => held.atWork.length === 2)
      await hasRead(api)
      expect(held.atWork).to.deep.equal([own, own])
      const theirs = api.look('/balances', await otherAccount(api))
      await until(() => held.atWork.length === 3)
      expect(held.atWork[2]).not.to.equal(own)
      for (let count = 4; count <= 6; count++) {
        held.finishOne()
        // The third to finish belongs to the other account, so no look-up of this one begins after it.
        if (count === 6) held.finishOne()
        await until(() => held.atWork.length === count)
      }
      expect(held.atWork.slice(3)).to.deep.equal([own, own, own])
      for (let count = 0; count < 2; count++) held.finishOne()
      for (const { status } of await Promise.all([...answers, theirs])) expect(status).to.equal(200)
    },
  )

  rule('9.18', 'a waiting look-up is skipped when its client leaves, and the next one runs', async () => {
    const held = heldLookUps()
    const api = await overHttp({ lookUpBalances: held.lookUpBalances })
    const { authorization, socket, server } = api
    const working = [api.look('/balances'), api.look('/balances')]
    await until(() => held.atWork.length === 2)
    const arrived = once(server, 'request')
    const gone = socket().on('error', () => undefined)
    gone.write(`GET /api/v1/balances HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`)
    const [req] = await arrived
    await hasRead(api)
    gone.resetAndDestroy()
    await new Promise((resolve) => req.socket.once('close', resolve))
    const stayed = api.look('/balances')
    await hasRead(api)
    held.finishOne()
    await until(() => held.atWork.length === 3)
    for (const _ of [1, 2]) held.finishOne()
    await Promise.all([...working, stayed])
    expect(held.atWork).to.have.length(3)
    expect(api.lines.filter((line) => line.includes('request_aborted'))).to.have.length(1)
  })

  rule(
    '9.19',
    'a cursor is the id of the last transaction of its page, and reveals nothing about other accounts',
    async () => {
      const api = await overHttp()
      const ids: string[] = []
      for (const reference of ['r1', 'r2', 'r3']) ids.unshift(await openPayment(api, { reference }))
      const first = dataOf(await api.look('/transactions?limit=2'))
      expect(first.next_cursor).to.equal(ids[1])
      const rest = dataOf(await api.look(`/transactions?cursor=${ids[1]}`))
      expect(rest).to.have.nested.property('transactions[0].transaction_id', ids[2])
      expect(rest.next_cursor).to.equal(null)
    },
  )

  rule('9.20', 'a cursor of another account’s transaction is refused like one that was never issued', async () => {
    const api = await overHttp()
    const id = await openPayment(api)
    const other = await otherAccount(api)
    const neverIssued = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
    const message = 'Malformed fields: cursor must be the next_cursor of an earlier page'
    expectError(await api.look(`/transactions?cursor=${id}`, other), 400, 'malformed_fields', message)
    expectError(await api.look(`/transactions?cursor=${neverIssued}`, other), 400, 'malformed_fields', message)
  })

  rule('9.21', 'an account that may not use the API is refused before its cursor is checked', async () => {
    const { ports } = await openCore()
    const account = { ...(await openCore()).account, apiAccess: false }
    const caller = { account, keyId: '', keyDigest: '' }
    expect(await lookUpTransaction(ports)({ caller, transactionId: 'any' })).to.deep.equal({
      refused: 'api_access_off',
    })
    const query = { limit: 1, before: 'any' }
    expect(await listTransactions(ports)({ caller, query })).to.deep.equal({ refused: 'api_access_off' })
  })
})
