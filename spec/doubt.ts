import { type Enquired, type FollowUpPolicy, followUp, isRefusal, livePolicy } from '../core/sente.ts'
import { openCounter } from './counter.ts'

/** Milliseconds of a minute. */
export const minuteMs = 60_000
/** Milliseconds of an hour. */
export const hourMs = 60 * minuteMs

/** A network's answer to an enquiry. */
export const succeeded = { outcome: 'succeeded', providerRef: 'late', seen: {} } as const satisfies Enquired
/** A network's answer to an enquiry. */
export const declined = { outcome: 'declined', reason: 'limit_reached', seen: {} } as const satisfies Enquired
/** A network's answer to an enquiry. */
export const pending = { outcome: 'pending', seen: {} } as const satisfies Enquired
/** A network's answer to an enquiry. */
export const notFound = { outcome: 'notFound' } as const satisfies Enquired
/** A network's answer to an enquiry. */
export const inDoubt = { outcome: 'inDoubt', because: 'silence' } as const satisfies Enquired

/** A payout of UGX 5,000 whose answer was lost, and the follow-up that asks about it. */
export async function openDoubt(policy: FollowUpPolicy = livePolicy) {
  const alarms: string[] = []
  const counter = await openCounter({}, { policy, alarm: (attention) => alarms.push(attention) })
  counter.network.behaves('losesAnswer')
  counter.network.answersEnquiry(inDoubt)
  const answer = await counter.send(await counter.caller(), counter.payout)
  if (isRefusal(answer)) throw new Error(answer.refused)
  await answer.outcome
  const { id } = answer.transaction
  const { sweep, hint } = followUp({ ...counter.ports, atOnce: 8 })
  const stored = async () => {
    const transaction = await counter.ports.books.transaction(id)
    if (!transaction) throw new Error('it is gone')
    return transaction
  }
  return {
    ...counter,
    id,
    alarms,
    stored,
    sweep,
    hint,
    /** Sweeps after a pause, with the network answering like this. */
    async hears(answer: Enquired, afterMs = 15 * minuteMs) {
      counter.network.answersEnquiry(answer)
      counter.clock.forwardMs(afterMs)
      await sweep()
      return stored()
    },
  }
}
