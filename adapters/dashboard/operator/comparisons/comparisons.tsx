import { readFile, stat } from 'node:fs/promises'
import { exceptionsOf, type Market, networkNames, type Run } from '../../../../core/sente.ts'
import { spanOf } from '../../../written/moment.ts'
import { refuseUnfinished } from '../../../written/networkFiles/period.ts'
import { type Profile, readProfile } from '../../../written/networkFiles/profile.ts'
import type { Asked } from '../../asked.ts'
import { Form, Link, May } from '../../layout/links.tsx'
import type { Answer, Page } from '../../page.ts'
import { asRefused, Choice, Field, Refused, type Refusing } from '../../parts/fields.tsx'
import { Moment } from '../../parts/values.tsx'
import type { Form as Filled } from '../../request/form.ts'
import type { OperatorDeps } from '../deps.ts'
import { type FileTerms, ownProfile } from '../desks/comparisonDesk.ts'
import { asOperator } from '../operating.ts'
import { filePages } from './file.tsx'
import { comparisonsPath, filePath, ReadingFields } from './reading.tsx'
import { comparisonWords } from './words.ts'

/** The comparisons with networks' files, and the form that uploads another file. */
export function comparisonPages(deps: OperatorDeps): readonly Page[] {
  const { listReconciliations, comparisonDesk, market } = deps

  async function list(refused?: Refusing): Promise<Answer> {
    const { runs } = await listReconciliations({ limit: mostListed })
    return {
      title: comparisonWords.title,
      main: <List of={runs} market={market} refused={refused} />,
      ...asRefused(refused),
    }
  }

  return [
    { path: comparisonsPath, access: 'operator.look', show: (asked) => asOperator(asked, () => list()) },
    {
      path: `${comparisonsPath}/check`,
      access: 'operator.compare',
      takesUpload: true,
      take: (asked, form) =>
        asOperator(asked, async (operator) => {
          const upload = form.upload('file')
          if (!upload || upload.fileName === '') return list({ field: 'file', message: comparisonWords.form.noFile })
          const terms = await termsIn(form, asked, market)
          if ('field' in terms) return list(terms)
          return { seeOther: filePath(await comparisonDesk.take(upload, operator, terms)) }
        }),
    },
    ...filePages(deps, (form, asked) => termsIn(form, asked, market)),
  ]
}

const mostListed = 50

/** Reads the terms of a comparison in a form, or returns its wrong field. */
async function termsIn(form: Filled, { today }: Asked, market: Market): Promise<FileTerms | Exclude<Refusing, string>> {
  const text = comparisonWords.form
  const network = networkNames(market).find((one) => one === form.text('network'))
  if (network === undefined) return { field: 'network', message: text.noNetwork }
  const [from, to] = [form.text('from'), form.text('to')]
  const [begin, end] = [spanOf(from, today), spanOf(to, today)]
  if (!begin) return { field: 'from', message: text.noTime(from) }
  if (!end) return { field: 'to', message: text.noTime(to) }
  if (refuseUnfinished(end, today.nowMs)) return { field: 'to', message: text.notOver }
  if (end.toMs <= begin.fromMs) return { field: 'to', message: text.backwards }
  const dates = (['day-first', 'month-first'] as const).find((one) => one === form.text('dates'))
  const own = await ownProfileIn(form)
  if (own && 'field' in own) return own
  const profile = own ? ownProfile : form.text('profile') || undefined
  const sheet = form.text('sheet') || undefined
  return { network, fromMs: begin.fromMs, toMs: end.toMs, profile, own, sheet, dates }
}

/** The largest profile, in bytes. */
const mostOfProfile = 65_536

/** The operator's own profile in a form, or its problems. */
async function ownProfileIn(form: Filled): Promise<Profile | Exclude<Refusing, string> | undefined> {
  const upload = form.upload('own_profile')
  if (!upload || upload.fileName === '') return undefined
  const [text, field] = [comparisonWords.form, 'own_profile']
  if ((await stat(upload.path)).size > mostOfProfile) return { field, message: text.ownTooLarge }
  const read = readProfile(await readFile(upload.path, 'utf8'))
  if ('profile' in read) return read.profile
  return { field, message: text.ownFaulty(upload.fileName, read.problems.slice(0, mostProblems).join('; ')) }
}

/** How many problems of a profile are named. */
const mostProblems = 10

type ListProps = { readonly of: readonly Run[]; readonly market: Market; readonly refused: Refusing | undefined }

function List({ of: runs, market, refused }: ListProps) {
  const text = comparisonWords
  return (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      <p>{text.hint}</p>
      {runs.length === 0 ? <p>{text.none}</p> : <RunTable of={runs} />}
      <May act="operator.compare">
        <section>
          <h2>{text.form.title}</h2>
          <p>{text.form.hint}</p>
          <Form to={`${comparisonsPath}/check`} label={text.form.title} isLarge>
            <Field name="file" label={text.form.file} hint={text.form.fileHint} type="file" />
            <Choice name="network" label={text.form.network} options={networkNames(market).map((one) => [one, one])} />
            <Field name="from" label={text.form.from} hint={text.form.fromHint} />
            <Field name="to" label={text.form.to} hint={text.form.toHint} />
            <ReadingFields />
            <button type="submit">{text.form.submit}</button>
          </Form>
        </section>
      </May>
    </>
  )
}

function RunTable({ of: runs }: { readonly of: readonly Run[] }) {
  const text = comparisonWords
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.columns.file}</th>
          <th>{text.columns.begun}</th>
          <th>{text.columns.period}</th>
          <th class="figure">{text.columns.rows}</th>
          <th class="figure">{text.columns.exceptions}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr>
            <th scope="row">
              {run.ended ? <Link to={`${comparisonsPath}/${run.id}`}>{run.file}</Link> : run.file}
              <br />
              <small>{run.network}</small>
            </th>
            <td class="whole">
              <Moment ms={run.begunAtMs} /> <small>{text.by(run.by)}</small>
            </td>
            <td class="whole">
              <Moment ms={run.fromMs} /> {text.to} <Moment ms={run.toMs} />
            </td>
            <td class="figure" data-name={text.columns.rows}>
              {run.ended?.rows ?? text.unended}
            </td>
            <td class="figure" data-name={text.columns.exceptions}>
              {run.withdrawn ? text.withdrawn(run.withdrawn.by) : run.ended && exceptionsOf(run)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
