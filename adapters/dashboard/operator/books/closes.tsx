import type { ComponentChildren } from 'preact'
import type { ClosePage, RecordedClose } from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { NextPage, numberBefore } from '../../parts/filters.tsx'
import { Head, Rows } from '../../parts/rows.tsx'
import { Moment } from '../../parts/values.tsx'
import { comparisonsPath } from '../comparisons/reading.tsx'
import type { OperatorDeps } from '../deps.ts'
import type { UpkeepDesk } from '../desks/upkeepDesk.ts'
import { asOperator } from '../operating.ts'
import { closeWords as text } from './closeWords.ts'
import { ClosingEnds, ClosingForms, closesPath, Proofs } from './closing.tsx'
import { findNextClose, type NextClose } from './nextClose.ts'
import { UnderWay } from './underWay.tsx'

/** The recorded closes of days, latest first, the day that is closed next, and the forms that close and check. */
export function closesPage(deps: OperatorDeps): Page {
  const { listCloses, upkeepDesk, upkeepFolders } = deps
  return {
    path: closesPath,
    access: 'operator.look',
    isNoise: true,
    show: (asked) =>
      asOperator(asked, async () => {
        const [found, due] = await Promise.all([
          listCloses({ ...numberBefore(asked.query), limit: perPage }),
          findNextClose(deps, asked.today),
        ])
        return list(asked.query, { ...found, due, folder: upkeepFolders.closes, ...upkeepDesk.now() })
      }),
  }
}

const perPage = 50

type Listed = ClosePage &
  ReturnType<UpkeepDesk['now']> & {
    readonly due: NextClose
    readonly folder: OperatorDeps['upkeepFolders']['closes']
  }

function list(query: URLSearchParams, { closes, next, due, folder, underWay, last }: Listed): Shown {
  const isWhole = closes.every(({ place }) => place === 'first' || place === 'follows')
  const main = (
    <>
      <h1>{text.title}</h1>
      <p>{text.hint}</p>
      {underWay && <UnderWay of={underWay} />}
      <ClosingEnds of={last} />
      <Next of={due} folder={folder}>
        {!underWay && <ClosingForms waiting={due.waiting} />}
      </Next>
      <h2>{text.chain}</h2>
      {closes.length === 0 && <p>{text.none}</p>}
      {closes.length > 0 && (
        <>
          <p class={isWhole ? 'note' : 'note bad'} role={isWhole ? undefined : 'alert'}>
            {isWhole ? text.whole : text.broken}
          </p>
          <Closes of={closes} />
          {!folder && <p>{text.verify}</p>}
        </>
      )}
      <NextPage path={closesPath} query={query} next={next === null ? null : String(next)} />
    </>
  )
  return { title: text.title, main, ...(underWay && { againSeconds: 2 }) }
}

type NextProps = {
  readonly of: NextClose
  readonly folder: Listed['folder']
  /** The forms, if there is a folder. */
  readonly children: ComponentChildren
}

function Next({ of: { day, endsAtMs, isFirst, waiting, uncompared }, folder, children }: NextProps) {
  const command = `sente close-day ${waiting.length > 1 ? 'yesterday' : day} --into ${folder?.folder ?? 'FOLDER'}`
  return (
    <section>
      <h2>{text.next}</h2>
      <Rows
        of={[
          [text.day, isFirst ? text.first(day) : day],
          [
            text.can,
            waiting.length > 1 ? text.waiting(waiting.length) : waiting[0] ? text.now : <After ms={endsAtMs} />,
          ],
          [text.uncompared, uncompared.length > 0 ? <Uncompared of={uncompared} days={waiting.length} /> : null],
          [text.command, <code class="whole">{command}</code>],
          [text.publicKey, folder ? <code class="whole">{folder.publicKey}</code> : null],
        ]}
      />
      {folder ? children : <p>{text.commandHint}</p>}
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

function Uncompared({ of: networks, days }: { readonly of: readonly string[]; readonly days: number }) {
  return (
    <>
      {text.uncomparedHint(networks, days)} <Link to={comparisonsPath}>{text.compare}</Link>
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
            <Proofs of={{ broken, file, digest }} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
