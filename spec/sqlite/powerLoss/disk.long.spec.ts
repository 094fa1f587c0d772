import { expect } from 'chai'
import sinon from 'sinon'
import { auditBooks, type Store, type Transaction } from '../../../core/sente.ts'
import { openSandboxGateway, payoutOf, type SandboxGateway } from '../../fixtures/sandboxGateway.ts'
import { test } from '../../rule.ts'
import { afterPowerLoss, type Picture, type PowerDisk, powerDisk } from './disk.ts'

/** The duration of a flush, in milliseconds: an answer that does not wait for it comes far ahead. */
const delayMs = 60

describe('Power loss: the server’s messages, compared with the disk', () => {
  let gateway: SandboxGateway
  let disk: PowerDisk
  beforeEach(async () => {
    gateway = await openSandboxGateway({
      greets: false,
      serving(path) {
        disk = powerDisk(path, delayMs)
        return { flush: disk.flush, onLost: fail }
      },
    })
  })
  afterEach(async () => {
    sinon.restore()
    await gateway.close()
  })

  /** Pictures are judged once everything is answered, since the server shares this process, and its deadlines go on. */
  const storedIn = (picture: Picture, reference: string) =>
    afterPowerLoss(picture, picture.flushed, async ({ books }) => stateAndBroken(books, reference))

  test('when a network is asked or a merchant answered, the basis of that is on the disk', {
    async 'a submission and its 201, for many at once'() {
      const asked: { picture: Picture; reference: string }[] = []
      const { payOut } = gateway.airtel
      sinon.replace(gateway.airtel, 'payOut', (transaction, until) => {
        asked.push({ picture: disk.picture(), reference: transaction.reference })
        return payOut(transaction, until)
      })
      const ask = gateway.as(await gateway.openAccount())
      const references = ['a', 'b', 'c', 'd', 'e', 'f']
      const answers = references.map(async (reference) => {
        const { status } = await ask('send-money', payoutOf(reference))
        return { status, reference, picture: disk.picture() }
      })
      for (const { status, picture, reference } of await Promise.all(answers))
        expect({ status, ...(await storedIn(picture, reference)) }).to.include({
          status: 201,
          state: 'succeeded',
          broken: 0,
        })
      expect(asked.length).to.equal(references.length)
      for (const { picture, reference } of asked)
        expect(await storedIn(picture, reference)).to.include({ state: 'submitting', broken: 0 })
    },
    async 'a 409 and a balance, with the payment not flushed yet'() {
      const ask = gateway.as(await gateway.openAccount())
      const first = ask('send-money', payoutOf('a'))
      while (!disk.picture().log.includes('a256750000001')) await aMoment()
      const answers = [ask('send-money', payoutOf('a')), ask('balances')].map(async (answer) => {
        const { status } = await answer
        const { state } = await storedIn(disk.picture(), 'a')
        return [status, state === undefined ? 'lost' : 'there']
      })
      expect(await Promise.all(answers)).to.deep.equal([
        [409, 'there'],
        [200, 'there'],
      ])
      expect((await first).status).to.equal(201)
    },
  })
})

/** The state of a payment, and the number of errors that the audit finds, such as in its hold or the balance. */
async function stateAndBroken(books: Store['books'], reference: string) {
  const { transactions } = await books.list({ limit: 100 })
  const found = transactions.find((transaction: Transaction) => transaction.reference === reference)
  return { state: found?.state, broken: (await auditBooks({ books })()).broken.length }
}

function fail(error: unknown) {
  throw error
}

function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2))
}
