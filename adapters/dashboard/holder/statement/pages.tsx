import {
  type Balance,
  isRefusal,
  type ReadAccountStatement,
  type Statement,
  type StatementQuery,
} from '../../../../core/sente.ts'
import { statementEndings, statementFile, statementFiles } from '../../../formats/statement/files.ts'
import { pagesFrom } from '../../../formats/statement/rows.ts'
import { type Total, totalsOf } from '../../../formats/statement/totals.ts'
import type { Asked } from '../../asked.ts'
import type { Language } from '../../languages/languages.ts'
import { Form, Link, type PageBase } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Choice, Refused } from '../../parts/fields.tsx'
import { DayFields, daysIn, fileNameOf, linkTo, monthsUntil } from '../../parts/filters.tsx'
import { amountText } from '../../parts/values.tsx'
import { messageFor } from '../../request/refusing.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder } from '../holding.ts'
import { Movements } from './movements.tsx'
import { Totals } from './totals.tsx'

const path = '/dashboard/statement'

/** Every movement of an account's balance in one currency, and the same as a file. */
export function statementPages({ market, lookUpAccount, readAccountStatement: read }: HolderDeps): readonly Page[] {
  const currencies = async (accountId: string) => {
    const found = await lookUpAccount({ accountId })
    const moved = isRefusal(found) ? [] : found.balances.map(({ currency }) => currency)
    return moved.length > 0 ? moved : [...market.keys()]
  }
  return [
    {
      path,
      access: 'look',
      isTranslated: true,
      show: (asked) =>
        asHolder(asked, async ({ accountId, language }) => {
          const known = await currencies(accountId)
          const { period, problem } = periodIn(asked, accountId, known)
          const view = { query: asked.query, known, currency: period.currency, language }
          if (problem !== undefined) return statementPage({ ...view, problem })
          const found = await read({ ...period, ...placeIn(asked.query), limit: perPage })
          if (isRefusal(found)) return statementPage({ ...view, problem: messageFor(found, language) })
          const totals = asked.query.has('totals') && { totals: await totalsOf(pagesOf(read, period), mostAdded) }
          return statementPage({ ...view, found, ends: await endsOf(read, period, found), ...totals })
        }),
    },
    ...statementEndings.map(
      (ending): Page => ({
        path: `${path}.${ending}`,
        access: 'look',
        isTranslated: true,
        show: (asked) =>
          asHolder(asked, async ({ accountId, language }) => {
            const known = await currencies(accountId)
            const { period, problem } = periodIn(asked, accountId, known)
            const { currency } = period
            if (problem !== undefined) return statementPage({ query: asked.query, known, currency, problem, language })
            return {
              fileName: `${fileNameOf(`statement-${currency}`, period, asked.today.days)}.${ending}`,
              type: statementFiles[ending].type,
              lines: statementFile(ending, pagesOf(read, period), { ...period, ...asked.today }),
            }
          }),
      }),
    ),
  ]
}

/** How many movements are on a page, in a part of a file, and in a period whose totals are shown. */
const [perPage, perPart, mostAdded] = [100, 500, 20_000]

/** An account's movements in a currency, of some days. */
type Period = Pick<StatementQuery, 'accountId' | 'currency' | 'fromMs' | 'toMs'>

function periodIn({ query, today, language }: Asked, accountId: string, known: readonly string[]) {
  const currency = known.find((one) => one === query.get('currency')) ?? known[0] ?? ''
  const { fromMs, toMs, problem } = daysIn(query, today, language)
  const period: Period = {
    accountId,
    currency,
    ...(fromMs !== undefined && { fromMs }),
    ...(toMs !== undefined && { toMs }),
  }
  return { period, problem }
}

/** The place of a page in its period: after another page, before another, at the beginning, or at the end by default. */
function placeIn(query: URLSearchParams): Pick<StatementQuery, 'after' | 'before'> {
  const [after, before] = [query.get('after'), query.get('before')]
  if (after !== null) return { after }
  return query.has('oldest') ? {} : { before }
}

/** The balances before and after a whole period, whichever page of it is shown. */
type Ends = { readonly before: Balance; readonly after: Balance }

async function endsOf(
  read: ReadAccountStatement,
  { fromMs, toMs = Number.MAX_SAFE_INTEGER, ...of }: Period,
  { opening, closing, previous, next }: Statement,
): Promise<Ends> {
  const balanceAt = async (atMs: number | undefined) => {
    const found = await read({ ...of, ...(atMs !== undefined && { fromMs: atMs }), limit: 1 })
    if (isRefusal(found)) throw new Error(`a statement broke off: ${found.refused}`)
    return found.opening
  }
  return {
    before: previous === null ? opening : await balanceAt(fromMs),
    after: next === null ? closing : await balanceAt(toMs),
  }
}

type View = {
  readonly query: URLSearchParams
  readonly known: readonly string[]
  readonly currency: string
  readonly language: Language
  readonly problem?: string
  readonly found?: Statement
  readonly ends?: Ends
  /** The totals by kind; undefined for a period with too many movements. Absent if they are not wanted. */
  readonly totals?: readonly Total[] | undefined
}

function statementPage(view: View): Shown {
  const { query, known, currency, language, problem, found, ends } = view
  const { statement: text, days } = language.texts
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={problem} />
      <LastMonth currency={currency} />
      <Form to={path} method="get" class="flow" label={text.title}>
        <Choice
          name="currency"
          label={text.currency}
          options={known.map((one) => [one, one] as const)}
          value={currency}
        />
        <DayFields query={query} />
        <button type="submit">{days.show}</button>
      </Form>
      {found && ends && <Found found={found} ends={ends} view={view} />}
      <p>
        {text.files} <Files query={query} />
      </p>
    </>
  )
  return { title: text.title, main, status: problem === undefined ? 200 : 422 }
}

/** The whole last month as files, which a bookkeeper needs each month. */
function LastMonth({ currency }: { readonly currency: string }, base: PageBase) {
  const [, [month, name] = ['', '']] = monthsUntil(base)
  return (
    <p>
      {base.language.texts.statement.month(name)} <Files query={new URLSearchParams({ currency, days: month })} />
    </p>
  )
}

/** The links to a period as a file of each kind. */
function Files({ query }: { readonly query: URLSearchParams }, { language }: PageBase) {
  const { endings } = language.texts.statement
  return statementEndings.map((ending) => (
    <>
      <Link to={linkTo(`${path}.${ending}`, query, places)}>{endings[ending]}</Link>{' '}
    </>
  ))
}

/** The parts of the address that say which page of a period is shown, and what with it. */
const places = { after: null, before: null, oldest: null, totals: null }

function Found(
  { found, ends, view }: { readonly found: Statement; readonly ends: Ends; readonly view: View },
  { language }: PageBase,
) {
  const { statement: text, pages } = language.texts
  const { query, currency } = view
  if (found.lines.length === 0) return <p>{text.none}</p>
  const [before, after] = [ends.before, ends.after].map(({ availableMinor, heldMinor }) => {
    const held = heldMinor === 0n ? '' : text.held(amountText(heldMinor, currency, language))
    return `${amountText(availableMinor, currency, language)}${held}`
  })
  const { previous, next } = found
  return (
    <>
      <Movements
        statement={found}
        currency={currency}
        caption={`${text.opening(before ?? '')} ${text.closing(after ?? '')}`}
      />
      <p>
        {next !== null && <Link to={linkTo(path, query, places)}>{pages.newest}</Link>}{' '}
        {next !== null && <Link to={linkTo(path, query, { ...places, after: next })}>{text.newer}</Link>}{' '}
        {previous !== null && <Link to={linkTo(path, query, { ...places, before: previous })}>{pages.older}</Link>}{' '}
        {previous !== null && <Link to={linkTo(path, query, { ...places, oldest: '1' })}>{pages.oldest}</Link>}
      </p>
      {'totals' in view ? (
        <Totals of={view.totals} currency={currency} />
      ) : (
        <p>
          <Link to={linkTo(path, query, { ...places, totals: '1' })}>{text.totals.show}</Link>
        </p>
      )}
    </>
  )
}

async function* pagesOf(read: ReadAccountStatement, period: Period): AsyncGenerator<Statement> {
  const readAfter = async (after?: string) => {
    const page = await read({ ...period, ...(after !== undefined && { after }), limit: perPart })
    if (isRefusal(page)) throw new Error(`a statement broke off: ${page.refused}`)
    return page
  }
  yield* pagesFrom(await readAfter(), readAfter)
}
