import type { Logger } from 'pino'
import type { MobileProvider, Transaction } from '../../../core/sente.ts'

/**
 * A provider whose every answer is logged, with its transaction and its reason. Unless all is well, the line also has
 * the network's id of the payment, so that an operator can ask about it.
 */
export function withLog(provider: MobileProvider, log: Logger): MobileProvider {
  const logged =
    <Rest extends unknown[], Answer extends { outcome: string }>(
      asked: string,
      ask: (transaction: Transaction, ...rest: Rest) => Promise<Answer>,
    ) =>
    async (transaction: Transaction, ...rest: Rest): Promise<Answer> => {
      const answer = await ask(transaction, ...rest)
      const { outcome, reason, networkReason, because } = answer as Answered
      const { id, network, providerId } = transaction
      const said = { outcome, reason, network_reason: networkReason ?? undefined, because }
      const line = { transaction_id: id, network, asked, ...said }
      const networksId = because === undefined && isWell(outcome) ? {} : { provider_id: providerId }
      log[levelOf(asked, said)]({ ...line, ...networksId }, 'network')
      return answer
    }
  return {
    ...provider,
    payOut: logged('payout', provider.payOut),
    requestPayment: logged('collection', provider.requestPayment),
    enquire: logged('enquiry', provider.enquire),
  }
}

/** The parts of an answer, as far as it has them. */
type Answered = {
  readonly outcome: string
  readonly reason?: string | undefined
  readonly networkReason?: string | null
  readonly because?: string | undefined
}

function isWell(outcome: string): boolean {
  return outcome === 'accepted' || outcome === 'pending' || outcome === 'succeeded'
}

/**
 * The level of an answer. The acceptance of a payment is only logged at debug, since the request has a line of its own.
 * A payment that was accepted and has failed is no cause for concern.
 */
function levelOf(asked: string, { outcome, because }: Answered): 'debug' | 'info' | 'warn' {
  if (asked === 'enquiry' && outcome === 'declined') return 'info'
  if (because !== undefined) return 'warn'
  return outcome === 'accepted' ? 'debug' : 'info'
}
