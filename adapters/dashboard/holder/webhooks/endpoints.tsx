import { type EventType, eventTypes, isRefusal, mayDo, type WebhookEndpoint } from '../../../../core/sente.ts'
import { Form, Link } from '../../layout/links.tsx'
import type { Page, Shown, Wrong } from '../../page.ts'
import {
  asRefused,
  DoneAs,
  Field,
  idIn,
  MadeId,
  Once,
  Password,
  Refused,
  type Refusing,
  Tick,
} from '../../parts/fields.tsx'
import type { Form as Filled } from '../../request/form.ts'
import { refusing } from '../../request/refusing.ts'
import { callerOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'
import { webhookWords } from './words.ts'

/** The path of an account's endpoints. */
export const webhooksPath = '/dashboard/webhooks'

type Notice = {
  readonly refused?: Refusing | undefined
  readonly done?: string | null
  readonly secret?: string
  /** The id of the next endpoint. */
  readonly id: string
}

/** The webhook endpoints of an account; a developer adds them. */
export function endpointsPages(deps: HolderDeps): readonly Page[] {
  const { webhooks, ids } = deps
  if (!webhooks) {
    return [{ path: webhooksPath, access: 'look', show: () => ({ title: webhookWords.title, main: <Off /> }) }]
  }

  async function shown(who: Holder, notice: Omit<Notice, 'id'>): Promise<Shown> {
    const id = ids.ordered()
    const caller = await callerOf(deps, who, 'webhook.look')
    const found = isRefusal(caller) ? caller : await deps.listEndpoints({ caller })
    if (isRefusal(found)) return listPage(who, [], { ...notice, id, refused: refusing(found) })
    return listPage(who, found.endpoints, { ...notice, id })
  }

  return [
    {
      path: webhooksPath,
      access: 'look',
      show: (asked) => asHolder(asked, (who) => shown(who, { done: asked.query.get('done') })),
    },
    {
      path: `${webhooksPath}/new`,
      access: 'webhook.add',
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const read = webhooks.readUrl(form.text('url'))
          if ('problem' in read) return shown(who, { refused: wrongUrl(read.problem) })
          const caller = await callerOf(deps, who, 'webhook.add', form)
          if (isRefusal(caller)) return shown(who, { refused: refusing(caller) })
          const id = idIn(form)
          const settings = { ...read, types: typesIn(form) }
          const added = await deps.addEndpoint({ caller, settings, ...(id !== undefined && { id }) })
          if (isRefusal(added)) return shown(who, { refused: refusing(added) })
          return shown(who, { secret: webhooks.secretOf(added.endpoint) })
        }),
    },
  ]
}

/** The refusal of a URL. */
export function wrongUrl(problem: string): Wrong {
  return { field: 'url', message: webhookWords.endpoint.wrongUrl(problem) }
}

/** The types of events chosen in a form; all if none is chosen. */
export function typesIn(form: Filled): readonly (EventType | '*')[] {
  const chosen = eventTypes.filter((type) => form.all('type').includes(type))
  return chosen.length > 0 ? chosen : ['*']
}

/** The fields of a new or changed endpoint. */
export function EndpointFields({ of: endpoint }: { readonly of?: Pick<WebhookEndpoint, 'url' | 'types'> }) {
  const { url, urlHint, types, typesHint } = webhookWords
  return (
    <>
      <Field name="url" label={url} hint={urlHint} value={endpoint?.url} />
      <fieldset>
        <legend>{types}</legend>
        <small>{typesHint}</small>
        {eventTypes.map((type) => (
          <Tick name="type" value={type} checked={endpoint?.types.includes(type) ?? false}>
            {type}
          </Tick>
        ))}
      </fieldset>
      <Password />
    </>
  )
}

/** Whether messages are sent to an endpoint, by word and colour. */
export function EndpointState({ of: { disabledBecause } }: { readonly of: WebhookEndpoint }) {
  if (disabledBecause === null) return <span class="state good">{webhookWords.on}</span>
  const look = disabledBecause === 'asked' ? 'wait' : 'bad'
  return <span class={`state ${look}`}>{webhookWords.because[disabledBecause]}</span>
}

/** The types of events for an endpoint. */
export function typesText({ types }: Pick<WebhookEndpoint, 'types'>): string {
  return types.includes('*') ? webhookWords.all : types.join(', ')
}

function Off() {
  return (
    <>
      <h1>{webhookWords.title}</h1>
      <p>{webhookWords.off}</p>
    </>
  )
}

function listPage(who: Holder, endpoints: readonly WebhookEndpoint[], { refused, done, secret, id }: Notice): Shown {
  const text = webhookWords
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      <DoneAs name={done} texts={text.done} />
      {secret !== undefined && <Once hint={text.secretOnce}>{secret}</Once>}
      <p>
        {text.what} <Link to="/dashboard/events">{text.events}</Link>
      </p>
      {endpoints.length === 0 ? <p>{text.none}</p> : <Endpoints of={endpoints} />}
      {mayDo(who.user, 'webhook.add') && (
        <>
          <h2>{text.add}</h2>
          <Form to={`${webhooksPath}/new`} label={text.add}>
            <MadeId value={id} />
            <EndpointFields />
            <button type="submit">{text.add}</button>
          </Form>
        </>
      )}
    </>
  )
  return { title: text.title, main, ...asRefused(refused) }
}

function Endpoints({ of: endpoints }: { readonly of: readonly WebhookEndpoint[] }) {
  const text = webhookWords
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.url}</th>
          <th>{text.types}</th>
          <th>{text.state}</th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <tr>
            <th scope="row">
              <Link to={`${webhooksPath}/${endpoint.id}`}>{endpoint.url}</Link>
            </th>
            <td>{typesText(endpoint)}</td>
            <td>
              <EndpointState of={endpoint} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
