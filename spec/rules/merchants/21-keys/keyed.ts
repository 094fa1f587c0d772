import { createKey, isRefusal, type NewKey } from '../../../../core/sente.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'

/** Adds a key to the account of an API. */
export async function addKey({ ports, account }: Pick<Api, 'ports' | 'account'>, given: Partial<NewKey> = {}) {
  const request = { by: 'amina', accountId: account.id, name: 'till', scopes: ['collect'] as const, ...given }
  const made = await createKey(ports)(request)
  if (isRefusal(made)) throw new Error(made.message)
  return { ...made, authorization: `Bearer ${made.key}` }
}

/** An API with a key of its account. */
export async function openKeyed(given: Partial<NewKey> = {}, deps: Parameters<typeof overHttp>[0] = {}) {
  const api = await overHttp(deps)
  return { ...api, added: await addKey(api, given) }
}
