import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { Exchange, MobileProvider, OnExchange, Transaction } from '../../../core/sente.ts'
import { outcomes } from '../metrics/definitions.ts'

type Outcome = keyof typeof outcomes

/** After these outcomes the payment is in doubt, or still open. */
const unclear: readonly Outcome[] = ['inDoubt', 'unanswered', 'mismatch']

/** Makes a wrapper of providers with a span for each question to their network. */
export function exchangeSpans(tracer: Tracer): (provider: MobileProvider) => MobileProvider {
  function asked<Answer extends { readonly outcome: Outcome }>(
    operation: string,
    { network }: Transaction,
    {
      ask,
      onExchange,
    }: { readonly ask: (onExchange: OnExchange) => Promise<Answer>; readonly onExchange: OnExchange | undefined },
  ): Promise<Answer> {
    const attributes = { 'peer.service': network, 'sente.operation': operation }
    return tracer.startActiveSpan(`${operation} ${network}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      try {
        const answer = await ask((exchange) => {
          tellExchange(span, exchange)
          onExchange?.(exchange)
        })
        tellAnswer(span, answer.outcome)
        return answer
      } finally {
        span.end()
      }
    })
  }

  return (provider) => ({
    ...provider,
    payOut: (transaction, until, onExchange) =>
      asked('payout', transaction, { onExchange, ask: (own) => provider.payOut(transaction, until, own) }),
    requestPayment: (transaction, until, onExchange) =>
      asked('collection', transaction, { onExchange, ask: (own) => provider.requestPayment(transaction, until, own) }),
    enquire: (transaction, onExchange) =>
      asked('enquiry', transaction, { onExchange, ask: (own) => provider.enquire(transaction, own) }),
  })
}

/** Records the status of the answer, which is the last one. */
function tellExchange(span: Span, { status }: Exchange): void {
  if (status !== null) span.setAttribute('http.response.status_code', status)
}

function tellAnswer(span: Span, outcome: Outcome): void {
  const shown = outcomes[outcome]
  span.setAttribute('sente.outcome', shown)
  if (!unclear.includes(outcome)) return
  span.setAttribute('error.type', shown)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
