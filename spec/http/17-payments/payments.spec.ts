import { expect } from 'chai'
import type { Behaviour } from '../../../adapters/memory/memory.ts'
import { rule } from '../../rule.ts'
import { type Api, closeApis, expectError, expectHeaders, type HttpAnswer, type Operation, openApi } from '../api.ts'

/** A way to bring a request of an operation to an error. */
type Breach = (api: Api, operation: Operation) => Promise<HttpAnswer>

const withFields =
  (fields: object): Breach =>
  ({ post, bodies }, operation) =>
    post(operation, { ...bodies[operation], ...fields })

const after =
  (act: (api: Api) => unknown): Breach =>
  async (api, operation) => {
    await act(api)
    return api.post(operation, api.bodies[operation])
  }

const withAccount = (changes: object) => after(({ change }) => change((account) => ({ ...account, ...changes })))

const withNetwork = (behaviour: Behaviour) =>
  after(({ network }) => {
    network.behaves(behaviour)
    network.answersEnquiry({ outcome: 'inDoubt', because: 'the network is silent' })
  })

const withKey: Breach = ({ post, bodies }, operation) =>
  post(operation, bodies[operation], { authorization: 'Bearer sente_sk_0' })

/** Every error of the contract, in the contract's order, then the core's further refusals. */
const errors: Record<string, [status: number, code: string, Breach]> = {
  'Missing required fields: network': [400, 'missing_fields', withFields({ network: '' })],
  'Currency not supported': [400, 'currency_not_supported', withFields({ currency: 'KES' })],
  'Invalid network for UGX. Available networks: AIRTEL, MTN': [400, 'invalid_network', withFields({ network: 'X' })],
  'Amount must be at least 500 for UGX': [400, 'amount_below_minimum', withFields({ amount: 499 })],
  'Amount cannot exceed 5000000 for UGX': [400, 'amount_above_maximum', withFields({ amount: 5_000_001 })],
  'Insufficient balance for UGX': [400, 'insufficient_balance', withFields({ amount: 100_001 })],
  'Invalid API key': [401, 'invalid_secret_key', withKey],
  'Invalid or unauthorized public key': [401, 'invalid_public_key', withFields({ apikey: 'sente_pk_0' })],
  'Invalid PIN': [401, 'invalid_pin', withFields({ pin: '4321' })],
  'Currency not activated': [403, 'currency_not_activated', withAccount({ activatedCurrencies: [] })],
  'Please set your PIN in settings first': [403, 'pin_not_set', withAccount({ pin: null })],
  'Unauthorized. Complete KYC to access this API': [403, 'kyc_incomplete', withAccount({ kyc: 'incomplete' })],
  'API access is turned off by user': [403, 'api_access_off', withAccount({ apiAccess: false })],
  'User not found': [404, 'account_not_found', withAccount({ closed: true })],
  'Method Not Allowed': [405, 'method_not_allowed', ({ ask }, operation) => ask('PUT', `/api/v1/${operation}`)],
  'Duplicate reference detected': [
    409,
    'duplicate_reference',
    after(({ post, bodies }) => post('collect-money', bodies['collect-money'])),
  ],
  'Invalid phone number for MTN': [400, 'invalid_phone_number', withFields({ phone_number: '254770000001' })],
  'Amount must be a whole number for UGX': [400, 'amount_too_precise', withFields({ amount: 500.5 })],
}

/** The contract has one message for every way in which a network can fail. */
const failures: Record<string, Behaviour[]> = {
  provider_unavailable: ['unreachable', 'declines'],
  outcome_unknown: ['losesAnswer', 'losesRequest'],
}

const payoutOnly = ['insufficient_balance', 'invalid_pin', 'pin_not_set']

const operationsOf = (code: string): Operation[] =>
  payoutOnly.includes(code) ? ['send-money'] : ['send-money', 'collect-money']

describe('17 The merchants’ API', () => {
  afterEach(closeApis)

  rule('17.1', 'a payment that the network has is answered with 201 and the transaction', {
    'send-money': async () => {
      const { post, bodies, ports, account } = await openApi()
      const answer = await post('send-money', bodies['send-money'])
      const { id } = (await ports.books.transactionByReference(account.id, 'order-1')) ?? {}
      expect(answer.status).to.equal(201)
      expect(answer.text).to.equal(
        `{"status":"success","message":"Withdrawal initiated successfully","data":{"reference":"order-1","transaction_id":"${id}","amount":5000,"currency":"UGX","network":"MTN"}}`,
      )
      expect(answer.headers).to.include({ location: `/api/v1/transactions/${id}` })
      expect(answer.headers).not.to.have.property('error-code')
      expectHeaders(answer)
    },
    'collect-money': async () => {
      const { post, bodies, ports, account } = await openApi()
      const answer = await post('collect-money', { ...bodies['collect-money'], network: 'AIRTEL' })
      const { id } = (await ports.books.transactionByReference(account.id, 'order-1')) ?? {}
      expect(answer.status).to.equal(201)
      expect(answer.text).to.equal(
        `{"status":"success","message":"Collection initiated successfully","data":{"reference":"order-1","transaction_id":"${id}","amount":5000,"currency":"UGX","network":"AIRTEL"}}`,
      )
      expect(answer.headers).to.include({ location: `/api/v1/transactions/${id}` })
      expectHeaders(answer)
    },
    'a payout that succeeds at once': async () => {
      const { post, bodies, network, balance } = await openApi()
      network.behaves('succeeds')
      expect((await post('send-money', bodies['send-money'])).status).to.equal(201)
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
    },
  })

  rule(
    '17.2',
    'each error has its status, message and code, and nothing in the envelope but status and message',
    Object.fromEntries(
      Object.entries(errors).flatMap(([message, [status, code, breach]]) =>
        operationsOf(code).map((operation) => [
          `${message}, ${operation}`,
          async () => expectError(await breach(await openApi(), operation), status, code, message),
        ]),
      ),
    ),
  )

  rule(
    '17.3',
    'a network that fails is answered with 500; the code says whether the money is released or held',
    Object.fromEntries(
      Object.entries(failures).flatMap(([code, behaviours]) =>
        behaviours.flatMap((behaviour) =>
          operationsOf(code).map((operation) => [
            `${code}: the network ${behaviour}, ${operation}`,
            async () => {
              const answer = await withNetwork(behaviour)(await openApi(), operation)
              expectError(answer, 500, code, 'CURL Error: Failed to connect')
            },
          ]),
        ),
      ),
    ),
  )
})
