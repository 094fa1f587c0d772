import { errorCodes, methods } from './definitions.ts'
import type { Metered } from './registry.ts'

/** An answered request: its route is the pattern of its path, and its error is the code of a refusal. */
export type AnsweredRequest = {
  readonly method: string
  readonly route: string | undefined
  readonly status: number
  readonly refused: string | undefined
  readonly durationMs: number
}

/** The buckets that OpenTelemetry recommends, and the longest time of a payment's request. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20]

/** Makes the function that measures the requests of merchants. */
export function requestMetrics({ counter, histogram }: Metered): (answered: AnsweredRequest) => void {
  const durations = histogram('http_server_request_duration_seconds', buckets)
  const refusals = counter('sente_refusals_total')
  for (const code of errorCodes) refusals.inc({ code }, 0)
  return ({ method, route, status, refused, durationMs }) => {
    const labels = {
      http_request_method: methods.includes(method) ? method : '_OTHER',
      http_route: route ?? '',
      http_response_status_code: String(status),
    }
    durations.observe(labels, durationMs / 1_000)
    if (refused !== undefined) refusals.inc({ code: refused })
  }
}
