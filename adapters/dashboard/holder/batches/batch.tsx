import {
  type BatchDecided,
  type BatchStatus,
  type BatchTotal,
  type Caller,
  isRefusal,
  type LineProgress,
  type LineRows,
  progressOf,
} from '../../../../core/sente.ts'
import { lineStates, linesCsv } from '../../../formats/batch.ts'
import type { Asked } from '../../asked.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Form, Link } from '../../layout/links.tsx'
import type { Answer, Page, Shown } from '../../page.ts'
import { Choice, Done, Password, Refused } from '../../parts/fields.tsx'
import { Rows } from '../../parts/rows.tsx'
import { amountText, Moment } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import { callerOf, toldOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'
import { BatchStateOf, batchesPath } from './batches.tsx'
import { batchWords } from './words.ts'

/** How many lines are on a page, and in a part of a file; of those that were not paid, how many are shown first. */
const [perPage, perPart, unpaidFirst] = [50, 200, 20]

const path = `${batchesPath}/:id`

const decisions = ['approve', 'resume', 'pause', 'cancel'] as const

/** What makes payouts takes the password. */
const confirmedChanges: readonly BatchDecided[] = ['approve', 'resume']

/** One batch with its lines; a manager approves, pauses, resumes and cancels it. */
export function batchPages(deps: HolderDeps): readonly Page[] {
  const { changeBatch } = deps.batches

  async function shown(asked: Asked, who: Holder, refused?: string): Promise<Answer> {
    const caller = await callerOf(deps, who, 'look')
    const found = isRefusal(caller) ? caller : await seen(deps, caller, asked)
    if (!isRefusal(found)) return batchPage(who, asked.query, found, refused)
    return found.refused === 'batch_not_found' ? errorPage('notFound') : refusedPage(toldOf(deps, found))
  }

  const changing = (change: BatchDecided): Page => ({
    path: `${path}/${change}`,
    access: 'manager',
    take: (asked, form) =>
      asHolder(asked, async (who) => {
        const batchId = asked.params.id ?? ''
        const to = confirmedChanges.includes(change) ? 'change_confirmed' : 'change'
        const caller = await callerOf(deps, who, to, form)
        const changed = isRefusal(caller) ? caller : await changeBatch({ caller, batchId, change })
        if (isRefusal(changed)) return shown(asked, who, toldOf(deps, changed))
        return { seeOther: `${batchesPath}/${batchId}?done=${change}` }
      }),
  })

  return [
    { path, access: 'holder', show: (asked) => asHolder(asked, (who) => shown(asked, who)) },
    { path: `${path}/lines.csv`, access: 'holder', show: (asked) => asHolder(asked, (who) => csvOf(deps, asked, who)) },
    ...decisions.map(changing),
  ]
}

type SeenBatch = BatchStatus & { readonly lines: readonly LineRows[]; readonly unpaid: readonly LineRows[] }

async function seen({ batches }: HolderDeps, caller: Caller, { params, query }: Asked) {
  const batchId = params.id ?? ''
  const progress = lineStates.find((one) => one === query.get('state'))
  const after = Number(/^[0-9]{1,5}$/.exec(query.get('after') ?? '')?.[0] ?? 0)
  const linesOf = async (of: LineProgress | undefined, from: number, limit: number) => {
    const page = await batches.listBatchLines({
      caller,
      query: { batchId, after: from, limit, ...(of && { progress: of }) },
    })
    return isRefusal(page) ? [] : page.lines
  }
  const found = await batches.lookUpBatch({ caller, batchId })
  if (isRefusal(found)) return found
  const isFirst = progress === undefined && after === 0
  const lines = await linesOf(progress, after, perPage + 1)
  const unpaid = isFirst
    ? [...(await linesOf('failed', 0, unpaidFirst)), ...(await linesOf('refused', 0, unpaidFirst))]
    : []
  return { ...found, lines, unpaid }
}

function refusedPage(message: string): Shown {
  const main = (
    <>
      <h1>{batchWords.title}</h1>
      <Refused message={message} />
    </>
  )
  return { title: batchWords.title, main, status: 422 }
}

function batchPage(who: Holder, query: URLSearchParams, found: SeenBatch, refused: string | undefined): Shown {
  const { batch, totals, lines, unpaid } = found
  const text = batchWords.batch
  const dones: Readonly<Record<string, string>> = text.done
  const done = dones[query.get('done') ?? '']
  const ended = totals.filter(({ progress }) => progress !== 'waiting' && progress !== 'pending')
  const endedLines = ended.reduce((sum, one) => sum + one.lines, 0)
  const goesOn = batch.state === 'paying' || batch.state === 'cancelling'
  const main = (
    <>
      <h1>{batch.reference}</h1>
      <Refused message={refused} />
      {refused === undefined && done !== undefined && <Done>{done}</Done>}
      <Rows
        of={[
          [batchWords.state, <BatchStateOf state={batch.state} />],
          [batchWords.lines, text.progress(endedLines, batch.lines)],
          [batchWords.amount, amountsOf(batch.sums.map(({ currency, acceptedMinor }) => [currency, acceptedMinor]))],
          [text.held, amountsOf(batch.sums.map(({ currency, heldMinor }) => [currency, heldMinor]))],
          [batchWords.made, <Moment ms={batch.createdAtMs} />],
          [text.changed, <Moment ms={batch.updatedAtMs} />],
        ]}
      />
      {who.user.role === 'manager' && <Changes of={found} who={who} />}
      <h2>{text.totals}</h2>
      <Totals of={totals} />
      {unpaid.length > 0 && (
        <>
          <h2>{text.unpaid}</h2>
          <Lines of={unpaid} batch={found} />
        </>
      )}
      <h2>{text.all}</h2>
      <LinesPage found={{ ...found, lines }} query={query} />
    </>
  )
  const status = refused === undefined ? 200 : 422
  return { title: batch.reference, main, status, ...(goesOn && { againSeconds: 10 }) }
}

function amountsOf(amounts: readonly (readonly [string, bigint])[]): string {
  return amounts.map(([currency, minor]) => amountText(minor, currency)).join(', ')
}

/** What can be done about a batch as it stands. */
function Changes({ of: { batch }, who }: { readonly of: BatchStatus; readonly who: Holder }) {
  const text = batchWords.batch
  const isOwn = batch.keyId === who.user.id
  const possible = decisions.filter((change) => {
    if (change === 'approve') return batch.state === 'awaiting_approval' && !isOwn
    if (change === 'resume') return batch.state === 'paused'
    if (change === 'pause') return batch.state === 'paying'
    return batch.state !== 'completed' && batch.state !== 'cancelling'
  })
  return (
    <>
      {batch.state === 'awaiting_approval' && isOwn && <p>{text.ownApproval}</p>}
      {possible.map((change) => {
        const [name, hint] = text.changes[change]
        return (
          <Form to={`${batchesPath}/${batch.id}/${change}`} label={name}>
            <p>{hint}</p>
            {confirmedChanges.includes(change) && <Password />}
            <button type="submit" class={change === 'cancel' ? 'grave' : change === 'pause' ? 'plain' : undefined}>
              {name}
            </button>
          </Form>
        )
      })}
    </>
  )
}

function Totals({ of: totals }: { readonly of: readonly BatchTotal[] }) {
  const text = batchWords.batch
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.lineState}</th>
          <th>{batchWords.lines}</th>
          <th class="amount">{text.lineAmount}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ progress, currency, lines, minor }) => (
          <tr>
            <th scope="row">
              <LineState progress={progress} />
            </th>
            <td>{batchWords.lineCount(lines)}</td>
            <td class="amount">{currency === '' ? '' : amountText(minor, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LineState({ progress }: { readonly progress: LineProgress }) {
  const look = progress === 'succeeded' ? 'good' : progress === 'failed' || progress === 'refused' ? 'bad' : 'wait'
  return <span class={`state ${look}`}>{batchWords.batch.states[progress]}</span>
}

function LinesPage({ found, query }: { readonly found: SeenBatch; readonly query: URLSearchParams }) {
  const text = batchWords.batch
  const own = `${batchesPath}/${found.batch.id}`
  const states = [
    ['', batchWords.anyState] as const,
    ...lineStates.map((state) => [state, text.states[state]] as const),
  ]
  const lines = found.lines.slice(0, perPage)
  const next = new URLSearchParams({ state: query.get('state') ?? '', after: `${lines.at(-1)?.line.number}` })
  return (
    <>
      <Form to={own} method="get" class="flow" label={words.filters.label}>
        <Choice name="state" label={text.lineState} options={states} value={query.get('state') ?? undefined} />
        <button type="submit">{words.filters.submit}</button>
      </Form>
      {lines.length === 0 ? <p>{text.noLines}</p> : <Lines of={lines} batch={found} />}
      {found.lines.length > perPage && (
        <p>
          <Link to={`${own}?${next}`}>{text.further}</Link>
        </p>
      )}
      <p>
        <Link to={`${own}/lines.csv`}>{text.csv}</Link>
      </p>
    </>
  )
}

function Lines({ of: lines, batch: { batch } }: { readonly of: readonly LineRows[]; readonly batch: BatchStatus }) {
  const text = batchWords.batch
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.line}</th>
          <th>{batchWords.reference}</th>
          <th>{text.phoneNumber}</th>
          <th>{text.lineState}</th>
          <th class="amount">{text.lineAmount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((rows) => {
          const { line, transaction } = rows
          return (
            <tr>
              <th scope="row">{line.number}</th>
              <td>
                {transaction ? (
                  <Link to={`/dashboard/transactions/${transaction.id}`}>{line.reference}</Link>
                ) : (
                  line.reference
                )}
              </td>
              <td>
                {line.phoneNumber} <small>{line.network}</small>
              </td>
              <td>
                <LineState progress={progressOf(rows, batch)} /> <small>{line.code ?? transaction?.reason}</small>
              </td>
              <td class="amount">{line.amountMinor !== null && amountText(line.amountMinor, line.currency)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** All lines of a batch with what has become of each, as a file. */
async function csvOf(deps: HolderDeps, { params }: Asked, who: Holder): Promise<Answer> {
  const caller = await callerOf(deps, who, 'look')
  if (isRefusal(caller)) return errorPage('notFound')
  const batchId = params.id ?? ''
  const partOf = (after: number) => deps.batches.listBatchLines({ caller, query: { batchId, after, limit: perPart } })
  const first = await partOf(0)
  if (isRefusal(first)) return errorPage('notFound')
  async function* lines() {
    yield linesCsv.header
    for (let part = first; !isRefusal(part); ) {
      const { batch, lines } = part
      yield lines.map((rows) => linesCsv.row(rows, batch)).join('')
      const last = lines.at(-1)
      if (!last || lines.length < perPart) return
      part = await partOf(last.line.number)
    }
  }
  return { fileName: 'batch.csv', type: 'text/csv', lines: lines() }
}
