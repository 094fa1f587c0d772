import type { ComponentChildren } from 'preact'
import { type Account, type AccountKey, isRefusal, type User } from '../../../../core/sente.ts'
import { languageWith } from '../../languages/languages.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Link } from '../../layout/links.tsx'
import type { Page } from '../../page.ts'
import { Balances } from '../../parts/balances.tsx'
import { KeyTable } from '../../parts/keys.tsx'
import { type Row, Rows } from '../../parts/rows.tsx'
import { UserState } from '../../parts/users.tsx'
import { Moment } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { operatorWords } from '../words.ts'
import { ApiAccess } from './accounts.tsx'

/** One account: its balances, its rights, its keys and its users. */
export function operatorAccountPage({ lookUpAccount, listUsers }: OperatorDeps): Page {
  return {
    path: '/operator/accounts/:id',
    access: 'operator.look',
    show: (asked) =>
      asOperator(asked, async (who) => {
        const accountId = asked.params.id ?? ''
        const found = await lookUpAccount({ accountId })
        if (isRefusal(found)) return errorPage('notFound')
        const users = await listUsers({ accountId, by: who.user })
        const { account, balances, wrongPins } = found
        const main = (
          <>
            <h1>{account.name}</h1>
            <Balances of={balances} />
            <Rows of={rowsOf(account, wrongPins.lockedUntilMs)} />
            <p>
              <Link to={`/operator/accounts/${account.id}/change`}>{operatorWords.account.change}</Link>
            </p>
            <p>
              <Link to={`/operator/payments?account=${account.id}`}>{operatorWords.account.payments}</Link>
            </p>
            <p>
              <Link to={`/operator/actions?account=${account.id}`}>{operatorWords.account.actions}</Link>
            </p>
            <Keys keys={account.keys.filter(({ active }) => active)} />
            <Users users={isRefusal(users) ? [] : users} />
          </>
        )
        return { title: account.name, main }
      }),
  }
}

function rowsOf(account: Account, lockedUntilMs: number | null): readonly Row[] {
  const text = operatorWords.account
  const { kyc, apiAccess, kycs } = operatorWords.accounts
  return [
    [text.id, <code>{account.id}</code>],
    [kyc, kycs[account.kyc]],
    [apiAccess, <ApiAccess of={account} />],
    [text.currencies, account.activatedCurrencies.join(', ')],
    [text.pin, pinOf(account, lockedUntilMs)],
    [text.language, languageWith(account.language)?.name ?? text.asBrowser],
  ]
}

function pinOf({ pin }: Account, lockedUntilMs: number | null): ComponentChildren {
  const { pinMissing, pinSet, lockedUntil } = operatorWords.account
  if (pin === null) return pinMissing
  if (lockedUntilMs === null) return pinSet
  return (
    <>
      {lockedUntil} <Moment ms={lockedUntilMs} />
    </>
  )
}

function Keys({ keys }: { readonly keys: readonly AccountKey[] }) {
  const text = operatorWords.account
  return (
    <>
      <h2>{text.keys}</h2>
      {keys.length === 0 ? <p>{text.noKeys}</p> : <KeyTable keys={keys} />}
    </>
  )
}

function Users({ users }: { readonly users: readonly User[] }) {
  const text = words.users
  const { users: title, noUsers } = operatorWords.account
  if (users.length === 0) {
    return (
      <>
        <h2>{title}</h2>
        <p>{noUsers}</p>
      </>
    )
  }
  return (
    <>
      <h2>{title}</h2>
      <table class="cards">
        <thead>
          <tr>
            <th>{text.name}</th>
            <th>{text.role}</th>
            <th>{text.state}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr>
              <th scope="row">{user.name}</th>
              <td>{user.role}</td>
              <td>
                <UserState of={user} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
