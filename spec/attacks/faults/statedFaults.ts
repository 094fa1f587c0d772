import { test } from '../../rule.ts'
import { executed, type Fault, failed, faults, neverArrived, type Result, type Verdict } from './faultTable.ts'
import { isHasty } from './networkTrouble.ts'
import { everywhere, payOnce, payThrough } from './payThrough.ts'

const sentSo = ['never sent', 'sent once', 'sent twice'] as const

/** States what comes of the faults whose deadlines are shorter than the real ones, or of those with the real ones. */
export function stateFaults(hasty: boolean): void {
  for (const fault of faults.filter(([, trouble]) => isHasty(trouble) === hasty)) {
    test(sentenceOf(fault), examplesOf(fault))
  }

  test(
    'whatever happens to the answer, the merchant gets 201 when the enquiry within the request finds the payment',
    whenAsked(hasty, executed, { ...executed, answer: '201', result: ['succeeded', 'moved'] }),
  )

  test(
    'the merchant gets 500 `provider_unavailable` and the money back when that enquiry finds that the payment failed',
    whenAsked(hasty, failed, {
      ...failed,
      answer: '500 provider_unavailable',
      result: ['failed: limit_reached', 'back'],
    }),
  )

  test(
    'the merchant gets 500 `outcome_unknown` and the money stays held when that enquiry does not find the payment',
    whenAsked(hasty, neverArrived, neverArrived),
  )
}

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
function whenAsked(hasty: boolean, unasked: Verdict, verdict: Verdict): Record<string, () => Promise<unknown>> {
  const rows = faults.filter(([, trouble, found]) => found === unasked && isHasty(trouble) === hasty)
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
