import type { Logger } from 'pino'
import type { MobileProvider, Transaction } from '../../core/sente.ts'

/**
 * A provider whose every answer is logged: what it was, about which transaction, and why it was no better; unless all is well, with the
 * id under which the network knows the payment, to ask it by.
 */
export function withLog(provider: MobileProvider, log: Logger): MobileProvider {
  const telling =
    <Rest extends unknown[], Answer extends { outcome: string }>(
      asked: string,
      ask: (transaction: Transaction, ...rest: Rest) => Promise<Answer>,
    ) =>
    async (transaction: Transaction, ...rest: Rest): Promise<Answer> => {
      const answer = await ask(transaction, ...rest)
      const { outcome, reason, because } = answer as { outcome: string; reason?: string; because?: string }
      const { id, network, providerId } = transaction
      const line = { transaction_id: id, network, asked, outcome, reason, because }
      const toAskBy = because === undefined && isWell(outcome) ? {} : { provider_id: providerId }
      log[levelOf(outcome, because)]({ ...line, ...toAskBy }, 'network')
      return answer
    }
  return {
    ...provider,
    payOut: telling('payout', provider.payOut),
    requestPayment: telling('collection', provider.requestPayment),
    enquire: telling('enquiry', provider.enquire),
  }
}

function isWell(outcome: string): boolean {
  return outcome === 'accepted' || outcome === 'pending' || outcome === 'succeeded'
}

/** That a network took a payment is what the request's own line says, too. */
function levelOf(outcome: string, because: string | undefined): 'debug' | 'info' | 'warn' {
  if (because !== undefined) return 'warn'
  return outcome === 'accepted' ? 'debug' : 'info'
}
