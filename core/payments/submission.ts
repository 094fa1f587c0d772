import { type ReportPorts, recordReport } from '../followUp/reports/recordReport.ts'
import { lineOf } from '../lines/lines.ts'
import type { LineWatch } from '../lines/lineWatch.ts'
import type { Refusal } from '../model/refusal.ts'
import { paysOut, type Transaction } from '../model/transaction.ts'
import type { Exchange } from '../ports/books/cases.ts'
import type { Deadline } from '../ports/clock.ts'
import type { MobileProvider, ProviderFor } from '../ports/mobileProvider.ts'

/** How the submission ended: the provider has the payment, or it was released, or it is in doubt. */
export type Outcome =
  | { readonly transaction: Transaction }
  | Extract<Refusal, { refused: 'provider_unavailable' | 'outcome_unknown' }>

/** The outcome of a payment that is only known to have been opened: its money stays held. */
export function unknownOutcome({ id }: Transaction): Outcome {
  return { refused: 'outcome_unknown', transactionId: id }
}

/**
 * Submits an opened payment and records the answer; if that leaves doubt, it enquires once, if `enquiriesAtOnce` allows
 * it.
 */
export function submission(
  ports: ReportPorts & { readonly providerFor: ProviderFor; readonly lines?: Pick<LineWatch, 'answered'> },
  { enquiriesAtOnce }: { readonly enquiriesAtOnce: number },
) {
  const record = recordReport(ports)
  const asking = new Map<MobileProvider, number>()

  async function askOnce(provider: MobileProvider, transaction: Transaction): Promise<Transaction> {
    const others = asking.get(provider) ?? 0
    if (others >= enquiriesAtOnce) return transaction
    asking.set(provider, others + 1)
    try {
      const heard: Exchange[] = []
      const answer = await provider.enquire(transaction, (exchange) => heard.push(exchange))
      return await record(transaction, { from: 'request', fingerprint: provider.fingerprint, answer, heard })
    } finally {
      asking.set(provider, (asking.get(provider) ?? 1) - 1)
    }
  }

  return async function submit(transaction: Transaction, until: Deadline): Promise<Outcome> {
    const provider = ports.providerFor(transaction.currency, transaction.network)
    const heard: Exchange[] = []
    const hear = (exchange: Exchange) => heard.push(exchange)
    const answer = await (paysOut(transaction)
      ? provider.payOut(transaction, until, hear)
      : provider.requestPayment(transaction, until, hear))
    const recorded = await record(transaction, { from: 'submission', fingerprint: provider.fingerprint, answer, heard })
    await ports.lines?.answered({ line: lineOf(transaction), answer })
    return outcomeOf(recorded.state === 'submitting' ? await askOnce(provider, recorded) : recorded)
  }
}

function outcomeOf(transaction: Transaction): Outcome {
  if (transaction.state === 'submitting') return unknownOutcome(transaction)
  if (transaction.state === 'failed') return { refused: 'provider_unavailable', transactionId: transaction.id }
  return { transaction }
}
