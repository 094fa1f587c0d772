import type { Action, ActionPage, Fact } from '../../../core/sente.ts'
import type { Page, Shown } from '../page.ts'
import { NextPage } from '../parts/filters.tsx'
import { Moment } from '../parts/values.tsx'
import type { OperatorDeps } from './deps.ts'
import { AccountLink, type AccountNames, namesOf } from './names.tsx'
import { asOperator } from './operating.ts'
import { deskWords } from './words.ts'

const path = '/operator/actions'

/** What people have changed, the latest first; of one account, if it is in the URL. */
export function deskActionsPage({ listActions, findAccount }: OperatorDeps): Page {
  return {
    path,
    access: 'operator',
    show: (asked) =>
      asOperator(asked, async () => {
        const accountId = asked.query.get('account')?.trim() || undefined
        const before = asked.query.get('before') ?? ''
        const found = await listActions({
          ...(accountId !== undefined && { accountId }),
          ...(/^[0-9]{1,15}$/.test(before) && { before: Number(before) }),
          limit: perPage,
        })
        return list(asked.query, found, await namesOf(findAccount, found.actions))
      }),
  }
}

const perPage = 50

function list(query: URLSearchParams, { actions, next }: ActionPage, names: AccountNames): Shown {
  const text = deskWords.actions
  const main = (
    <>
      <h1>{text.title}</h1>
      {actions.length === 0 ? <p>{text.none}</p> : <ActionTable actions={actions} names={names} />}
      <NextPage path={path} query={query} next={next === null ? null : String(next)} />
    </>
  )
  return { title: text.title, main }
}

function ActionTable({ actions, names }: { readonly actions: readonly Action[]; readonly names: AccountNames }) {
  const text = deskWords.actions
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.what}</th>
          <th>{text.who}</th>
          <th>{text.at}</th>
          <th>{text.change}</th>
          <th>{text.why}</th>
        </tr>
      </thead>
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
        {by} {approvedBy !== null && <small>{deskWords.actions.approvedBy(approvedBy)}</small>}
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

/** What was changed, a line for each fact, as it was before if it was otherwise. */
function Change({ before, after }: Pick<Action, 'before' | 'after'>) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => {
    const [old, now] = [before?.[name], after?.[name]].map(factText)
    return (
      <div>
        {name}: {before === null || old === now ? now : `${old} → ${now}`}
      </div>
    )
  })
}

function factText(fact: Fact | undefined): string {
  if (fact === undefined || fact === null) return deskWords.actions.nothing
  if (typeof fact !== 'object') return String(fact)
  return Array.isArray(fact) ? fact.join(', ') : JSON.stringify(fact)
}
