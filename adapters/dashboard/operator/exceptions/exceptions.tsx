import type { ExceptionPage, Market } from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { asRefused, Refused } from '../../parts/fields.tsx'
import { linkTo, NextPage } from '../../parts/filters.tsx'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { ExceptionFilters, exceptionFilterIn } from './filter.tsx'
import { ExceptionTable, exceptionsPath, togetherPath } from './table.tsx'
import { exceptionWords } from './words.ts'

/** The differences found in comparisons with all networks' files, filtered by the URL. */
export function exceptionsPage({ listExceptions, market, clock }: OperatorDeps): Page {
  return {
    path: exceptionsPath,
    access: 'operator.look',
    show: (asked) =>
      asOperator(asked, async (operator) => {
        const { query, problem } = exceptionFilterIn(asked, operator, market)
        const before = placeIn(asked.query.get('before')?.trim())
        const found = await listExceptions({ ...query, ...(before && { before }), limit: perPage })
        return list(asked.query, found, { market, nowMs: clock.nowMs(), problem, isOpen: query.isOpen })
      }),
  }
}

const perPage = 50

/** The place of an exception in the URL. */
function placeIn(given = ''): { readonly runId: string; readonly item: number } | undefined {
  const [, runId, item] = /^([0-9a-f-]{36})\.([0-9]{1,15})$/.exec(given) ?? []
  return runId === undefined ? undefined : { runId, item: Number(item) }
}

type About = {
  readonly market: Market
  readonly nowMs: number
  readonly problem: string | undefined
  readonly isOpen: boolean
}

function list(query: URLSearchParams, { found, next }: ExceptionPage, about: About): Shown {
  const { market, nowMs, problem, isOpen } = about
  const text = exceptionWords.list
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={problem} />
      <p>
        {text.hint} <Link to="/operator/comparisons">{text.comparisons}</Link>
      </p>
      <ExceptionFilters query={query} market={market} />
      {found.length === 0 ? <p>{text.none}</p> : <ExceptionTable of={found} nowMs={nowMs} />}
      {isOpen && found.length > 0 && problem === undefined && (
        <p>
          <Link to={linkTo(togetherPath, query, { before: null, state: null })}>{text.together}</Link>
        </p>
      )}
      <NextPage path={exceptionsPath} query={query} next={next && `${next.runId}.${next.item}`} />
    </>
  )
  return { title: text.title, main, ...asRefused(problem) }
}
