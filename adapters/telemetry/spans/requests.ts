import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { methods } from '../metrics/definitions.ts'
import type { AnsweredRequest } from '../metrics/requests.ts'

/** Runs the handling of a request, which tells how the request was answered. */
export type Around = (handle: () => Promise<AnsweredRequest>) => Promise<void>

/**
 * Makes the function that makes a span of each request of a merchant or network. What the caller's headers say of a trace
 * is not followed. The path is left out, since a reference may be in it; the route is the pattern of the path.
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
