import { expect } from 'chai'
import { test } from '../../rule.ts'
import {
  overMtn,
  type Reply,
  type Script,
  type ScriptedNetwork,
  soon,
  transactionOf,
  withNetwork,
} from '../scriptedNetwork.ts'
import { inStandingTime } from '../standingTime.ts'

const payout = transactionOf()
const coded = { status: 500, body: { code: 'INVALID_CURRENCY', message: 'x' } }
const unknown = { status: 404, body: { code: 'RESOURCE_NOT_FOUND', message: 'x' } }
const refusedToken = { status: 401, body: { statusCode: 401, message: 'Access token is missing or invalid.' } }
const taken = { status: 202 }
const open = ({ settings }: ScriptedNetwork) => overMtn(settings)

describe('Common to the networks: used connections', () => {
  test('a connection is not used again after a refused request', () =>
    withNetwork({ submission: () => ({ status: 503 }) }, async (network) => {
      const provider = open(network)
      await provider.payOut(payout, soon())
      await provider.payOut(payout, soon())
      expect(connectionsOf(network)).to.equal(2)
    }))

  test('a token is requested on a connection of its own, so that the first submission goes over a fresh one', () =>
    withNetwork({ submission: () => ({ status: 400 }) }, async (network) => {
      expect(await open(network).payOut(payout, soon())).to.have.property('outcome', 'declined')
      expect(network.connections).to.have.length(2)
    }))

  test('a refusal without a code is doubt on a used connection', async () => {
    for (const status of [400, 401, 403]) {
      await afterOne({ status }, {}, ({ answer, network }) => {
        expect(answer).to.deep.equal({
          outcome: 'inDoubt',
          because: `the network answered ${status} without a code, perhaps to another request`,
        })
        // Asking without a valid token would be useless.
        expect(network.enquiries).to.have.length(status === 401 ? 1 : 0)
      })
    }
  })

  test('one with a code releases there only if the answer to an enquiry comes next on the same connection', {
    'the enquiry is answered': () =>
      afterOne(coded, { enquiry: () => unknown }, ({ answer, network }) => {
        expect(answer).to.include({ outcome: 'declined', reason: 'gateway_misconfigured' })
        expect(network.enquiries).to.have.length(1)
        expect(connectionsOf(network)).to.equal(1)
      }),
    'the payment is known': () =>
      afterOne(coded, { enquiry: () => ({ status: 200, body: { status: 'PENDING' } }) }, doubted),
    'an answer to the submission comes': () => afterOne(coded, { enquiry: () => taken }, doubted),
    'it does not close the connection, as the enquiry requests': () =>
      afterOne(coded, { enquiry: () => ({ ...unknown, headers: { connection: 'keep-alive' } }) }, doubted),
    'the same is said again': () => afterOne(unknown, { enquiry: () => unknown }, doubted),
    'the connection is closed': () =>
      afterOne(coded, { enquiry: () => (response) => void response.socket?.destroy() }, doubted),
    'nothing comes': () =>
      withNetwork({ submission: afterFirst(coded), enquiry: () => () => {} }, ({ settings, has }) =>
        inStandingTime(async (time) => {
          const provider = overMtn({ ...settings, answerMs: 200 }, time.clock)
          await provider.payOut(payout, time.in(5_000))
          const answer = provider.payOut(payout, time.in(5_000))
          await has('enquiries', 1)
          time.pass(200)
          expect(await answer).to.have.property('outcome', 'inDoubt')
        }),
      ),
    'the network closes it with the refusal': () =>
      afterOne({ ...coded, headers: { connection: 'close' } }, { enquiry: () => unknown }, doubted),
  })

  test('a token refused there is replaced, but nothing is sent again unless the refusal is certain', {
    'the enquiry is refused too': () =>
      withNetwork(
        {
          submission: (nth) => (nth === 2 ? refusedToken : taken),
          enquiry: () => refusedToken,
        },
        async (network) => {
          const provider = open(network)
          await provider.payOut(payout, soon())
          expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'accepted')
          expect([network.tokens.length, network.submissions.length]).to.deep.equal([2, 3])
        },
      ),
    'the enquiry is answered': () =>
      afterOne(refusedToken, { enquiry: () => taken }, async ({ answer, provider, network }) => {
        expect(answer).to.have.property('outcome', 'inDoubt')
        expect(network.submissions).to.have.length(2)
        await provider.payOut(payout, soon())
        expect(network.submissions[2]?.headers).to.have.property('authorization', 'Bearer token-2')
      }),
  })

  test('an enquiry answered without a payment’s id is doubt there, if it is not answered elsewhere', () =>
    withNetwork(
      { enquiry: (nth) => (nth === 3 ? () => {} : { status: 200, body: { status: 'SUCCESSFUL' } }) },
      ({ settings, has }) =>
        inStandingTime(async (time) => {
          const { enquire } = overMtn({ ...settings, enquiryMs: 300 }, time.clock)
          expect(await enquire(payout)).to.have.property('outcome', 'succeeded')
          const answer = enquire(payout)
          await has('enquiries', 3)
          time.pass(300)
          expect(await answer).to.deep.equal({
            outcome: 'inDoubt',
            because: 'the network reported a payment without its id, perhaps for another request',
          })
        }),
    ))
})

type Seen = {
  readonly answer: Awaited<ReturnType<ReturnType<typeof open>['payOut']>>
  readonly provider: ReturnType<typeof open>
  readonly network: ScriptedNetwork
}

/**
 * Submits twice on one connection to a network that accepts the first submission and gives this answer to the second.
 */
function afterOne(reply: Reply, script: Script, check: (seen: Seen) => unknown): Promise<void> {
  return withNetwork({ submission: afterFirst(reply), ...script }, async (network) => {
    const provider = open(network)
    await provider.payOut(payout, soon())
    await check({ answer: await provider.payOut(payout, soon()), provider, network })
  })
}

function afterFirst(reply: Reply) {
  return (nth: number): Reply => (nth === 1 ? taken : reply)
}

function doubted({ answer, network }: Seen) {
  expect(answer).to.have.property('outcome', 'inDoubt')
  expect(network.submissions).to.have.length(2)
}

/** The number of connections, without those for tokens. */
function connectionsOf({ connections, tokens }: Pick<ScriptedNetwork, 'connections' | 'tokens'>): number {
  return connections.length - tokens.length
}
