import { type Account, type AccountWithBalances, isRefusal } from '../../../../core/sente.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Form, Link, May } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Field } from '../../parts/fields.tsx'
import { NextPage } from '../../parts/filters.tsx'
import { amountText } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { operatorWords } from '../words.ts'

const path = '/operator/accounts'

/** All accounts with their balances, searched by a part of the name. */
export function operatorAccountsPage({ listAccounts }: OperatorDeps): Page {
  return {
    path,
    access: 'operator.look',
    show: (asked) =>
      asOperator(asked, async () => {
        const [name, before] = ['name', 'before'].map((field) => asked.query.get(field)?.trim() || undefined)
        const found = await listAccounts({
          ...(name !== undefined && { name }),
          ...(before !== undefined && { before }),
          limit: perPage,
        })
        return isRefusal(found) ? errorPage('notFound') : list(asked.query, found)
      }),
  }
}

const perPage = 50

/** Whether the keys of an account can be used. */
export function ApiAccess({ of: { apiAccess, closed } }: { readonly of: Account }) {
  const { on, off, closed: over } = operatorWords.accounts
  if (closed) return <span class="state bad">{over}</span>
  return <span class={`state ${apiAccess ? 'good' : 'wait'}`}>{apiAccess ? on : off}</span>
}

function list(
  query: URLSearchParams,
  { accounts, next }: { readonly accounts: readonly AccountWithBalances[]; readonly next: string | null },
): Shown {
  const text = operatorWords.accounts
  const main = (
    <>
      <h1>{text.title}</h1>
      <May act="operator.create_account">
        <p>
          <Link to="/operator/new-account">{text.new}</Link>
        </p>
      </May>
      <Form to={path} method="get" class="flow" label={words.filters.label}>
        <Field name="name" label={text.search} type="search" value={query.get('name') ?? undefined} isOptional />
        <button type="submit">{words.filters.submit}</button>
      </Form>
      {accounts.length === 0 ? <p>{text.none}</p> : <AccountTable accounts={accounts} />}
      <NextPage path={path} query={query} next={next} />
    </>
  )
  return { title: text.title, main }
}

function AccountTable({ accounts }: { readonly accounts: readonly AccountWithBalances[] }) {
  const text = operatorWords.accounts
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.name}</th>
          <th>{text.kyc}</th>
          <th>{text.apiAccess}</th>
          <th class="amount">{text.balances}</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ account, balances }) => (
          <tr>
            <th scope="row">
              <Link to={`${path}/${account.id}`}>{account.name}</Link>
            </th>
            <td>{text.kycs[account.kyc]}</td>
            <td>
              <ApiAccess of={account} />
            </td>
            <td class="amount">
              {balances.length === 0 && text.noBalances}
              {balances.map(({ currency, availableMinor }) => (
                <div>{amountText(availableMinor, currency)}</div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
