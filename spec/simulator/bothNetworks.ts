import { randomUUID } from 'node:crypto'
import type { Simulator, SimulatorOptions } from '../../adapters/simulator/simulator.ts'
import { airtelCaller, newId } from './airtelCaller.ts'
import { mtnCaller } from './mtnCaller.ts'
import { type Answer, type Call, type Operation, openSimulator, type Receiver, untilEnded } from './openedSimulator.ts'

/** A simulated network, in common words for rules of both networks. */
export type Network = ReturnType<typeof networkOf>

/** The simulated networks by name. */
const networks = {
  MTN: networkOf({
    newId: randomUUID,
    numberOf: (digits) => `256770${digits}`,
    requests({ mtn }, callbackUrl) {
      const { submit, enquire } = mtnCaller(mtn)
      const productOf = (operation: Operation) => (operation === 'payout' ? 'disbursement' : operation)
      return {
        submit(operation, id, digits) {
          const headers = callbackUrl === undefined ? {} : { 'x-callback-url': `${callbackUrl}/${id}` }
          return submit(productOf(operation), { reference: id, phoneNumber: `256770${digits}`, headers })
        },
        enquire: (operation, id) => enquire(productOf(operation), id),
      }
    },
    outcomes: ({ status, body }) => ({
      accepted: status === 202,
      repeated: status === 409 && body.code === 'RESOURCE_ALREADY_EXIST',
      busy: status === 503 && body.code === 'SERVICE_UNAVAILABLE',
    }),
    states: ({ status, body }) => ({
      open: body.status === 'PENDING',
      succeeded: body.status === 'SUCCESSFUL',
      declined: body.status === 'FAILED' && body.reason.code === 'APPROVAL_REJECTED',
      expired: body.status === 'FAILED' && body.reason.code === 'EXPIRED',
      unknown: status === 404,
      busy: status === 503,
    }),
    reported: ({ url, body }) => ({ id: url?.slice(1), hasSucceeded: body.status === 'SUCCESSFUL' }),
  }),
  Airtel: networkOf({
    newId,
    numberOf: (digits) => `256750${digits}`,
    requests({ airtel }) {
      const { submit, enquire } = airtelCaller(airtel)
      return { submit: (operation, id, digits) => submit(operation, { id, msisdn: `750${digits}` }), enquire }
    },
    outcomes: ({ status, text, body }, operation) => ({
      accepted: status === 200 && body.status?.success === true,
      repeated:
        status === 200 &&
        (operation === 'payout'
          ? body.status?.response_code === 'DP00900001011'
          : body.status?.result_code === 'ESB000041'),
      busy: status === 503 && text.includes('<html>'),
    }),
    states({ status, body }, operation) {
      const succeeded = { collection: 'DP00800001001', payout: 'DP00900001001' }
      const unknown = { collection: 'DP00800001025', payout: 'DP00900001015' }
      const [state, code] = [body.data?.transaction.status, body.status?.response_code]
      return {
        open: state === 'TIP',
        succeeded: state === 'TS' && code === succeeded[operation],
        declined: state === 'TF' && code === 'DP00800001002',
        expired: state === 'TE',
        unknown: code === unknown[operation],
        busy: status === 503,
      }
    },
    reported: ({ body: { transaction } }) => ({ id: transaction.id, hasSucceeded: transaction.status_code === 'TS' }),
  }),
}

/** Each of the networks. */
export const eachNetwork = Object.values(networks)

/** One example for each network, or several, under the network's name. */
export function forBoth(examples: Example | Record<string, Example>): Record<string, () => unknown> {
  const named = typeof examples === 'function' ? { '': examples } : examples
  const both = Object.entries(networks).flatMap(([network, words]) =>
    Object.entries(named).map(([name, example]) => [name ? `${network}, ${name}` : network, () => example(words)]),
  )
  return Object.fromEntries(both)
}

type Example = (network: Network) => unknown

/** The addresses of the networks' APIs, perhaps in another process. */
type Access = Pick<Simulator, 'mtn' | 'airtel'>

type Outcome = 'accepted' | 'repeated' | 'busy'
type State = 'open' | 'succeeded' | 'declined' | 'expired' | 'unknown' | 'busy'

/** The differences between the networks. */
type Dialect = {
  newId(): string
  /** The phone number with these last six digits. */
  numberOf(digits: string): string
  /** The network's own requests; `digits` are the last six of the phone number. */
  requests(
    access: Access,
    callbackUrl?: string,
  ): {
    submit(operation: Operation, id: string, digits: string): Promise<Answer>
    enquire(operation: Operation, id: string): Promise<Answer>
  }
  /** The meaning of an answer to a submission. */
  outcomes(answer: Answer, operation: Operation): Record<Outcome, boolean>
  /** The meaning of an answer to an enquiry. */
  states(answer: Answer, operation: Operation): Record<State, boolean>
  /** The meaning of a callback, and its payment. */
  reported(call: Call): { id: string | undefined; hasSucceeded: boolean }
}

function networkOf({ newId, numberOf, requests, outcomes, states, reported }: Dialect) {
  function clientOf(access: Access, callbackUrl?: string) {
    const own = requests(access, callbackUrl)

    async function submit(operation: Operation, { id = newId(), digits = '000001' } = {}) {
      const answer = await own.submit(operation, id, digits)
      return { ...answer, id, outcome: trueOf(outcomes(answer, operation)) }
    }

    /** Resolves with the state of a payment. */
    async function enquire(operation: Operation, id: string) {
      return trueOf(states(await own.enquire(operation, id), operation))
    }

    /** Enquires until the payment has ended; resolves with its state. */
    function ended(operation: Operation, id: string) {
      return untilEnded(
        () => enquire(operation, id),
        (state) => state === 'open',
      )
    }

    return { submit, enquire, ended }
  }

  /** Starts a simulator that approves in 20 ms, and a client of this network. */
  async function open({ callbackUrl, ...options }: SimulatorOptions & { callbackUrl?: string } = {}) {
    const simulator = await openSimulator({ ...options, ...(callbackUrl && { airtelCallbackUrl: callbackUrl }) })
    return { simulator, ...clientOf(simulator, callbackUrl) }
  }

  /** The meanings of the callbacks to a receiver, in order. */
  const reportsTo = (receiver: Receiver) => receiver.calls.map(reported)

  return { newId, numberOf, clientOf, open, reportsTo }
}

/** The name of the true value, if there is one. */
function trueOf<Name extends string>(facts: Record<Name, boolean>): Name | undefined {
  for (const name in facts) if (facts[name]) return name
  return undefined
}
