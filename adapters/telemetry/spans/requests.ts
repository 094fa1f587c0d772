import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { methods } from '../metrics/definitions.ts'
import type { AnsweredRequest } from '../metrics/requests.ts'

/** Runs the handling of a request, which resolves with the facts about its answer. */
export type Around = (handle: () => Promise<AnsweredRequest>) => Promise<void>

/**
 * Makes the function that makes a span for each request of a merchant or network. Trace headers of the caller are
 * ignored. The path is left out, since it may contain a reference; the route is the pattern of the path.
 */
export function requestSpans(tracer: Tracer): Around {
  return (handle) =>
    tracer.startActiveSpan('HTTP', { kind: SpanKind.SERVER }, async (span) => {
      try {
        tell(span, await handle())
      } finally {
        span.end()
      }
    })
}

function tell(span: Span, { method, route, status, refused }: AnsweredRequest): void {
  const known = methods.includes(method) ? method : '_OTHER'
  const shown = known === '_OTHER' ? 'HTTP' : known
  span.updateName(route === undefined ? shown : `${shown} ${route}`)
  span.setAttributes({ 'http.request.method': known, 'http.response.status_code': status })
  if (route !== undefined) span.setAttribute('http.route', route)
  if (refused !== undefined) span.setAttribute('sente.error_code', refused)
  if (status < 500) return
  span.setAttribute('error.type', refused ?? String(status))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
