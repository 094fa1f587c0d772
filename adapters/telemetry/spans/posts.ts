import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'

/** Posts an event to an endpoint, and returns the status of its answer, or the reason why there is none. */
type Post<Message, Posted> = (url: string, message: Message) => Promise<Posted>

/** The reported parts of an answer; a problem if it does not count. */
type Answered = { readonly status: number | null; readonly problem: string | null }

/** Makes a traced version of a function that posts. */
export type WithPosts = <Message, Posted extends Answered>(post: Post<Message, Posted>) => Post<Message, Posted>

/**
 * Makes a wrapper of posting with a span for each attempt to deliver an event. The span is a trace of its own, since
 * one run of deliveries serves the events of several payments. The URL is left out, since it identifies the merchant.
 */
export function postSpans(tracer: Tracer): WithPosts {
  const attributes = { 'http.request.method': 'POST' }
  return (post) => (url, message) =>
    tracer.startActiveSpan('POST webhook', { kind: SpanKind.CLIENT, root: true, attributes }, async (span) => {
      const posted = await post(url, message)
      const { status, problem } = posted
      if (status !== null) span.setAttribute('http.response.status_code', status)
      if (problem !== null) {
        span.setAttribute('error.type', status === null ? 'no_answer' : String(status))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
      return posted
    })
}
