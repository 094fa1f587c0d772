import {
  isRefusal,
  type OwnAction,
  type OwnActionPage,
  type OwnActionQuery,
  ownKinds,
  type User,
} from '../../../core/sente.ts'
import type { Asked } from '../asked.ts'
import { errorPage } from '../layout/errors.tsx'
import { Form } from '../layout/links.tsx'
import type { Page, Shown } from '../page.ts'
import { Change } from '../parts/actions.tsx'
import { Choice, Refused } from '../parts/fields.tsx'
import { DayFields, daysIn, NextPage, numberBefore } from '../parts/filters.tsx'
import { Head } from '../parts/rows.tsx'
import { Moment } from '../parts/values.tsx'
import { words } from '../words.ts'
import { actionWords } from './actionWords.ts'
import type { HolderDeps } from './deps.ts'
import { asHolder } from './holding.ts'

const path = '/dashboard/actions'

/** The actions on an account, latest first, filtered by the URL; for its owners. */
export function ownActionsPage({ listOwnActions, listUsers }: HolderDeps): Page {
  return {
    path,
    access: 'own.actions',
    show: (asked) =>
      asHolder(asked, async (who) => {
        const { query, problem } = filterIn(asked)
        const found = await listOwnActions({ who, query: { ...query, limit: perPage } })
        const users = await listUsers({ accountId: who.accountId, by: who.user })
        return isRefusal(found) || isRefusal(users)
          ? errorPage('notFound')
          : list(asked.query, { found, users, problem, accountId: who.accountId })
      }),
  }
}

const perPage = 50

/** The value in the URL for the operator of the gateway; no user has this id. */
const operator = 'operator'

function filterIn({ query, today }: Asked): {
  readonly query: Omit<OwnActionQuery, 'limit'>
  readonly problem: string | undefined
} {
  const { fromMs, toMs, problem } = daysIn(query, today)
  const kind = ownKinds.find((one) => one === query.get('kind'))
  const by = query.get('by')
  return {
    query: {
      ...(kind && { kind }),
      ...(by && { userId: by === operator ? null : by }),
      ...(fromMs !== undefined && { fromMs }),
      ...(toMs !== undefined && { toMs }),
      ...numberBefore(query),
    },
    problem,
  }
}

type Found = {
  readonly accountId: string
  readonly found: OwnActionPage
  readonly users: readonly User[]
  readonly problem: string | undefined
}

function list(query: URLSearchParams, { found: { actions, next }, users, problem, accountId }: Found): Shown {
  const text = actionWords
  const main = (
    <>
      <h1>{text.title}</h1>
      <p>{text.hint}</p>
      <Refused message={problem} />
      <Filters query={query} users={users} />
      {actions.length === 0 ? <p>{text.none}</p> : <ActionTable actions={actions} accountId={accountId} />}
      <NextPage path={path} query={query} next={next === null ? null : String(next)} />
    </>
  )
  return { title: text.title, main, status: problem === undefined ? 200 : 422 }
}

function Filters({ query, users }: { readonly query: URLSearchParams; readonly users: readonly User[] }) {
  const { what, who, filters, all, kinds, operator: theOperator } = actionWords
  const value = (name: string) => query.get(name) ?? undefined
  const people = users.map(({ id, name }) => [id, name] as const)
  return (
    <Form to={path} method="get" class="flow" label={filters}>
      <Choice
        name="kind"
        label={what}
        options={[['', all], ...ownKinds.map((kind) => [kind, kinds[kind]] as const)]}
        value={value('kind')}
      />
      <Choice name="by" label={who} options={[['', all], ...people, [operator, theOperator]]} value={value('by')} />
      <DayFields query={query} />
      <button type="submit">{words.filters.submit}</button>
    </Form>
  )
}

function ActionTable(props: { readonly actions: readonly OwnAction[]; readonly accountId: string }) {
  const text = actionWords
  return (
    <table class="cards">
      <Head of={[text.what, text.who, text.at, text.change]} />
      <tbody>
        {props.actions.map(({ kind, subject, by, atMs, before, after }) => (
          <tr>
            <th scope="row" class="whole">
              {text.kinds[kind]}
              <br />
              {subject !== `account ${props.accountId}` && <small>{subject}</small>}
            </th>
            <td>{by ?? text.operator}</td>
            <td>
              <Moment ms={atMs} />
            </td>
            <td class="whole">
              <Change before={before} after={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
