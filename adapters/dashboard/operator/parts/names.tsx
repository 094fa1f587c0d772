import { type FindAccount, isRefusal } from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'

/** The names of accounts, by their ids. */
export type AccountNames = ReadonlyMap<string, string>

/** Finds the names of the accounts in a list. */
export async function namesOf(
  findAccount: FindAccount,
  list: readonly { readonly accountId: string | null }[],
): Promise<AccountNames> {
  const ids = [...new Set(list.map(({ accountId }) => accountId))].filter((id) => id !== null)
  const found = await Promise.all(ids.map((accountId) => findAccount({ accountId })))
  return new Map(found.flatMap((account) => (isRefusal(account) ? [] : [[account.id, account.name] as const])))
}

/** An account by its name, with a link to it. */
export function AccountLink({ id, names }: { readonly id: string; readonly names: AccountNames }) {
  return <Link to={`/operator/accounts/${id}`}>{names.get(id) ?? id}</Link>
}
