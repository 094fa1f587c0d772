import { uuids } from '../../../adapters/node/node.ts'
import type { Deadline, Enquired, MobileProvider, Submitted, Transaction } from '../../../core/sente.ts'
import type { Fault, Faults } from '../brokenPromises.ts'
import type { Situation, Stage } from './stage.ts'

/** Networks with one fault each, by the rule that they break. */
export const faults: Faults<Stage> = {
  '204.1': submitting('an accepted submission is in doubt', (answer) =>
    answer.outcome === 'accepted' ? { outcome: 'inDoubt', because: 'a fault' } : answer,
  ),
  '204.2': spoiling('every provider id is different', () => ({ providerId: () => uuids.random() })),
  '204.3': spoiling('the fingerprint changes with each submission', (good) => {
    let submissions = 0
    const submit = (transaction: Transaction, until: Deadline) => {
      submissions += 1
      return good.payOut(transaction, until)
    }
    return {
      payOut: submit,
      requestPayment: submit,
      get fingerprint() {
        return `${good.fingerprint} ${submissions}`
      },
    }
  }),
  '204.4': submitting('a submission to a network that cannot be reached is in doubt', (answer, situation) =>
    situation === 'unreachable' ? { outcome: 'inDoubt', because: 'a fault' } : answer,
  ),
  '204.5': spoiling('only the deadline on the wall clock is kept', (good) => {
    const submit = (transaction: Transaction, { wallMs }: Deadline) =>
      good.payOut(transaction, { wallMs, monotonicMs: Number.POSITIVE_INFINITY })
    return { payOut: submit, requestPayment: submit }
  }),
  '204.6': submitting('a submission whose answer is lost is declined', (answer, situation) =>
    situation === 'losesAnswer' ? { outcome: 'declined', reason: 'network_failure' } : answer,
  ),
  '204.7': submitting('a second submission is declined as a duplicate', (answer, situation) =>
    situation === 'succeeds' && answer.outcome === 'inDoubt'
      ? { outcome: 'declined', reason: 'refused_by_network' }
      : answer,
  ),
  '204.8': enquiring('a payment that was declined is still open', (answer) =>
    answer.outcome === 'declined' ? { outcome: 'pending', seen: answer.seen } : answer,
  ),
  '204.9': enquiring('an id that the network never had is in doubt', (answer) =>
    answer.outcome === 'notFound' ? { outcome: 'inDoubt', because: 'a fault' } : answer,
  ),
  '204.10': enquiring('a network that cannot be reached never had the id', (answer) =>
    answer.outcome === 'unanswered' ? { outcome: 'notFound' } : answer,
  ),
  '204.11': spoiling('no callback identifies a transaction', () => ({ identifyCallback: () => undefined })),
  '204.12': spoiling('a callback that names no UUID throws', (good) => ({
    identifyCallback(callback) {
      if (!/^[0-9a-f-]{36}$/.test(new TextDecoder().decode(callback.body))) throw new Error('what is this?')
      return good.identifyCallback(callback)
    },
  })),
  '204.13': enquiring('the network’s word for a failure has a control character in it', (answer) =>
    answer.outcome === 'declined' ? { ...answer, networkReason: 'PAYER\u0000' } : answer,
  ),
  '204.14': spoiling('a report of an exchange has the whole answer', (good) => ({
    enquire(transaction, onExchange) {
      const exchange = { question: 'enquiry', atMs: 0, tookMs: 0, status: 200, codes: [], problem: null } as const
      onExchange?.({ ...exchange, answer: 'x'.repeat(2_049) })
      return good.enquire(transaction)
    },
  })),
  '204.15': spoiling('the balance of a wallet that cannot be asked is reported', (good) => ({
    walletBalance: async (wallet) => (await good.walletBalance?.(wallet)) ?? { amountMinor: 0n },
  })),
  '204.16': spoiling('a network that cannot be asked knows nobody', (good) => ({
    recipient: async (wanted) =>
      (await good.recipient?.(wanted)) ?? { isRegistered: false, name: null, canReceive: null },
  })),
}

type Faulty = (good: MobileProvider, arranged: () => Situation) => Partial<MobileProvider>

function spoiling(fault: string, faulty: Faulty): Fault<Stage> {
  return {
    fault,
    spoil(good) {
      let arranged: Situation = 'succeeds'
      const { provider } = good
      const faults = Object.getOwnPropertyDescriptors(faulty(provider, () => arranged))
      return {
        ...good,
        provider: Object.defineProperties({ ...provider }, faults),
        arrange(situation) {
          arranged = situation
          return good.arrange(situation)
        },
      }
    },
  }
}

function submitting(fault: string, falsify: (answer: Submitted, situation: Situation) => Submitted): Fault<Stage> {
  return spoiling(fault, (good, arranged) => ({
    payOut: async (transaction, until) => falsify(await good.payOut(transaction, until), arranged()),
    requestPayment: async (transaction, until) => falsify(await good.requestPayment(transaction, until), arranged()),
  }))
}

function enquiring(fault: string, falsify: (answer: Enquired) => Enquired): Fault<Stage> {
  return spoiling(fault, (good) => ({ enquire: async (transaction) => falsify(await good.enquire(transaction)) }))
}
