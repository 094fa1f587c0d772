import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Act, type Caller, isRefusal, type WebhookEndpoint } from '../../../../core/sente.ts'
import type { Asked } from '../../asked.ts'
import { errorPage } from '../../layout/errors.tsx'
import type { Answer, Page } from '../../page.ts'
import type { Form } from '../../request/form.ts'
import { refusing } from '../../request/refusing.ts'
import { callerOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder, ifHolder } from '../holding.ts'
import { typesIn, webhooksPath, wrongUrl } from './endpoints.tsx'
import { endpointPage, type Notice, type SeenEndpoint } from './views.tsx'
import { webhookWords } from './words.ts'

/** How many attempts are on a page. */
const perPage = 50

/** How many test messages an account may send. */
const tests = { points: 10, duration: 60 }

type Request = {
  readonly who: Holder
  readonly caller: Caller
  readonly endpoint: WebhookEndpoint
  readonly form: Form
}

/** The work of a form about an endpoint: it resolves with a text, or with the next page. */
type Take = (request: Request) => Promise<Notice | { readonly seeOther: string }>

/** One endpoint, with its delivery attempts and the forms of those who may change it. */
export function endpointPages(deps: HolderDeps): readonly Page[] {
  const { webhooks } = deps
  if (!webhooks) return []
  const path = `${webhooksPath}/:id`
  const limiter = new RateLimiterMemory(tests)

  async function shown(asked: Asked, who: Holder, notice: Notice): Promise<Answer> {
    const seen = await seenBy(deps, asked, who)
    return seen ? endpointPage(who, asked.query, seen, notice) : errorPage('notFound')
  }

  const taking = (name: string, to: (form: Form) => Act, take: Take, question?: Page['question']): Page => ({
    path: `${path}/${name}`,
    access: 'webhook.set',
    ...(question && { question }),
    take: (asked, form) =>
      asHolder(asked, async (who) => {
        const found = await foundBy(deps, asked, who)
        if (!found) return errorPage('notFound')
        const caller = await callerOf(deps, who, to(form), form)
        if (isRefusal(caller)) return shown(asked, who, { refused: refusing(caller) })
        const done = await take({ who, caller, form, endpoint: found.endpoint })
        return 'seeOther' in done ? done : shown(asked, who, done)
      }),
  })

  return [
    {
      path,
      access: 'look',
      show: (asked) => asHolder(asked, (who) => shown(asked, who, { done: asked.query.get('done') })),
    },
    taking(
      'change',
      () => 'webhook.set',
      async ({ caller, endpoint: { id }, form }) => {
        const read = webhooks.readUrl(form.text('url'))
        if ('problem' in read) return { refused: wrongUrl(read.problem) }
        const settings = { ...read, types: typesIn(form) }
        return led(await deps.changeEndpoint({ caller, endpointId: id, settings }), `${id}?done=changed`)
      },
    ),
    taking(
      'enable',
      (form) => (form.text('enabled') === 'yes' ? 'webhook.resume' : 'webhook.pause'),
      async ({ caller, endpoint: { id }, form }) => {
        const enabled = form.text('enabled') === 'yes'
        const changed = await deps.changeEndpoint({ caller, endpointId: id, settings: { enabled } })
        return led(changed, `${id}?done=${enabled ? 'resumed' : 'paused'}`)
      },
    ),
    taking(
      'rotate',
      () => 'webhook.rotate',
      async ({ caller, endpoint, form }) => {
        const rotated = await deps.rotateEndpointSecret({ caller, endpointId: endpoint.id, ...generationIn(form) })
        if (isRefusal(rotated)) return { refused: refusing(rotated) }
        return { secret: webhooks.secretOf(rotated.endpoint) }
      },
    ),
    taking(
      'remove',
      () => 'webhook.remove',
      async ({ caller, endpoint }) =>
        led(await deps.removeEndpoint({ caller, endpointId: endpoint.id }), '?done=removed'),
      (asked) =>
        ifHolder(asked, async (who) => {
          const { remove, askRemove, removeHint } = webhookWords.endpoint
          const { endpoint } = (await foundBy(deps, asked, who)) ?? {}
          const back = `${webhooksPath}/${endpoint?.id}`
          return endpoint && { title: askRemove(endpoint.url), hint: removeHint, submit: remove, back }
        }),
    ),
    taking(
      'test',
      () => 'webhook.test',
      async ({ who, endpoint }) => {
        const text = webhookWords.endpoint
        const isAdmitted = await limiter.consume(who.accountId).then(
          () => true,
          () => false,
        )
        if (!isAdmitted) return { refused: text.tooManyTests }
        const { problem, status, tookMs } = await webhooks.tryOut(endpoint)
        return problem === null ? { notice: text.tried(status, tookMs) } : { refused: text.notTried(problem) }
      },
    ),
    taking(
      'redeliver-failed',
      () => 'webhook.redeliver',
      async ({ caller, endpoint }) => {
        const done = await deps.redeliverFailed({ caller, endpointId: endpoint.id })
        if (isRefusal(done)) return { refused: refusing(done) }
        return { notice: webhookWords.someRedelivered(done.events, done.left) }
      },
    ),
  ]
}

/** The generation of the secret that a page has shown, so that a form that is sent twice replaces one. */
function generationIn(form: Form): { readonly generation?: number } {
  const generation = form.text('generation')
  return /^[0-9]{1,9}$/.test(generation) ? { generation: Number(generation) } : {}
}

function led(done: object, to: string): Awaited<ReturnType<Take>> {
  if (isRefusal(done)) return { refused: refusing(done) }
  return { seeOther: to.startsWith('?') ? webhooksPath + to : `${webhooksPath}/${to}` }
}

async function foundBy(deps: HolderDeps, { params }: Asked, who: Holder) {
  const caller = await callerOf(deps, who, 'webhook.look')
  if (isRefusal(caller)) return undefined
  const endpointId = params.id ?? ''
  const found = await deps.findEndpoint({ caller, endpointId })
  return isRefusal(found) ? undefined : { caller, endpointId, endpoint: found.endpoint }
}

async function seenBy(deps: HolderDeps, asked: Asked, who: Holder): Promise<SeenEndpoint | undefined> {
  const found = await foundBy(deps, asked, who)
  if (!found) return undefined
  const { caller, endpointId, endpoint } = found
  const before = asked.query.get('before')
  const path = before !== null && /^[1-9][0-9]{0,17}$/.test(before) ? { before } : {}
  const [attempts, failed] = await Promise.all([
    deps.listAttempts({ caller, endpointId, ...path, limit: perPage }),
    deps.findFailed({ caller, endpointId, nextTurn: asked.nextTurn }),
  ])
  if (isRefusal(attempts) || isRefusal(failed)) return undefined
  return { endpoint, attempts, failed: failed.sequences.length }
}
