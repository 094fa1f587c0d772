import { type ClosePage, type Market, networkNames, type RecordedClose, type Run } from '../../../../core/sente.ts'
import { dayAfter, dayOf } from '../../../formats/moment.ts'
import { dateIn, type Today } from '../../../written/moment.ts'
import { Link } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { NextPage, numberBefore } from '../../parts/filters.tsx'
import { Head, Rows } from '../../parts/rows.tsx'
import { Moment } from '../../parts/values.tsx'
import { comparisonsPath } from '../comparisons/reading.tsx'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { closeWords as text } from './closeWords.ts'

/** The page with the closes of days. */
export const closesPath = '/operator/closes'

/** The recorded closes of days, latest first, and the day that is closed next. */
export function closesPage({ listCloses, listReconciliations, market }: OperatorDeps): Page {
  return {
    path: closesPath,
    access: 'operator.look',
    show: (asked) =>
      asOperator(asked, async () => {
        const [found, { closes }, { runs }] = await Promise.all([
          listCloses({ ...numberBefore(asked.query), limit: perPage }),
          listCloses({ limit: 1 }),
          listReconciliations({ limit: runsLookedAt }),
        ])
        return list(asked.query, found, nextClose(closes[0], asked.today, { runs, market }))
      }),
  }
}

const perPage = 50

/** How many of the latest comparisons are read. */
const runsLookedAt = 200

type NextClose = {
  readonly day: string
  readonly endsAtMs: number
  readonly isOver: boolean
  /** Whether no day was closed before it. */
  readonly isFirst: boolean
  /** The number of days that are over and not closed. */
  readonly waiting: number
  /** The networks without a compared file that reaches to its end. */
  readonly uncompared: readonly string[]
}

function nextClose(
  last: RecordedClose | undefined,
  { days, nowMs }: Today,
  { runs, market }: { readonly runs: readonly Run[]; readonly market: Market },
): NextClose {
  const yesterday = dayAfter(dayOf(nowMs, days), -1)
  const day = last ? dayAfter(last.day) : yesterday
  const dateMs = dateIn(day) ?? Number.NaN
  const { toMs } = days.during(dateMs)
  const reaching = runs.filter((run) => run.ended && !run.withdrawn && run.fromMs < toMs && run.toMs >= toMs)
  return {
    day,
    endsAtMs: toMs,
    isOver: toMs <= nowMs,
    isFirst: last === undefined,
    waiting: Math.max(0, Math.round(((dateIn(yesterday) ?? Number.NaN) - dateMs) / 86_400_000) + 1),
    uncompared: networkNames(market).filter((name) => !reaching.some(({ network }) => network === name)),
  }
}

function list(query: URLSearchParams, { closes, next }: ClosePage, due: NextClose): Shown {
  const isWhole = closes.every(({ place }) => place === 'first' || place === 'follows')
  const main = (
    <>
      <h1>{text.title}</h1>
      <p>{text.hint}</p>
      <Next of={due} />
      <h2>{text.chain}</h2>
      {closes.length === 0 && <p>{text.none}</p>}
      {closes.length > 0 && (
        <>
          <p class={isWhole ? 'note' : 'note bad'} role={isWhole ? undefined : 'alert'}>
            {isWhole ? text.whole : text.broken}
          </p>
          <Closes of={closes} />
          <p>{text.verify}</p>
        </>
      )}
      <NextPage path={closesPath} query={query} next={next === null ? null : String(next)} />
    </>
  )
  return { title: text.title, main }
}

function Next({ of: { day, endsAtMs, isOver, isFirst, waiting, uncompared } }: { readonly of: NextClose }) {
  return (
    <section>
      <h2>{text.next}</h2>
      <Rows
        of={[
          [text.day, isFirst ? text.first(day) : day],
          [text.can, isOver ? waiting > 1 ? text.waiting(waiting) : text.now : <After ms={endsAtMs} />],
          [text.uncompared, isOver && uncompared.length > 0 ? <Uncompared of={uncompared} /> : null],
          [text.command, <code>sente close-day {waiting > 1 ? 'yesterday' : day} --into FOLDER</code>],
        ]}
      />
      <p>{text.commandHint}</p>
    </section>
  )
}

function After({ ms }: { readonly ms: number }) {
  return (
    <>
      {text.after}
      <Moment ms={ms} />
    </>
  )
}

function Uncompared({ of: networks }: { readonly of: readonly string[] }) {
  return (
    <>
      {text.uncomparedHint(networks)} <Link to={comparisonsPath}>{text.compare}</Link>
    </>
  )
}

function Closes({ of: closes }: { readonly of: readonly RecordedClose[] }) {
  const { columns } = text
  return (
    <table class="cards">
      <Head of={[columns.day, columns.closed, columns.place, columns.audit, columns.file]} />
      <tbody>
        {closes.map(({ day, atMs, by, because, place, broken, file, digest }) => (
          <tr>
            <th scope="row">{day}</th>
            <td class="whole">
              <Moment ms={atMs} /> {by} {because !== null && <small>{because}</small>}
            </td>
            <td>
              <span class={`state ${place === 'first' || place === 'follows' ? 'good' : 'bad'}`}>
                {text.places[place]}
              </span>
            </td>
            <td>
              <span class={`state ${broken === 0 ? 'good' : 'bad'}`}>{text.audit(broken)}</span>
            </td>
            <td class="whole">
              {file}
              <br />
              <code>{digest}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
