import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { EndpointDeps, WebhookDeps } from '../../../../adapters/http/endpoint.ts'
import { apiText } from '../../../../adapters/http/routes.ts'
import type { Sender } from '../../../../adapters/http/server/senderConnections.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'

/** Every look-up of an account in the API's description, with its required parameters. */
export const lookUps: readonly string[] = Object.entries(
  (JSON.parse(apiText()) as { paths: Record<string, object> }).paths,
)
  .filter(([path, methods]) => path.startsWith('/api/v1/') && 'get' in methods)
  .map(([path]) =>
    path
      .replace('/api/v1', '')
      .replace(/\{\w+\}/, 'none')
      .replace(/statement$/, '$&?currency=UGX')
      .replace('/phone-numbers/none', '/phone-numbers/0770000001?currency=UGX')
      .replace(/fees$/, '$&?kind=payout&currency=UGX&network=MTN&amount=5000')
      .replace(/recipients$/, '$&?network=MTN&phone_number=256770000001&currency=UGX'),
  )

/** Opens an API with two look-ups of the account that run until they are released. */
export async function withTwoAtWork() {
  let [begun, release] = [0, () => {}]
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const notFound = async () => ({ refused: 'endpoint_not_found' }) as const
  const webhooks = {
    listEndpoints: async () => ({ endpoints: [] }),
    addEndpoint: async () => ({ refused: 'too_many_endpoints', most: 5 }) as const,
    redeliverEvent: async () => ({ refused: 'event_not_found' }) as const,
    readUrl: (url: string) => ({ url }),
    ...{ findEndpoint: notFound, listAttempts: notFound, changeEndpoint: notFound, removeEndpoint: notFound },
    rotateEndpointSecret: notFound,
  }
  const links = {
    createLink: async () => ({ refused: 'duplicate_link', linkId: 'none', isRepeat: false }) as const,
    listLinks: async () => ({ links: [], next: null }),
    lookUpLink: async () => ({ refused: 'link_not_found' }) as const,
  }
  const api = await overHttp({
    links: links as Partial<EndpointDeps['links']> as EndpointDeps['links'],
    webhooks: webhooks as Partial<WebhookDeps> as WebhookDeps,
    async lookUpBalances() {
      begun += 1
      if (begun <= 2) await released
      return { balances: [] }
    },
  })
  for (const _ of [1, 2]) void api.look('/balances').catch(() => {})
  while (begun < 2) await setImmediate()
  return { api, release }
}

/** Sends a request that has to wait, as its first line and the rest, and leaves while it waits. */
export async function leave({ server, socket, authorization, ask }: Api, line: string, rest = '\r\n'): Promise<void> {
  const arrived = once(server, 'request')
  const gone = socket().on('error', () => undefined)
  gone.write(`${line}\r\nHost: x\r\nAuthorization: ${authorization}\r\n${rest}`)
  const [{ socket: left }] = await arrived
  // An answer that comes after it shows that it waits.
  await ask('GET', '/livez')
  const closed = new Promise((resolve) => left.once('close', resolve))
  gone.resetAndDestroy()
  await closed
}

/** The logged codes of errors in answers to an account, once there are this many. */
export async function answered({ lines, account }: Api, count: number): Promise<(string | undefined)[]> {
  for (;;) {
    const logged = lines.map((line) => JSON.parse(line)).filter(({ account_id: id }) => id === account.id)
    if (logged.length >= count) return logged.map(({ error_code: code }) => code)
    await setImmediate()
  }
}

/** Counts the turns of the event loop until it is ended. */
export function turnCount() {
  let [count, isOver] = [0, false]
  void (async () => {
    while (!isOver) {
      await setImmediate()
      count += 1
    }
  })()
  return { count: () => count, end: () => (isOver = true) }
}

/** Keeps the processor busy for a moment. */
export function busy(ms = 0.2) {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

/** A sender whose connections are its own. */
export const sender = (network: string, key: string): Sender => ({ network, key, isPassedOn: () => false })
