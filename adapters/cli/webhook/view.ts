import {
  type Calendar,
  type DeliveryAttempt,
  type DisabledBecause,
  eventTypes,
  type FailingEndpoint,
  type WebhookEndpoint,
} from '../../../core/sente.ts'
import { endpointForOperators } from '../../formats/endpoint.ts'
import { local } from '../../formats/moment.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandAnswer } from '../context.ts'
import type { WebhookTools } from '../deps.ts'
import type { Paint } from '../output/colours.ts'
import { lines, readable, table } from '../output/output.ts'
import { eachOf } from '../program/values.ts'

/** Reads one more type of events. */
export const parseTypes = eachOf(['*', ...eventTypes] as const)

/** The types of events, for help texts. */
export const typesText = eventTypes.map((type) => `  ${type}\n`).join('')

/** An endpoint as text, with its secret if it is given. */
export function endpointText(endpoint: WebhookEndpoint, days: Calendar, secret?: string): string {
  const { id, accountId, url, types, disabledBecause, createdAtMs, createdByKey, changedByKeys } = endpoint
  return lines([
    ['Endpoint', id],
    ['Account', accountId],
    ['URL', readable(url)],
    ['Types', types.join(', ')],
    ['Enabled', enabledText(disabledBecause)],
    ['Created', local(createdAtMs, days)],
    ['Made by', createdByKey === null ? 'an operator' : `key ${createdByKey}`],
    ...(changedByKeys.length === 0
      ? []
      : [['Changed by', changedByKeys.map((key) => `key ${key}`).join(', ')] as const]),
    ...(secret === undefined ? [] : [['Secret', secret] as const]),
  ])
}

type Clocks = Parameters<typeof todayOf>[0]

/** Answers with an endpoint and its secret, which is shown only once. */
export function secretAnswer(endpoint: WebhookEndpoint, store: Clocks, { secretOf }: WebhookTools): CommandAnswer {
  const secret = secretOf(endpoint)
  const text = `${endpointText(endpoint, todayOf(store).days, secret)}\nKeep the secret now: it is not shown again.\n`
  return { json: { ...endpointForOperators(endpoint), secret }, text }
}

/** Endpoints as a table. */
export function endpointTable(endpoints: readonly WebhookEndpoint[]): string {
  if (endpoints.length === 0) return 'No webhook endpoints found.\n'
  const rows = endpoints.map(({ id, url, types, disabledBecause }) => ({
    Endpoint: id,
    Enabled: enabledText(disabledBecause),
    Types: types.join(', '),
    URL: readable(url),
  }))
  return table(['Endpoint', 'Enabled', 'Types', 'URL'], rows)
}

/** Failing endpoints as a table. */
export function failingTable(endpoints: readonly FailingEndpoint[]): string {
  if (endpoints.length === 0) return 'No endpoint fails.\n'
  const rows = endpoints.map(({ endpoint: { id, accountId, url, disabledBecause }, failingMs }) => ({
    Account: accountId,
    Endpoint: id,
    Failing: failingMs === null ? '' : forText(failingMs),
    Enabled: enabledText(disabledBecause),
    URL: readable(url),
  }))
  return table(['Account', 'Endpoint', 'Failing', 'Enabled', 'URL'], rows)
}

/** A duration in the largest unit of which there are at least two, such as `90 minutes`. */
function forText(ms: number): string {
  const [minutes, hours] = [Math.floor(ms / 60_000), Math.floor(ms / 3_600_000)]
  if (minutes < 2) return `${Math.floor(ms / 1_000)} seconds`
  return hours < 2 ? `${minutes} minutes` : `${hours} hours`
}

/** The problem and, for operators only, its detailed cause. */
export function withCause(problem: string, cause: string | null): string {
  return cause === null ? problem : `${problem} (${cause})`
}

/** Attempts as a table. */
export function attemptTable(attempts: readonly DeliveryAttempt[], days: Calendar, paint: Paint): string {
  if (attempts.length === 0) return 'No deliveries in the last 30 days.\n'
  const rows = attempts.map(({ sequence, attempt, atMs, status, problem, tookMs }) => ({
    At: local(atMs, days),
    Sequence: `${sequence}`,
    Attempt: `${attempt}`,
    Ms: `${tookMs}`,
    Result: problem === null ? paint.good(`delivered (${status})`) : paint.bad(readable(problem)),
  }))
  return table(['At', 'Sequence', 'Attempt', 'Ms', 'Result'], rows, ['Sequence', 'Attempt', 'Ms'])
}

const causes: Readonly<Record<DisabledBecause, string>> = {
  asked: 'no, switched off',
  gone: 'no, it answered 410',
  failing: 'no, five days without a success',
}

function enabledText(because: DisabledBecause | null): string {
  return because === null ? 'yes' : causes[because]
}
