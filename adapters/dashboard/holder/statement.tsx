import {
  type Balance,
  isRefusal,
  type ReadAccountStatement,
  type Statement,
  type StatementQuery,
} from '../../../core/sente.ts'
import { statementEndings, statementFile, statementFiles } from '../../formats/statement/files.ts'
import { pagesFrom } from '../../formats/statement/rows.ts'
import type { Asked } from '../asked.ts'
import { Form, Link } from '../layout/links.tsx'
import type { Page, Shown } from '../page.ts'
import { Choice, Refused } from '../parts/fields.tsx'
import { DayFields, daysIn } from '../parts/filters.tsx'
import { amountText, Moment } from '../parts/values.tsx'
import { words } from '../words.ts'
import type { HolderDeps } from './deps.ts'
import { asHolder } from './holding.ts'
import { holderWords } from './words.ts'

const path = '/dashboard/statement'

/** Every movement of an account's balance in one currency, and the same as a file. */
export function statementPages({ market, lookUpAccount, readAccountStatement }: HolderDeps): readonly Page[] {
  const currencies = async (accountId: string) => {
    const found = await lookUpAccount({ accountId })
    const moved = isRefusal(found) ? [] : found.balances.map(({ currency }) => currency)
    return moved.length > 0 ? moved : [...market.keys()]
  }
  return [
    {
      path,
      access: 'holder',
      show: (asked) =>
        asHolder(asked, async ({ accountId }) => {
          const known = await currencies(accountId)
          const { query, problem } = queryIn(asked, accountId, known)
          if (problem !== undefined) return statementPage(asked.query, known, query.currency, { problem })
          const found = await readAccountStatement({ ...query, limit: perPage })
          if (isRefusal(found)) return statementPage(asked.query, known, query.currency, { problem: found.message })
          const ends = await endsOf(readAccountStatement, query)
          return statementPage(asked.query, known, query.currency, { found, ends })
        }),
    },
    ...statementEndings.map(
      (ending): Page => ({
        path: `${path}.${ending}`,
        access: 'holder',
        show: (asked) =>
          asHolder(asked, async ({ accountId }) => {
            const known = await currencies(accountId)
            const { query, problem } = queryIn(asked, accountId, known)
            if (problem !== undefined) return statementPage(asked.query, known, query.currency, { problem })
            const { after: _, ...whole } = query
            return {
              fileName: `statement.${ending}`,
              type: statementFiles[ending].type,
              lines: statementFile(ending, pagesOf(readAccountStatement, whole), { ...whole, ...asked.today }),
            }
          }),
      }),
    ),
  ]
}

/** How many movements are on a page, and in a part of a file. */
const [perPage, perPart] = [100, 500]

type Query = Omit<StatementQuery, 'limit'>

function queryIn(
  { query, today }: Asked,
  accountId: string,
  known: readonly string[],
): { readonly query: Query; readonly problem: string | undefined } {
  const currency = known.find((one) => one === query.get('currency')) ?? known[0] ?? ''
  const { fromMs, toMs, problem } = daysIn(query, today)
  const after = query.get('after')
  return {
    query: {
      accountId,
      currency,
      ...(fromMs !== undefined && { fromMs }),
      ...(toMs !== undefined && { toMs }),
      ...(after !== null && { after }),
    },
    problem,
  }
}

/** The balances before and after a whole period, whichever page of it is shown. */
type Ends = { readonly before: Balance; readonly after: Balance }

async function endsOf(read: ReadAccountStatement, { after: _, toMs, ...from }: Query): Promise<Ends> {
  const balanceAt = async (atMs: number | undefined) => {
    const { fromMs: _, ...query } = from
    const found = await read({ ...query, ...(atMs !== undefined && { fromMs: atMs }), limit: 1 })
    if (isRefusal(found)) throw new Error(`a statement broke off: ${found.refused}`)
    return found.opening
  }
  return { before: await balanceAt(from.fromMs), after: await balanceAt(toMs ?? Number.MAX_SAFE_INTEGER) }
}

function statementPage(
  query: URLSearchParams,
  known: readonly string[],
  currency: string,
  { found, ends, problem }: { readonly found?: Statement; readonly ends?: Ends; readonly problem?: string },
): Shown {
  const text = holderWords.statement
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={problem} />
      <Form to={path} method="get" class="flow" label={text.title}>
        <Choice
          name="currency"
          label={text.currency}
          options={known.map((one) => [one, one] as const)}
          value={currency}
        />
        <DayFields query={query} />
        <button type="submit">{words.filters.submit}</button>
      </Form>
      {found && ends && <Movements statement={found} ends={ends} currency={currency} />}
      {found?.next && (
        <p>
          <Link to={`${path}?${new URLSearchParams([...query, ['after', found.next]])}`}>{text.later}</Link>
        </p>
      )}
      <p>
        {text.files}{' '}
        {statementEndings.map((ending) => (
          <>
            <Link to={`${path}.${ending}?${query}`}>{text.endings[ending]}</Link>{' '}
          </>
        ))}
      </p>
    </>
  )
  return { title: text.title, main, status: problem === undefined ? 200 : 422 }
}

function Movements(props: { readonly statement: Statement; readonly ends: Ends; readonly currency: string }) {
  const text = holderWords.statement
  const { ends, currency } = props
  const { opening, lines } = props.statement
  if (lines.length === 0) return <p>{text.none}</p>
  return (
    <table class="cards">
      <caption>
        {text.opening(amountText(ends.before.availableMinor, currency))}{' '}
        {text.closing(amountText(ends.after.availableMinor, currency))}
      </caption>
      <thead>
        <tr>
          <th>{text.at}</th>
          <th>{text.what}</th>
          <th>{words.payment.reference}</th>
          <th class="amount">{words.payment.amount}</th>
          <th class="amount">{text.availableAfter}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ posting, kind, reference, after }, index) => (
          <tr>
            <td>
              <Moment ms={posting.atMs} />
            </td>
            <th scope="row">{text.kinds[kind]}</th>
            <td>
              {'transaction' in posting.cause ? (
                <Link to={`/dashboard/transactions/${posting.cause.transaction}`}>{reference}</Link>
              ) : (
                reference
              )}
            </td>
            <td class="amount">
              {signOf(after.availableMinor - (lines[index - 1]?.after ?? opening).availableMinor)}
              {amountText(posting.amountMinor, currency)}
            </td>
            <td class="amount">{amountText(after.availableMinor, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The effect of a movement on the available money. The settlement of held money has none. */
function signOf(changeMinor: bigint): string {
  if (changeMinor === 0n) return ''
  return changeMinor < 0n ? '−' : '+'
}

async function* pagesOf(read: ReadAccountStatement, query: Query): AsyncGenerator<Statement> {
  const readAfter = async (after?: string) => {
    const page = await read({ ...query, ...(after !== undefined && { after }), limit: perPart })
    if (isRefusal(page)) throw new Error(`a statement broke off: ${page.refused}`)
    return page
  }
  yield* pagesFrom(await readAfter(), readAfter)
}
