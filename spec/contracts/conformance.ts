/**
 * The kit that checks stores and networks of your own against the promises of their ports, from any test runner.
 *
 * @module @sente/core/conformance
 */

export { accountRepo } from './202-account-repository/accountRepo.ts'
export { books } from './203-books/books.ts'
export { mobileProvider } from './204-mobile-provider/mobileProvider.ts'
export type { Arranged, OpenStage, Situation, Stage } from './204-mobile-provider/stage.ts'
export { webhooks } from './205-webhook-endpoints/webhooks.ts'
export { type FigureStore, figures } from './207-figures/figures.ts'
export { type ReconciliationStore, reconciliations } from './208-reconciliations/reconciliations.ts'
export { type OperatorMoneyStore, operatorMoney } from './209-operator-money/operatorMoney.ts'
export { type BatchStore, batches } from './210-batches/batches.ts'
export { type PeopleStore, people } from './211-people/people.ts'
export { type LinkStore, paymentLinks } from './212-payment-links/paymentLinks.ts'
export { type NoticeStore, notices } from './213-notices/notices.ts'
export type { Accounts, Store, WebhookStore } from './kit/store.ts'
export type { Trial } from './kit/trial.ts'
