import type { Deadline, Enquired, MobileProvider, Submitted, Transaction } from '../../../../core/sente.ts'
import type { Actor } from '../acts/actor.ts'
import { networkOf, type Stage } from '../stage/stage.ts'
import type { ModelReport } from './modelRules.ts'

/** A network's report of a transaction to an actor, which records it in its next step. */
export type Report = {
  readonly from: ModelReport['from']
  readonly answer: Submitted | Enquired
  /** False when it named another payment. */
  readonly isSame: boolean
  /** The claim before an enquiry; the time of the report goes by the clock of the claim. */
  readonly claim?: ClaimedBy | undefined
}

/** What an actor's ports share: reports by transaction, and what it has claimed to ask about. */
export type Known = { readonly reports: Map<string, Report>; readonly claims: WeakMap<Transaction, ClaimedBy> }

/** By what a transaction was claimed, and when. */
export type ClaimedBy = { readonly from: 'sweep' | 'hint'; readonly wallMs: number; readonly monotonicMs: number }

/** How long after its opening a payment may be sent to its network, in milliseconds. */
const submitWithinMs = 5_000

/** An actor's connection to a network, where every submission and enquiry waits for its turn. */
export function judgedProvider(
  stage: Stage,
  actor: Actor,
  { network: name, reports, claims }: Known & { network: string },
): MobileProvider {
  const network = networkOf(stage, name)
  const { run, order } = actor
  const clock = stage.clock.ofRun(run.name)
  const isLate = ({ wallMs, monotonicMs }: Deadline) => clock.nowMs() >= wallMs || clock.monotonicMs() >= monotonicMs

  async function submit(transaction: Transaction, until: Deadline): Promise<Submitted> {
    const { id, accountId, reference } = transaction
    const answer = await stage.turns.take(actor, `submits ${id}`, async (): Promise<Submitted> => {
      const opening = stage.openings.get(id)
      const fate = order?.fate ?? stage.fates.get(`${accountId} ${reference}`)
      if (!opening || !fate) throw new Error(`${id} is submitted without having been opened`)
      const [wallMs, monotonicMs] = [opening.wallMs + submitWithinMs, opening.monotonicMs + submitWithinMs]
      if (until.wallMs > wallMs || until.monotonicMs > monotonicMs) throw new Error(`${id} may be sent too late`)
      opening.isSubmitted = true
      if (isLate(until)) return { outcome: 'declined', reason: 'not_sent' }
      return network.submit(run.config, transaction, fate)
    })
    reports.set(id, { from: 'submission', answer, isSame: true })
    return answer
  }

  return {
    fingerprint: `${name} ${run.config}`,
    providerId: ({ random }) => random,
    payOut: submit,
    requestPayment: submit,
    async enquire(transaction) {
      const { id } = transaction
      const claim = claims.get(transaction)
      const answer = await stage.turns.take(actor, `asks about ${id}`, async () =>
        network.enquire(run.config, transaction),
      )
      reports.set(id, { from: claim?.from ?? 'request', answer, isSame: isSame(transaction, answer), claim })
      return answer
    },
    identifyCallback: ({ body }) => ({ transactionId: new TextDecoder().decode(body) }),
  }
}

function isSame({ amountMinor, currency, phoneNumber }: Transaction, answer: Enquired): boolean {
  if (!('seen' in answer)) return true
  const { seen } = answer
  return seen.amountMinor === amountMinor && seen.currency === currency && seen.phoneNumber === phoneNumber
}
