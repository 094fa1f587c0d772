import { expect } from 'chai'
import { ruleOf } from '../../../../adapters/http/answers/errors/refusals.ts'
import type { Behaviour } from '../../../../adapters/memory/memory.ts'
import { answers } from '../../../answers.ts'
import { refusal, rule, table } from '../../../rule.ts'
import { expectError, expectHeaders, type Operation, overHttp } from '../../../stages/overHttp.ts'
import { breaches, withNetwork } from './breaches.ts'

/** The contract has one message for every failure of a network. */
const failures: Record<string, Behaviour[]> = {
  provider_unavailable: ['unreachable', 'declines'],
  outcome_unknown: ['losesAnswer', 'losesRequest'],
}

const payoutOnly = ['insufficient_balance', 'invalid_pin', 'pin_locked', 'pin_not_set']

const operationsOf = (code: string): Operation[] =>
  payoutOnly.includes(code) ? ['send-money'] : ['send-money', 'collect-money']

type Row = [code: keyof typeof breaches, operation: Operation, status: number, message: string]

/** Every error, by each operation that can have it. */
const errors = (Object.keys(breaches) as Row[0][]).flatMap((code) =>
  operationsOf(code).map((operation): Row => [code, operation, ...answers[code]]),
)

describe('8 Payments over HTTP', () => {
  rule('8.1', 'a payment accepted by its network is answered with 201 and the transaction', {
    'send-money': async () => {
      const { post, bodies, ports, account } = await overHttp()
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
      const { post, bodies, ports, account } = await overHttp()
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
      const { post, bodies, network, balance } = await overHttp()
      network.behaves('succeeds')
      expect((await post('send-money', bodies['send-money'])).status).to.equal(201)
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
    },
  })

  rule(
    '8.2',
    'each error has its status, message and code; the envelope has only status and message, and for a batch its refused lines',
    table(['code', 'operation', 'status', 'message'], errors, async (code, operation, status, message) => {
      const answer = await breaches[code](operation)
      expectError(answer, status, code, message)
      expect(answer.headers.link).to.include(`</rulebook#${ruleOf(code)}>; rel="describedby"`)
    }),
  )

  refusal(
    '8.3',
    ['provider_unavailable', 'outcome_unknown'],
    'a failure of the network is answered with 500; the code says whether the money is released or held',
    Object.fromEntries(
      Object.entries(failures).flatMap(([code, behaviours]) =>
        behaviours.flatMap((behaviour) =>
          operationsOf(code).map((operation) => [
            `${code}: the network ${behaviour}, ${operation}`,
            async () => {
              const answer = await withNetwork(behaviour)(operation)
              expectError(answer, 500, code, 'CURL Error: Failed to connect')
            },
          ]),
        ),
      ),
    ),
  )
})
