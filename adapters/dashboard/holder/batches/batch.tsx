import {
  acts,
  type BatchDecided,
  type BatchStatus,
  type Caller,
  isRefusal,
  type LineProgress,
  type LineRows,
  mayDo,
} from '../../../../core/sente.ts'
import { lineStates, linesCsv } from '../../../formats/batch.ts'
import type { Asked } from '../../asked.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Form, type PageBase } from '../../layout/links.tsx'
import type { Answer, Page, Question, Shown } from '../../page.ts'
import { asRefused, DoneAs, Password, Refused, type Refusing } from '../../parts/fields.tsx'
import { keyName } from '../../parts/keys.tsx'
import { Rows } from '../../parts/rows.tsx'
import { amountText, Moment } from '../../parts/values.tsx'
import { messageFor, refusing } from '../../request/refusing.ts'
import { callerOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder, ifHolder } from '../holding.ts'
import { BatchStateOf, batchesPath } from './batches.tsx'
import { Lines, LinesPage, perPage, type SeenLines, Totals } from './lines.tsx'

/** How many lines are in a part of a file, and how many unpaid lines are shown first. */
const [perPart, unpaidFirst] = [200, 20]

const path = `${batchesPath}/:id`

const decisions = ['confirm', 'approve', 'resume', 'pause', 'cancel'] as const

/** One batch with its lines; finance approves, pauses, resumes and cancels it. */
export function batchPages(deps: HolderDeps): readonly Page[] {
  const { changeBatch } = deps

  async function shown(asked: Asked, who: Holder, refused?: Refusing): Promise<Answer> {
    const caller = await callerOf(deps, who, 'look')
    if (isRefusal(caller)) return refusedPage(who, messageFor(caller, who.language))
    const found = await seen(deps, caller, asked)
    if (!isRefusal(found)) {
      const by = await makerOf(deps, { caller, who }, found.batch)
      return batchPage(who, asked.query, { ...found, by }, refused)
    }
    return found.refused === 'batch_not_found'
      ? errorPage('notFound')
      : refusedPage(who, messageFor(found, who.language))
  }

  const changing = (change: BatchDecided): Page => ({
    path: `${path}/${change}`,
    access: `batch.${change}`,
    isTranslated: true,
    ...(change === 'cancel' && { question: (asked) => ifHolder(asked, (who) => beforeCancel(deps, asked, who)) }),
    take: (asked, form) =>
      asHolder(asked, async (who) => {
        const batchId = asked.params.id ?? ''
        const caller = await callerOf(deps, who, `batch.${change}`, form)
        const changed = isRefusal(caller) ? caller : await changeBatch({ caller, batchId, change })
        if (isRefusal(changed)) return shown(asked, who, refusing(changed, who.language))
        return { seeOther: `${batchesPath}/${batchId}?done=${change}` }
      }),
  })

  return [
    { path, access: 'look', isTranslated: true, show: (asked) => asHolder(asked, (who) => shown(asked, who)) },
    {
      path: `${path}/lines.csv`,
      access: 'look',
      isTranslated: true,
      show: (asked) => asHolder(asked, (who) => csvOf(deps, asked, who)),
    },
    ...decisions.map(changing),
  ]
}

type SeenBatch = SeenLines & {
  readonly unpaid: readonly LineRows[]
  /** The person, or the key, that made it; null if that is not known any more. */
  readonly by: string | null
}

/** Finds the name of the key that made a batch, or of the user; owners alone may see other users. */
async function makerOf(
  { listUsers }: HolderDeps,
  { caller, who }: { readonly caller: Caller; readonly who: Holder },
  { keyId }: BatchStatus['batch'],
): Promise<string | null> {
  const key = caller.account.keys.find(({ id }) => id === keyId)
  if (key) return keyName(key)
  const users = mayDo(who.user, 'user.list') ? await listUsers({ accountId: who.accountId, by: who.user }) : [who.user]
  return isRefusal(users) ? null : (users.find(({ id }) => id === keyId)?.name ?? null)
}

async function seen({ listBatchLines, lookUpBatch }: HolderDeps, caller: Caller, { params, query }: Asked) {
  const batchId = params.id ?? ''
  const progress = lineStates.find((one) => one === query.get('state'))
  const after = Number(/^[0-9]{1,7}$/.exec(query.get('after') ?? '')?.[0] ?? 0)
  const linesOf = async (of: LineProgress | undefined, from: number, limit: number) => {
    const page = await listBatchLines({
      caller,
      query: { batchId, after: from, limit, ...(of && { progress: of }) },
    })
    return isRefusal(page) ? [] : page.lines
  }
  const found = await lookUpBatch({ caller, batchId })
  if (isRefusal(found)) return found
  const isFirst = progress === undefined && after === 0
  const lines = await linesOf(progress, after, perPage + 1)
  const unpaid = isFirst
    ? [...(await linesOf('failed', 0, unpaidFirst)), ...(await linesOf('refused', 0, unpaidFirst))]
    : []
  return { ...found, lines, unpaid }
}

async function beforeCancel(deps: HolderDeps, { params }: Asked, who: Holder): Promise<Question | undefined> {
  const caller = await callerOf(deps, who, 'look')
  const found = isRefusal(caller) ? caller : await deps.lookUpBatch({ caller, batchId: params.id ?? '' })
  if (isRefusal(found)) return undefined
  const text = who.language.texts.batches.batch
  const [submit, hint] = text.changes.cancel
  const { id, reference } = found.batch
  return { title: text.askCancel(reference), hint, submit, back: `${batchesPath}/${id}` }
}

function refusedPage({ language }: Holder, message: string): Shown {
  const { title } = language.texts.batches
  const main = (
    <>
      <h1>{title}</h1>
      <Refused message={message} />
    </>
  )
  return { title, main, status: 422 }
}

function batchPage(who: Holder, query: URLSearchParams, found: SeenBatch, refused: Refusing | undefined): Shown {
  const { batch, totals, lines, unpaid } = found
  const { language } = who
  const { batches } = language.texts
  const text = batches.batch
  const amountsOf = (amounts: readonly (readonly [string, bigint])[]) =>
    amounts.map(([currency, minor]) => amountText(minor, currency, language)).join(', ')
  const ended = totals.filter(({ progress }) => progress !== 'waiting' && progress !== 'pending')
  const endedLines = ended.reduce((sum, one) => sum + one.lines, 0)
  const goesOn = batch.state === 'paying' || batch.state === 'cancelling'
  const main = (
    <>
      <h1>{batch.reference}</h1>
      <Refused message={refused} />
      {refused === undefined && <DoneAs name={query.get('done')} texts={text.done} />}
      <Rows
        of={[
          [batches.state, <BatchStateOf state={batch.state} />],
          [batches.lines, text.progress(endedLines, batch.lines)],
          [batches.amount, amountsOf(batch.sums.map(({ currency, acceptedMinor }) => [currency, acceptedMinor]))],
          [text.held, amountsOf(batch.sums.map(({ currency, heldMinor }) => [currency, heldMinor]))],
          [batches.made, <Moment ms={batch.createdAtMs} />],
          [text.by, found.by],
          [text.changed, <Moment ms={batch.updatedAtMs} />],
        ]}
      />
      {mayDo(who.user, 'batch.pause') && <Changes of={found} who={who} />}
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
  return { title: batch.reference, main, ...asRefused(refused), ...(goesOn && { againSeconds: 10 }) }
}

/** The possible changes of a batch in its state. */
function Changes(
  { of: { batch, isUnconfirmed }, who }: { readonly of: BatchStatus; readonly who: Holder },
  { language }: PageBase,
) {
  const text = language.texts.batches.batch
  const isOwn = batch.keyId === who.user.id
  const possible = decisions.filter((change) => {
    if (change === 'confirm') return isUnconfirmed
    if (change === 'approve') return batch.state === 'awaiting_approval' && !isOwn && !isUnconfirmed
    if (change === 'resume') return batch.state === 'paused' && !isUnconfirmed
    if (change === 'pause') return batch.state === 'paying'
    return batch.state !== 'completed' && batch.state !== 'cancelling' && !isUnconfirmed
  })
  return (
    <>
      {isUnconfirmed && <p>{text.mayBePaid}</p>}
      {batch.state === 'awaiting_approval' && isOwn && <p>{text.ownApproval}</p>}
      {possible.map((change) => {
        const [name, hint] = text.changes[change]
        return (
          <Form to={`${batchesPath}/${batch.id}/${change}`} label={name}>
            <p>{hint}</p>
            {acts[`batch.${change}`].asks && <Password />}
            <button type="submit" class={change === 'cancel' ? 'grave' : change === 'pause' ? 'plain' : undefined}>
              {name}
            </button>
          </Form>
        )
      })}
    </>
  )
}

/** All lines of a batch with their states, as a file. */
async function csvOf(deps: HolderDeps, { params }: Asked, who: Holder): Promise<Answer> {
  const caller = await callerOf(deps, who, 'look')
  if (isRefusal(caller)) return errorPage('notFound')
  const batchId = params.id ?? ''
  const partOf = (after: number) => deps.listBatchLines({ caller, query: { batchId, after, limit: perPart } })
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
