import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'

/** Posts an event to an endpoint, and tells its status, or why there is none. */
type Post<Message, Posted> = (url: string, message: Message) => Promise<Posted>

/** What is told of an answer; a problem where it does not count. */
type Answered = { readonly status: number | null; readonly problem: string | null }

/** Makes posting with spans of what posts without. */
export type WithPosts = <Message, Posted extends Answered>(post: Post<Message, Posted>) => Post<Message, Posted>

/**
 * Makes the function that makes posting with a span of each attempt to deliver an event: a trace of its own, since one
 * delivery goes on for the events of several payments. Where it goes is left out, since it tells whose event it is.
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
