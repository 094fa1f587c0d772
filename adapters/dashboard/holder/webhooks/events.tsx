import {
  type Caller,
  type EventPage,
  type EventRows,
  eventIdOf,
  eventTypeOf,
  eventTypes,
  isRefusal,
  mayDo,
} from '../../../../core/sente.ts'
import { english } from '../../languages/english/english.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Form, Link, type PageBase } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Choice, Done, Field, Refused } from '../../parts/fields.tsx'
import { NextPage } from '../../parts/filters.tsx'
import { Moment } from '../../parts/values.tsx'
import { messageFor } from '../../request/refusing.ts'
import { words } from '../../words.ts'
import { batchesPath } from '../batches/batches.tsx'
import { callerOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'
import { webhooksPath } from './endpoints.tsx'
import { webhookWords } from './words.ts'

const path = '/dashboard/events'

/** How many events are read for a page: more for a single type. */
const [stretch, stretchOfType] = [50, 200]

type Found = {
  readonly events: readonly EventRows[]
  readonly from: number
  readonly to: number
  readonly last: number
}

/** The events of an account, latest first, of one type or one transaction. A developer can send one again. */
export function eventPages(deps: HolderDeps): readonly Page[] {
  const { webhooks, listEvents } = deps
  return [
    {
      path,
      access: 'look',
      show: (asked) =>
        asHolder(asked, async (who) => {
          const caller = await callerOf(deps, who, 'look')
          if (isRefusal(caller)) return errorPage('notFound')
          const found = await eventsIn(deps, who, caller, asked.query)
          return typeof found === 'string'
            ? eventsPage(deps, who, asked.query, { refused: found })
            : eventsPage(deps, who, asked.query, { found })
        }),
    },
    {
      path: `${path}/:event/redeliver`,
      access: 'webhook.redeliver',
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const caller = await callerOf(deps, who, 'webhook.redeliver')
          if (isRefusal(caller) || !webhooks) return errorPage('notFound')
          const done = await deps.redeliverEvent({ caller, eventId: asked.params.event ?? '' })
          const back = form.text('back')
          if (!isRefusal(done)) {
            const isOfPayment = /^[0-9a-f-]{36}$/.test(back)
            const to = isOfPayment ? `/dashboard/transactions/${back}` : path
            return { seeOther: `${to}?done=redelivered` }
          }
          if (done.refused === 'event_not_found') return errorPage('notFound')
          return eventsPage(deps, who, asked.query, { refused: messageFor(done) })
        }),
    },
  ]

  async function eventsIn(
    { findSeenPayment }: HolderDeps,
    who: Holder,
    caller: Caller,
    query: URLSearchParams,
  ): Promise<Found | string> {
    const transactionId = query.get('transaction')?.trim()
    if (transactionId) {
      const found = await findSeenPayment({ who, transactionId })
      if (isRefusal(found)) return webhookWords.list.unknownTransaction
      const [event] = found.events
      if (!event) return { events: [], from: 0, to: 0, last: 0 }
      const page = await listEvents({ caller, query: { after: event.sequence - 1, limit: 1 } })
      if (isRefusal(page)) return messageFor(page)
      return { events: page.events, from: event.sequence, to: event.sequence, last: page.last }
    }
    const first = await listEvents({ caller, query: { after: 0, limit: 1 } })
    return isRefusal(first) ? messageFor(first) : stretchOf(caller, first.last, query)
  }

  /**
   * The events of a stretch that ends before a given one, or with the last; only those of the type, if one is chosen.
   */
  async function stretchOf(caller: Caller, last: number, query: URLSearchParams): Promise<Found | string> {
    const type = eventTypes.find((one) => one === query.get('type'))
    const before = Number(/^[0-9]{1,9}$/.exec(query.get('before') ?? '')?.[0] ?? last + 1)
    const to = Math.min(last, Math.max(0, before - 1))
    const after = Math.max(0, to - (type === undefined ? stretch : stretchOfType))
    const given = { after, limit: Math.max(1, to - after), ...(type && { type }) }
    const page: EventPage | { refused: string } = await listEvents({ caller, query: given })
    if (isRefusal(page)) return words.errors.broken.title
    const events = page.events.filter(({ event }) => event.sequence <= to)
    return { events: events.toReversed(), from: Math.min(after + 1, to), to, last }
  }
}

type Notice = { readonly found?: Found; readonly refused?: string }

function eventsPage({ webhooks }: HolderDeps, who: Holder, query: URLSearchParams, { found, refused }: Notice): Shown {
  const text = webhookWords.list
  const types = [['', text.all] as const, ...eventTypes.map((type) => [type, type] as const)]
  const value = (name: string) => query.get(name) ?? undefined
  const mayRedeliver = webhooks !== undefined && mayDo(who.user, 'webhook.redeliver')
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      {query.get('done') === 'redelivered' && <Done>{webhookWords.done.redelivered}</Done>}
      <p>
        {text.csvHint} <Link to={webhooksPath}>{text.endpoints}</Link>
      </p>
      <Form to={path} method="get" class="flow" label={words.filters.label}>
        <Choice name="type" label={text.type} options={types} value={value('type')} />
        <Field name="transaction" label={text.transaction} value={value('transaction')} isOptional />
        <button type="submit">{words.filters.submit}</button>
      </Form>
      {found && <Events found={found} mayRedeliver={mayRedeliver} />}
      {found && !value('transaction') && (
        <NextPage
          path={path}
          query={query}
          next={found.from > 1 ? String(found.from) : null}
          oldest={String((value('type') ? stretchOfType : stretch) + 1)}
        />
      )}
    </>
  )
  return { title: text.title, main, status: refused === undefined ? 200 : 422 }
}

function Events({ found, mayRedeliver }: { readonly found: Found; readonly mayRedeliver: boolean }) {
  const text = webhookWords.list
  const { events, from, to, last } = found
  return (
    <>
      <p>{last === 0 ? text.none : text.stretch(from, to, last)}</p>
      {events.length > 0 && (
        <table class="cards">
          <thead>
            <tr>
              <th>{text.number}</th>
              <th>{text.what}</th>
              <th>{text.about}</th>
              <th>{text.at}</th>
              {mayRedeliver && <th>{english.deliveries.redeliver}</th>}
            </tr>
          </thead>
          <tbody>
            {events.map((rows) => (
              <tr>
                <th scope="row">{rows.event.sequence}</th>
                <td>{eventTypeOf(rows)}</td>
                <td>
                  <About rows={rows} />
                </td>
                <td>
                  <Moment ms={rows.event.atMs} />
                </td>
                {mayRedeliver && (
                  <td>
                    <Redeliver eventId={eventIdOf(rows.event)} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** The button that sends an event again, in the list or on the page of a payment, to which it then returns. */
export function Redeliver(
  { eventId, back }: { readonly eventId: string; readonly back?: string },
  { language }: PageBase,
) {
  const text = language.texts.deliveries
  return (
    <Form to={`${path}/${eventId}/redeliver`} label={`${text.redeliver} ${eventId}`}>
      {back !== undefined && <input type="hidden" name="back" value={back} />}
      <button type="submit" class="plain">
        {text.redeliver}
      </button>
    </Form>
  )
}

function About({ rows }: { readonly rows: EventRows }) {
  if ('transaction' in rows) {
    const { id, reference } = rows.transaction
    return <Link to={`/dashboard/transactions/${id}`}>{reference}</Link>
  }
  if ('batch' in rows) return <Link to={`${batchesPath}/${rows.batch.id}`}>{rows.batch.reference}</Link>
  return <>{'funding' in rows ? rows.funding.reference : (rows.key.name ?? rows.key.prefix ?? rows.key.id)}</>
}
