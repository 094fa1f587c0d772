import { expect } from 'chai'
import type { Kind } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { executed, type Fault, failed, faults, neverArrived, type Result, type Verdict } from './faultTable.ts'
import type { FaultyGateway } from './faultyGateway.ts'
import type { FaultyNetwork } from './faultyNetwork.ts'
import { codeOf, everywhere, payOnce, payThrough } from './payThrough.ts'

const sentSo = ['never sent', 'sent once', 'sent twice'] as const

describe('Faults of the networks', () => {
  for (const fault of faults) {
    test(sentenceOf(fault), examplesOf(fault))
  }

  test(
    'whatever happens to the answer, the merchant gets 201 when the enquiry within the request finds the payment',
    whenAsked(executed, { ...executed, answer: '201', result: ['succeeded', 'moved'] }),
  )

  test(
    'the merchant gets 500 `provider_unavailable` and the money back when that enquiry finds that the payment failed',
    whenAsked(failed, { ...failed, answer: '500 provider_unavailable', result: ['failed: limit_reached', 'back'] }),
  )

  test(
    'the merchant gets 500 `outcome_unknown` and the money stays held when that enquiry does not find the payment',
    whenAsked(neverArrived, neverArrived),
  )

  test(
    'an idle connection that the network closes is not used again, and the next payment is sent once on another',
    everywhere({}, (gateway, kind) => payAfter(gateway, kind, ({ endConnections }) => endConnections('end'))),
  )

  test(
    'a reset after the network’s answer changes neither that answer nor the next payment',
    everywhere({}, (gateway, kind) =>
      payAfter(gateway, kind, ({ endConnections }) => endConnections('resetAndDestroy')),
    ),
  )

  test(
    'an unsolicited answer on an idle connection is not taken for the answer to the next payment',
    everywhere({}, (gateway, kind) =>
      payAfter(gateway, kind, ({ sayUnasked }) => sayUnasked('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')),
    ),
  )
})

/** The sentence of a row. */
function sentenceOf([fault, , { answer, result, sent, end }]: Fault): string {
  const after = end ? `in the end ${wordsFor(end)}` : 'that is final'
  return `${fault}: ${answer}, ${sentSo[sent]}, ${wordsFor(result)}; ${after}`.replace(/[a-z]+_[a-z]+/g, '`$&`')
}

function wordsFor([state, money]: Result): string {
  return `${state}, money ${money}`
}

/** A blocked way is tried by a gateway that has no token yet and by one that has. */
function examplesOf([, trouble, verdict]: Fault): Record<string, () => Promise<void>> {
  const examples = everywhere(trouble, (gateway, kind) => payThrough(gateway, kind, verdict))
  if (!trouble.way) return examples
  const withToken = everywhere(trouble, async (gateway, kind) => {
    await gateway.getToken(kind)
    await payThrough(gateway, kind, verdict)
  })
  const renamed = Object.entries(withToken).map(([name, example]) => [`${name}, with a token`, example] as const)
  return { ...examples, ...Object.fromEntries(renamed) }
}

/** The faults with the verdict `unasked` when no enquiry is answered, on networks that answer enquiries. */
function whenAsked(unasked: Verdict, verdict: Verdict): Record<string, () => Promise<unknown>> {
  const rows = faults.filter((row) => row[2] === unasked)
  const examples = rows.flatMap(([fault, { submission, answerMs }]) => {
    const trouble = { ...(submission && { submission }), ...(answerMs !== undefined && { answerMs }) }
    const everyone = everywhere(trouble, async (gateway, kind) => {
      await gateway.network.fall()
      await payOnce(gateway, kind, verdict)
    })
    return Object.entries(everyone).map(([name, example]) => [`${fault}, ${name}`, example] as const)
  })
  return Object.fromEntries(examples)
}

/** Pays, lets the network do something to its idle connections, and pays again. */
async function payAfter({ network, pay }: FaultyGateway, kind: Kind, disturb: (network: FaultyNetwork) => unknown) {
  expect(codeOf(await pay(kind))).to.equal('201')
  expect(await disturb(network)).to.be.above(0)
  expect(codeOf(await pay(kind, 'order-2'))).to.equal('201')
  expect(network.seen).to.include({ submission: 2, enquiry: 0 })
  expect([...network.tried.values()]).to.deep.equal([1, 1])
}
