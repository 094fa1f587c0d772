import type { Calendar } from '../model/days.ts'
import type { Market } from '../model/market.ts'
import type { AccountRepo } from './accountRepo.ts'
import type { Books } from './books/books.ts'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import type { Secrets } from './secrets.ts'

/** The ports of the operator's use cases for accounts. */
export type AccountPorts = {
  readonly accounts: AccountRepo
  readonly books: Books
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
  readonly market: Market
  /** The calendar of the days of every account; days in UTC by default. */
  readonly days?: Calendar
}

/** The ports for a change of an account, with the action that records it. */
export type AccountChangePorts = Pick<AccountPorts, 'accounts' | 'clock' | 'secrets'>
