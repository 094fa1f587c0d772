import { type BucketTotal, exceptionsOf, type FileRow, type Reconciled, type Run } from '../../../../core/sente.ts'
import { local } from '../../../formats/moment.ts'
import { isProblem, type RowProblem } from '../../../written/networkFiles/rowReader.ts'
import type { TriedFile } from '../../../written/networkFiles/tried.ts'
import { Form, Link, type PageBase } from '../../layout/links.tsx'
import { Refused, type Refusing, Tick } from '../../parts/fields.tsx'
import { Head, Rows } from '../../parts/rows.tsx'
import { amountText, Moment } from '../../parts/values.tsx'
import type { DeskFile, FileTerms } from '../desks/comparisonDesk.ts'
import { exceptionWords } from '../exceptions/words.ts'
import { Totals } from '../parts/totals.tsx'
import { comparisonsPath, filePath, ReadingFields } from './reading.tsx'
import { comparisonWords } from './words.ts'

const text = comparisonWords.file

/** Whether a file was compared for good. */
export function isStored(file: DeskFile | undefined): boolean {
  const result = file?.result
  return file?.isForGood === true && result !== undefined && 'compared' in result && result.compared.isStored
}

/** A file that is not on this desk. */
export function Gone() {
  return (
    <>
      <h1>{text.gone}</h1>
      <p>{text.goneHint}</p>
      <Back />
    </>
  )
}

type Props = { readonly of: DeskFile; readonly refused: Refusing | undefined }

/** An uploaded file: the progress of its work, or the result, and the forms for going on. */
export function FileView({ of: file, refused }: Props) {
  const { fileName, work, tried, result } = file
  return (
    <>
      <h1>{fileName}</h1>
      <Refused message={refused} />
      <About of={file} />
      {work ? <Progress of={work} isForGood={file.isForGood} /> : <Result of={file} />}
      {!work && <Reading of={tried} />}
      {!work && !isStored(file) && <CheckAgain of={file} canRead={result !== undefined && 'compared' in result} />}
      <Back />
    </>
  )
}

function About({ of: { terms, by } }: { readonly of: DeskFile }) {
  return (
    <p>
      {terms.network}, <Moment ms={terms.fromMs} /> {comparisonWords.to} <Moment ms={terms.toMs} />,{' '}
      {comparisonWords.by(by)}
    </p>
  )
}

function Progress({ of: { on, done }, isForGood }: { of: NonNullable<DeskFile['work']>; isForGood: boolean }) {
  const many = new Intl.NumberFormat('en').format(done)
  return (
    <p class="note" role="status">
      {isForGood ? text.comparing : text.checking}. {on === 'waiting' ? text.waiting : text[on](many)}
    </p>
  )
}

function Result({ of: file }: { readonly of: DeskFile }) {
  const { result } = file
  if (!result || 'broke' in result) return <Refused message={text.broke} />
  if ('refused' in result) return <Refused message={`${text.refused}: ${result.refused.message}`} />
  if ('unread' in result) {
    return (
      <>
        <Refused message={`${text.unread}: ${result.unread.message}`} />
        <Faults of={result.unread.problems} />
      </>
    )
  }
  const { compared, profile, unnamed } = result
  return (
    <>
      <p class="note" role="status">
        {stateOf(compared, file.isForGood)}
      </p>
      <Doubts of={compared} />
      <RunFacts of={compared.run} profile={profile} outside={compared.outside} />
      <Unnamed of={unnamed} />
      {!isStored(file) && (
        <Form to={`${filePath(file.id)}/compare`} label={text.compare}>
          {compared.unlikely.length > 0 && (
            <Tick name="right" value="yes">
              {text.sure}
            </Tick>
          )}
          <button type="submit">{text.compare}</button>
        </Form>
      )}
    </>
  )
}

function stateOf({ already, isStored: stored }: Reconciled, isForGood: boolean): string {
  if (already) return text.before
  if (!isForGood) return text.checked
  return stored ? text.compared : text.notStored
}

function Doubts({ of: { unlikely } }: { readonly of: Reconciled }) {
  if (unlikely.length === 0) return null
  return (
    <div class="note bad" role="alert">
      <p>{text.unlikely}</p>
      <ul>
        {unlikely.map((one) => (
          <li>{one}</li>
        ))}
      </ul>
    </div>
  )
}

/** An ended comparison. */
export function RunView({ of: run }: { readonly of: Run }) {
  return (
    <>
      <h1>{run.file}</h1>
      <p>
        {run.network}, <Moment ms={run.fromMs} /> {comparisonWords.to} <Moment ms={run.toMs} />,{' '}
        {comparisonWords.by(run.by)}
      </p>
      {run.withdrawn && <p class="note">{exceptionWords.one.withdrawn(run.withdrawn.by, run.withdrawn.because)}</p>}
      <RunFacts of={run} profile={run.profile} />
      <Back />
    </>
  )
}

function RunFacts(props: { readonly of: Run; readonly profile: string; readonly outside?: number }) {
  const { of: run, profile, outside = 0 } = props
  const { ended } = run
  return (
    <>
      <Rows
        of={[
          [text.profile, profile],
          [text.fileRows, ended?.rows ?? null],
          [comparisonWords.columns.exceptions, exceptionsOf(run)],
          [text.outside, outside === 0 ? null : outside],
          [text.wrongBalances, ended?.balances?.wrong || null],
        ]}
      />
      <Sums of={ended?.totals} label={text.inFile} />
      <Sums of={ended?.absent} label={text.absent} />
      <p>
        <Link to={`/operator/exceptions?${new URLSearchParams({ network: run.network })}`}>{text.exceptions}</Link>
      </p>
    </>
  )
}

function Sums({ of: totals = [], label }: { readonly of: readonly BucketTotal[] | undefined; readonly label: string }) {
  if (totals.length === 0) return null
  return (
    <section>
      <h2>{label}</h2>
      <Totals of={totals} />
    </section>
  )
}

/** How many texts of unnamed rows are listed. */
const mostUnnamed = 20

function Unnamed({ of: unnamed }: { readonly of: ReadonlyMap<string, number> }) {
  if (unnamed.size === 0) return null
  return (
    <section>
      <h2>{text.unnamed}</h2>
      <ul>
        {[...unnamed].slice(0, mostUnnamed).map(([name, rows]) => (
          <li>
            {rows} × {name.slice(0, 200)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Faults({ of: problems }: { readonly of: readonly RowProblem[] }) {
  if (problems.length === 0) return null
  return (
    <section>
      <h2>{text.faults}</h2>
      <table class="cards">
        <Head of={[text.line, text.column, text.problem]} />
        <tbody>
          {problems.map(({ line, column, problem }) => (
            <tr>
              <th scope="row">{line}</th>
              <td>{column}</td>
              <td class="whole">{problem.slice(0, 300)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** How the profiles fit the file, and how the best one reads its first rows. */
function Reading({ of: tried }: { readonly of: TriedFile | undefined }) {
  if (!tried) return null
  return (
    <section>
      <h2>{text.fits}</h2>
      {tried.fits.length === 0 ? (
        <p>{text.noFits}</p>
      ) : (
        <table class="cards">
          <Head of={[text.profile, text.line, text.found, text.missing, text.others]} />
          <tbody>
            {tried.fits.map(({ profile, line, found, missing, others }) => (
              <tr>
                <th scope="row">{profile}</th>
                <td>{line}</td>
                <td>{found}</td>
                <td class="whole">{missing.join(', ').slice(0, 500)}</td>
                <td class="whole">{others.join(', ').slice(0, 500)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <FirstRows of={tried.rows} />
      <Draft of={tried} />
    </section>
  )
}

/** The longest draft that a page shows, in letters. */
const mostOfDraft = 16_384

/** The best profile with the headings of the file, unless it fits as it is. */
function Draft({ of: { fits, draft, problems } }: { readonly of: TriedFile }) {
  const [best] = fits
  if (!draft || !best || best.missing.length + best.others.length === 0) return null
  const json = JSON.stringify(draft, null, 2)
  if (json.length > mostOfDraft) return null
  return (
    <details>
      <summary>{text.draft}</summary>
      <p>{text.draftHint}</p>
      <ul>
        {problems.map((problem) => (
          <li>{problem}</li>
        ))}
      </ul>
      <pre>{json}</pre>
    </details>
  )
}

function FirstRows({ of: rows }: { readonly of: readonly (FileRow | RowProblem)[] }, { days }: PageBase) {
  if (rows.length === 0) return null
  const cells = (row: FileRow) => [
    local(row.atMs, days),
    amountText(row.amountMinor, row.currency),
    row.phoneNumber,
    `${exceptionWords.statuses[row.status]}, ${exceptionWords.directions[row.direction]}`,
  ]
  return (
    <>
      <h2>{text.firstRows}</h2>
      <table class="cards">
        <Head of={[text.line, text.at, text.amount, text.number, text.status]} />
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">{row.line}</th>
              {isProblem(row) ? (
                <td class="whole" colSpan={4}>
                  {row.column} {row.problem.slice(0, 300)}
                </td>
              ) : (
                cells(row).map((cell) => <td>{cell}</td>)
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The form that reads the file in another way, without another upload. */
function CheckAgain({ of: { id, terms }, canRead }: { readonly of: DeskFile; readonly canRead: boolean }) {
  const label = comparisonWords.form.again
  return (
    <details open={!canRead}>
      <summary>{label}</summary>
      <Form to={`${filePath(id)}/check`} label={label} isLarge>
        <Kept of={terms} />
        <ReadingFields of={terms} />
        <button type="submit">{label}</button>
      </Form>
    </details>
  )
}

function Kept({ of: { network, fromMs, toMs } }: { readonly of: FileTerms }) {
  const moment = (ms: number) => new Date(ms).toISOString()
  return (
    <>
      <input type="hidden" name="network" value={network} />
      <input type="hidden" name="from" value={moment(fromMs)} />
      <input type="hidden" name="to" value={moment(toMs)} />
    </>
  )
}

function Back() {
  return (
    <p class="onward">
      <Link to={comparisonsPath}>{text.back}</Link>
    </p>
  )
}
