import { type Batch, type BatchState, isRefusal, mayDo } from '../../../../core/sente.ts'
import type { Asked } from '../../asked.ts'
import { Form, Link, type PageBase } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Choice, Refused } from '../../parts/fields.tsx'
import { NextPage } from '../../parts/filters.tsx'
import { amountText, Moment } from '../../parts/values.tsx'
import { messageFor } from '../../request/refusing.ts'
import { callerOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'

/** The path of an account's batches. */
export const batchesPath = '/dashboard/batches'

const perPage = 50

type ShownState = Exclude<BatchState, 'draft'>

const shownStates = ['awaiting_approval', 'paying', 'paused', 'cancelling', 'completed'] as const

/** The batches of an account, latest first, in one state if one is chosen. */
export function batchesPage(deps: HolderDeps): Page {
  async function shown({ query }: Asked, who: Holder): Promise<Shown> {
    const state = shownStates.find((one) => one === query.get('state'))
    const before = query.get('before') || undefined
    const found = await batchesOf(deps, who, { ...(state && { state }), ...(before && { before }), limit: perPage + 1 })
    return listPage(who, query, found)
  }
  return {
    path: batchesPath,
    access: 'look',
    isTranslated: true,
    show: (asked) => asHolder(asked, (who) => shown(asked, who)),
  }
}

/** The batches of an account that wait for a person, the latest of each state. */
export async function waitingBatches(deps: HolderDeps, who: Holder): Promise<readonly Batch[]> {
  const found = await Promise.all(
    (['awaiting_approval', 'paused'] as const).map((state) => batchesOf(deps, who, { state, limit: 5 })),
  )
  return found.flatMap((some) => (typeof some === 'string' ? [] : some))
}

/** Batches of an account, or the reason why they are not shown. */
async function batchesOf(
  deps: HolderDeps,
  who: Holder,
  query: { readonly state?: ShownState; readonly before?: string; readonly limit: number },
): Promise<readonly Batch[] | string> {
  const caller = await callerOf(deps, who, 'look')
  const found = isRefusal(caller) ? caller : await deps.listBatches({ caller, query })
  return isRefusal(found) ? messageFor(found, who.language) : found.batches
}

function listPage(who: Holder, query: URLSearchParams, found: readonly Batch[] | string): Shown {
  const { batches: text, days } = who.language.texts
  const [refused, batches] = typeof found === 'string' ? [found, []] : [undefined, found.slice(0, perPage)]
  const next = found.length > perPage && refused === undefined ? (batches.at(-1)?.id ?? null) : null
  const states = [['', text.anyState] as const, ...shownStates.map((state) => [state, text.states[state]] as const)]
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      {mayDo(who.user, 'batch.accept') && (
        <p>
          <Link to={`${batchesPath}/new`} class="button">
            {text.newer}
          </Link>
        </p>
      )}
      <Form to={batchesPath} method="get" class="flow" label={text.filter}>
        <Choice name="state" label={text.state} options={states} value={query.get('state') ?? undefined} />
        <button type="submit">{days.show}</button>
      </Form>
      <BatchTable of={batches} />
      <NextPage path={batchesPath} query={query} next={next} />
    </>
  )
  return { title: text.title, main, status: refused === undefined ? 200 : 422 }
}

/** The state of a batch, by word and colour. */
export function BatchStateOf({ state }: Pick<Batch, 'state'>, { language }: PageBase) {
  const look = state === 'completed' ? 'good' : state === 'cancelling' ? 'bad' : 'wait'
  return <span class={`state ${look}`}>{language.texts.batches.states[state]}</span>
}

/** Batches as a table; on a phone as cards. */
export function BatchTable({ of: batches }: { readonly of: readonly Batch[] }, { language }: PageBase) {
  const text = language.texts.batches
  if (batches.length === 0) return <p>{text.none}</p>
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.reference}</th>
          <th>{text.made}</th>
          <th>{text.lines}</th>
          <th>{text.state}</th>
          <th class="amount">{text.amount}</th>
        </tr>
      </thead>
      <tbody>
        {batches.map(({ id, reference, createdAtMs, lines, state, sums }) => (
          <tr>
            <th scope="row">
              <Link to={`${batchesPath}/${id}`}>{reference}</Link>
            </th>
            <td>
              <Moment ms={createdAtMs} />
            </td>
            <td>{text.lineCount(lines)}</td>
            <td>
              <BatchStateOf state={state} />
            </td>
            <td class="amount">
              {sums.map(({ currency, acceptedMinor }) => amountText(acceptedMinor, currency, language)).join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
