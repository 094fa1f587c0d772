import { type AttemptPage, type DeliveryAttempt, mayDo, type WebhookEndpoint } from '../../../../core/sente.ts'
import { Form, Link } from '../../layout/links.tsx'
import type { Shown } from '../../page.ts'
import { asRefused, Done, DoneAs, Once, Password, Refused, type Refusing } from '../../parts/fields.tsx'
import { NextPage } from '../../parts/filters.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Moment } from '../../parts/values.tsx'
import type { Holder } from '../holding.ts'
import { EndpointFields, EndpointState, typesText, webhooksPath } from './endpoints.tsx'
import { webhookWords } from './words.ts'

/** The data on the page of an endpoint. */
export type SeenEndpoint = {
  readonly endpoint: WebhookEndpoint
  readonly attempts: AttemptPage
  /** The number of events whose last attempt has failed. */
  readonly failed: number
}

/** The messages on the page of an endpoint. */
export type Notice = {
  readonly refused?: Refusing
  readonly done?: string | null
  readonly notice?: string
  readonly secret?: string
}

/** The page of an endpoint. */
export function endpointPage(who: Holder, query: URLSearchParams, seen: SeenEndpoint, notice: Notice): Shown {
  const { endpoint, attempts } = seen
  const text = webhookWords.endpoint
  const path = `${webhooksPath}/${endpoint.id}`
  const { refused, done, secret } = notice
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      <DoneAs name={done} texts={webhookWords.done} />
      {notice.notice !== undefined && <Done>{notice.notice}</Done>}
      {secret !== undefined && <Once hint={webhookWords.secretOnce}>{secret}</Once>}
      <Rows
        of={[
          [webhookWords.url, <code>{endpoint.url}</code>],
          [webhookWords.types, typesText(endpoint)],
          [webhookWords.state, <EndpointState of={endpoint} />],
          [text.created, <Moment ms={endpoint.createdAtMs} />],
        ]}
      />
      {mayDo(who.user, 'webhook.test') && <Quick seen={seen} path={path} />}
      <h2>{text.deliveries}</h2>
      <p>{text.deliveriesHint}</p>
      {attempts.attempts.length === 0 ? <p>{text.noDeliveries}</p> : <Attempts of={attempts.attempts} />}
      <NextPage path={path} query={query} next={attempts.next} />
      {mayDo(who.user, 'webhook.set') && <Changes seen={seen} path={path} />}
    </>
  )
  return { title: text.title, main, ...asRefused(refused) }
}

type Props = { readonly seen: SeenEndpoint; readonly path: string }

function Quick({ seen: { endpoint, failed }, path }: Props) {
  const text = webhookWords.endpoint
  const isOn = endpoint.disabledBecause === null
  return (
    <>
      <div class="flow">
        <Form to={`${path}/test`} label={text.test}>
          <button type="submit">{text.test}</button>
        </Form>
        <Form to={`${path}/enable`} label={isOn ? text.pause : text.resume}>
          <input type="hidden" name="enabled" value={isOn ? 'no' : 'yes'} />
          {!isOn && <Password />}
          <button type="submit" class="plain">
            {isOn ? text.pause : text.resume}
          </button>
        </Form>
      </div>
      {failed > 0 && (
        <Form to={`${path}/redeliver-failed`} label={text.redeliverFailed(failed)}>
          <p>{text.failed(failed)}</p>
          <button type="submit" class="plain">
            {text.redeliverFailed(failed)}
          </button>
        </Form>
      )}
    </>
  )
}

function Changes({ seen: { endpoint }, path }: Props) {
  const text = webhookWords.endpoint
  return (
    <>
      <h2>{text.change}</h2>
      <Form to={`${path}/change`} label={text.change}>
        <EndpointFields of={endpoint} />
        <button type="submit">{text.changeSubmit}</button>
      </Form>
      <h2>{text.rotate}</h2>
      <p>{text.rotateHint}</p>
      <Form to={`${path}/rotate`} label={text.rotate}>
        <input type="hidden" name="generation" value={String(endpoint.generation)} />
        <Password />
        <button type="submit">{text.rotateSubmit}</button>
      </Form>
      <h2>{text.remove}</h2>
      <p>{text.removeHint}</p>
      <Form to={`${path}/remove`} label={text.remove}>
        <button type="submit" class="grave">
          {text.remove}
        </button>
      </Form>
    </>
  )
}

function Attempts({ of: attempts }: { readonly of: readonly DeliveryAttempt[] }) {
  const text = webhookWords.endpoint
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.event}</th>
          <th>{text.attempt}</th>
          <th>{text.at}</th>
          <th>{text.outcome}</th>
          <th class="amount">{text.took}</th>
          <th>{text.answer}</th>
        </tr>
      </thead>
      <tbody>
        {attempts.map(({ sequence, attempt, atMs, status, problem, tookMs, answer }) => (
          <tr>
            <th scope="row">
              <Link to={`/dashboard/events?before=${sequence + 1}`}>{sequence}</Link>
            </th>
            <td>{attempt}</td>
            <td>
              <Moment ms={atMs} withSeconds />
            </td>
            <td>
              <span class={`state ${problem === null ? 'good' : 'bad'}`}>
                {problem === null ? text.delivered : text.notDelivered}
              </span>{' '}
              <small>{problem ?? status}</small>
            </td>
            <td class="amount">{tookMs} ms</td>
            <td>{answer !== '' && <Answer text={answer} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Answer({ text }: { readonly text: string }) {
  return (
    <details>
      <summary>{webhookWords.endpoint.answer}</summary>
      <pre>{text.length > mostShown ? `${text.slice(0, mostShown)}…` : text}</pre>
    </details>
  )
}

/** How much of an answer is shown, so that a page of them stays small. */
const mostShown = 400
