import { expect } from 'chai'
import type { Way as Kind } from '../../../core/sente.ts'
import { fifthOf, oneOf } from '../../night.ts'
import { test } from '../../rule.ts'
import { dialects } from './dialects.ts'
import { executed, type Fault, failed, faults, neverArrived, type Result, type Verdict } from './faultTable.ts'
import { type FaultyGateway, openFaultyGateway } from './gateway.ts'
import type { FaultyNetwork, Trouble } from './network.ts'
import { codeOf, fees, fourEyes, payLineThrough, payOnce, payThrough, refundThrough } from './paying.ts'

describe('Faults of the networks', () => {
  // By day one in five of those with the same effects.
  for (const verdict of new Set(faults.map(([, , verdict]) => verdict)))
    for (const fault of Object.values(fifthOf(rowsOf(verdict)))) test(sentenceOf(fault), examplesOf(fault))

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
    'a refund has the same effects as a payout, holds the rest of its collection, and gives back its fee in the end',
    others(refundThrough),
  )

  test(
    'a line of a batch has the same effects as a payout, and ends its batch, even if the keys are revoked meanwhile',
    others(payLineThrough),
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
    'an unsolicited answer on an idle connection is not used as the answer to the next payment',
    everywhere({}, (gateway, kind) =>
      payAfter(gateway, kind, ({ sayUnasked }) => sayUnasked('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')),
    ),
  )
})

/** The rows with these effects, by fault. */
function rowsOf(verdict: Verdict): Record<string, Fault> {
  return Object.fromEntries(faults.filter(([, , found]) => found === verdict).map((fault) => [fault[0], fault]))
}

/** The sentence of a row. */
function sentenceOf([fault, , { answer, result, sent, end }]: Fault): string {
  const wordsFor = ([state, money]: Result) => `${state}, money ${money}`
  const after = end ? `in the end ${wordsFor(end)}` : 'that is final'
  const times = (['never sent', 'sent once', 'sent twice'] as const)[sent]
  return `${fault}: ${answer}, ${times}, ${wordsFor(result)}; ${after}`.replace(/[a-z]+_[a-z]+/g, '`$&`')
}

type Examples = Record<string, () => Promise<void>>

/** Examples on each network with each operation, each with a gateway and a network of its own; by day one of the four. */
function everywhere(trouble: Trouble, example: (gateway: FaultyGateway, kind: Kind) => Promise<void>): Examples {
  const kinds = ['payout', 'collection'] as const
  const examples = dialects.flatMap((dialect) =>
    kinds.map((kind) => {
      const opened = async () => example(await openFaultyGateway(dialect, trouble), kind)
      return [`${dialect.name} ${kind}`, opened] as const
    }),
  )
  return oneOf(Object.fromEntries(examples))
}

function named(examples: Examples, name: (given: string) => string): Examples {
  return Object.fromEntries(Object.entries(examples).map(([given, example]) => [name(given), example]))
}

/** A blocked connection is tried by a gateway without a token and by one with a token. */
function examplesOf([, trouble, verdict]: Fault): Examples {
  const examples = everywhere(trouble, (gateway, kind) => payThrough(gateway, kind, verdict))
  if (!trouble.way) return examples
  const withToken = everywhere(trouble, async (gateway, kind) => {
    await gateway.getToken(kind)
    await payThrough(gateway, kind, verdict)
  })
  return { ...examples, ...named(withToken, (name) => `${name}, with a token`) }
}

/** The faults with the verdict `unasked` when no enquiry is answered, on networks that answer enquiries. */
function whenAsked(unasked: Verdict, verdict: Verdict): Examples {
  const examples = Object.values(rowsOf(unasked)).map(([fault, { enquiry, ...trouble }]) => {
    const everyone = everywhere(trouble, async (gateway, kind) => {
      await gateway.network.fall()
      await payOnce(gateway, kind, verdict)
    })
    return named(everyone, (name) => `${fault}, ${name}`)
  })
  return fifthOf(Object.assign({}, ...examples) as Examples)
}

/** One fault of each verdict, on one network or the other; by day one of them. */
function others(payThrough: typeof refundThrough): Examples {
  const tried = [
    'the connection is refused',
    'the answer is a documented refusal, from MTN with 500',
    'the connection is reset after the whole request',
    'the answer is 500 for a business reason',
    'the answer is 503',
  ]
  const rows = faults.filter(([name]) => tried.includes(name))
  const examples = rows.map(([name, trouble, verdict], index) => {
    const dialect = dialects[index % dialects.length]
    if (!dialect) throw new Error('there is no network')
    const example = async () => payThrough(await openFaultyGateway(dialect, trouble, { fees, fourEyes }), verdict)
    return [name, example] as const
  })
  return fifthOf(Object.fromEntries(examples))
}

/** Pays, lets the network do something to its idle connections, and pays again. */
async function payAfter({ network, pay }: FaultyGateway, kind: Kind, disturb: (network: FaultyNetwork) => unknown) {
  expect(codeOf(await pay(kind))).to.equal('201')
  expect(await disturb(network)).to.be.above(0)
  expect(codeOf(await pay(kind, 'order-2'))).to.equal('201')
  expect(network.seen).to.include({ submission: 2, enquiry: 0 })
  expect([...network.tried.values()]).to.deep.equal([1, 1])
}
