import type { Action, ActionPage } from '../../../core/sente.ts'
import type { Page, Shown } from '../page.ts'
import { Change } from '../parts/actions.tsx'
import { NextPage, numberBefore } from '../parts/filters.tsx'
import { Head } from '../parts/rows.tsx'
import { Moment } from '../parts/values.tsx'
import type { OperatorDeps } from './deps.ts'
import { asOperator } from './operating.ts'
import { AccountLink, type AccountNames, namesOf } from './parts/names.tsx'
import { operatorWords } from './words.ts'

const path = '/operator/actions'

/** The actions of people, latest first; of one account, if it is in the URL. */
export function operatorActionsPage({ listActions, findAccount }: OperatorDeps): Page {
  return {
    path,
    access: 'operator.look',
    show: (asked) =>
      asOperator(asked, async () => {
        const accountId = asked.query.get('account')?.trim() || undefined
        const found = await listActions({
          ...(accountId !== undefined && { accountId }),
          ...numberBefore(asked.query),
          limit: perPage,
        })
        return list(asked.query, found, await namesOf(findAccount, found.actions))
      }),
  }
}

const perPage = 50

function list(query: URLSearchParams, { actions, next }: ActionPage, names: AccountNames): Shown {
  const text = operatorWords.actions
  const main = (
    <>
      <h1>{text.title}</h1>
      {actions.length === 0 ? <p>{text.none}</p> : <ActionTable actions={actions} names={names} />}
      <NextPage
        path={path}
        query={query}
        next={next === null ? null : String(next)}
        oldest={query.get('account')?.trim() ? undefined : String(perPage + 1)}
      />
    </>
  )
  return { title: text.title, main }
}

function ActionTable({ actions, names }: { readonly actions: readonly Action[]; readonly names: AccountNames }) {
  const text = operatorWords.actions
  return (
    <table class="cards">
      <Head of={[text.what, text.who, text.at, text.change, text.why]} />
      <tbody>
        {actions.map((action) => (
          <ActionRow of={action} names={names} />
        ))}
      </tbody>
    </table>
  )
}

function ActionRow({ of: action, names }: { readonly of: Action; readonly names: AccountNames }) {
  const { number, kind, subject, accountId, by, approvedBy, atMs, before, after, because } = action
  return (
    <tr>
      <th scope="row" class="whole">
        {number}. {kind}
        <br />
        <small>
          {subject}
          {accountId !== null && (
            <>
              {' '}
              <AccountLink id={accountId} names={names} />
            </>
          )}
        </small>
      </th>
      <td>
        {by} {approvedBy !== null && <small>{operatorWords.actions.approvedBy(approvedBy)}</small>}
      </td>
      <td>
        <Moment ms={atMs} />
      </td>
      <td class="whole">
        <Change before={before} after={after} />
      </td>
      <td class="whole">{because}</td>
    </tr>
  )
}
