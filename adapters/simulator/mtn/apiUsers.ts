import { randomBytes } from 'node:crypto'
import type { Journal } from '../journal.ts'
import { type MtnProduct, mtnAccess } from './access.ts'

/** An API user that a client has made, and its latest key; null before the first one. */
export type ApiUser = {
  readonly id: string
  readonly product: MtnProduct
  readonly providerCallbackHost: string
  readonly apiKey: string | null
}

/** An API user with its current key, which replaces earlier entries about it. */
export type MtnEntries = { readonly mtnUser: ApiUser }

/** The API users of MTN's sandbox. */
export type ApiUsers = {
  find(id: string): ApiUser | undefined
  /** Adds a user, who has no key yet. */
  add(user: Omit<ApiUser, 'apiKey'>): void
  /** Gives a user a new key, which ends the earlier one. */
  newKey(user: ApiUser): string
  /** Whether these are the user and the key of an HTTP Basic authorization for the product. */
  accepts(authorization: string, product: MtnProduct): boolean
}

/** How many users are kept, the latest ones. */
const mostUsers = 1_000

/** Opens the API users, with those of earlier processes. */
export function openApiUsers(journal: Journal<MtnEntries>): ApiUsers {
  const users = new Map<string, ApiUser>()
  for (const user of journal.earlier('mtnUser')) put(user)
  journal.onRewrite('mtnUser', () => users.values())

  function put(user: ApiUser) {
    users.set(user.id, user)
    const [oldest = ''] = users.keys()
    if (users.size > mostUsers) users.delete(oldest)
  }

  function keep(user: ApiUser) {
    journal.append('mtnUser', user)
    put(user)
  }

  return {
    find: (id) => users.get(id),
    add: (user) => keep({ ...user, apiKey: null }),
    newKey(user) {
      const apiKey = randomBytes(16).toString('hex')
      keep({ ...user, apiKey })
      return apiKey
    },
    accepts(authorization, product) {
      const [id = '', key] = credentialsIn(authorization)
      const { apiUser, apiKey } = mtnAccess[product]
      if (id === apiUser) return key === apiKey
      const user = users.get(id.toLowerCase())
      return user?.product === product && user.apiKey === key
    },
  }
}

function credentialsIn(authorization: string): string[] {
  const [scheme, encoded = ''] = authorization.split(' ')
  return scheme === 'Basic' ? Buffer.from(encoded, 'base64').toString().split(':') : []
}
