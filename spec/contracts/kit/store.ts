import type {
  AccountRepo,
  Actions,
  Books,
  ChannelStops,
  PaymentCases,
  Quarantines,
  Webhooks,
} from '../../../core/sente.ts'

/** Accounts under test, empty when they are opened. */
export type Accounts = {
  readonly accounts: AccountRepo
  /** Closes them; called after each check, also a failed one. */
  close?(): void | Promise<void>
}

/** A store under test: accounts, books and the stops of payments, which belong together; empty when they are opened. */
export type Store = Accounts & {
  readonly books: Books
  readonly quarantines: Quarantines
  readonly channelStops: ChannelStops
  readonly cases: PaymentCases
  readonly actions: Actions
}

/** A store under test with endpoints. */
export type WebhookStore = Store & { readonly webhooks: Webhooks }
