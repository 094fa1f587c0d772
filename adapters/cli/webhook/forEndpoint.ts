import {
  type Attribution,
  type EndpointCaller,
  type EndpointRequest,
  findAccount,
  isRefusal,
  type Refusal,
  refuseAttribution,
  type WebhookEndpoint,
} from '../../../core/sente.ts'
import type { CommandAnswer, Refused } from '../context.ts'
import type { CliStore, WebhookTools } from '../deps.ts'

/** The tools of a command about an account's endpoints. */
export type EndpointWork = { readonly caller: EndpointCaller; readonly store: CliStore; readonly tools: WebhookTools }

type Named = {
  readonly account: string
  readonly endpoint?: string
  readonly event?: string
  /** The author and the reason. */
  readonly who: Attribution
}
type Ask = (store: CliStore) => Promise<CommandAnswer | Refused>

/** Runs `ask` for an account, as its operator. A refusal gets a message. */
export function forAccount(named: Named, ask: (work: EndpointWork) => Promise<CommandAnswer | Refusal | Refused>): Ask {
  return async (store) => {
    const refusal = refuseAttribution(named.who)
    if (refusal) return refusal
    const tools = store.webhookTools()
    const account = await findAccount(store)({ accountId: named.account })
    if (isRefusal(account)) return account
    const answer = await ask({ caller: { account, byOperator: named.who }, store, tools })
    return isRefusal(answer) && !('message' in answer) ? inWords(answer, named) : answer
  }
}

/** Runs `ask` for one endpoint of an account, and answers with the result. */
export function forEndpoint(
  named: Named & { readonly endpoint: string },
  ask: (
    request: EndpointRequest,
    work: EndpointWork,
  ) => Promise<{ readonly endpoint: WebhookEndpoint } | Refusal | Refused>,
  answer: (endpoint: WebhookEndpoint, work: EndpointWork) => CommandAnswer | Promise<CommandAnswer | Refusal>,
): Ask {
  return forAccount(named, async (work) => {
    const done = await ask({ caller: work.caller, endpointId: named.endpoint }, work)
    return isRefusal(done) ? done : answer(done.endpoint, work)
  })
}

function inWords(refusal: Refusal, { account, endpoint, event }: Named): Refused {
  const { refused } = refusal
  if (refused === 'endpoint_not_found')
    return { refused, message: `Account ${account} has no webhook endpoint ${endpoint}` }
  if (refused === 'event_not_found') return { refused, message: `Account ${account} has no event ${event}` }
  if (refused === 'beyond_last_event')
    return {
      refused,
      message: `The last event of account ${account} is ${refusal.last}. If its books were restored, begin with --after 0`,
    }
  if (refused === 'too_many_endpoints')
    return { refused, message: `Account ${account} already has ${refusal.most} webhook endpoints: remove one first` }
  throw new Error(`an operator was refused with ${refused}`)
}

/** Parses a URL in its stored form. Refuses one that must not receive messages. */
export function readUrl(url: string, tools: WebhookTools): { readonly url: string } | Refused {
  const read = tools.readUrl(url)
  return 'problem' in read ? { refused: 'malformed_url', message: `The URL ${read.problem}` } : read
}
