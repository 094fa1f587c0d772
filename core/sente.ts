/**
 * The core of sente: it sends and collects mobile money, and no payment is made twice, lost or left hanging.
 *
 * A function with a verb for its name is a use case: `useCase(ports)(request)`, with one object of ports and one object of
 * request. It resolves with a result or a refusal, and rejects only when something is broken: `isRefusal` tells them
 * apart. What merchants ask for is refused with a `Refusal`, what operators ask for with an `OperatorRefusal`.
 *
 * The ports are what the core needs from outside: `AccountRepo`, `Books` and `Quarantines` (a store), `MobileProvider` (a
 * network), `Clock`, `Ids` and `Secrets`. Stores in memory are in `@sente/core/memory`, the rest is in `@sente/core/node`.
 *
 * Amounts are whole minor units in a `bigint`, except where a name or a comment says major units. Times are milliseconds
 * since the Unix epoch. Phone numbers are international digits without a plus sign, such as 256770000001.
 *
 * @module @sente/core
 */

export type { Account, AccountKey, PinVerifier } from './account.ts'
export { type RotatedKey, type RotateKey, rotateKey } from './accounts/accountKeys.ts'
export { type Authenticate, authenticate, type Caller } from './accounts/authenticate.ts'
export {
  type AccountSettings,
  type ActivateCurrency,
  activateCurrency,
  type ChangeAccount,
  type CloseAccount,
  type CurrencyOfAccount,
  changeAccount,
  closeAccount,
  type DeactivateCurrency,
  deactivateCurrency,
} from './accounts/changeAccount.ts'
export {
  type AccountPorts,
  type CreateAccount,
  type CreatedAccount,
  createAccount,
  type NewAccount,
} from './accounts/createAccount.ts'
export {
  type FundAccount,
  type FundingPorts,
  type FundingRequest,
  fundAccount,
  type WithdrawalRequest,
  type WithdrawFunds,
  withdrawFunds,
} from './accounts/fundAccount.ts'
export { type KeyUse, type NoteKeyUse, noteKeyUse, useToNote } from './accounts/keyUses.ts'
export * from './accounts/lookUpAccounts.ts'
export { type LookUpWrongPins, lookUpWrongPins } from './accounts/lookUpWrongPins.ts'
export type { PinLock, WrongPins } from './accounts/pin.ts'
export { type CountPinKeyUses, countPinKeyUses, type PinKeyUse } from './accounts/pinKeys.ts'
export { type Audit, type AuditBooks, auditBooks } from './books/audit.ts'
export type { AuditRule, Broken } from './books/auditRules.ts'
export { type Claims, takeClaims } from './books/claims.ts'
export {
  type BeginQuarantine,
  beginQuarantine,
  type EndQuarantine,
  endQuarantine,
  type FindQuarantine,
  findQuarantine,
  type ListQuarantines,
  listQuarantines,
  type QuarantineDecision,
  type QuarantinePorts,
  quarantined,
} from './books/quarantine.ts'
export type { Changes, StepRows } from './books/stepRows.ts'
export { runStep } from './books/unitOfWork.ts'
export { type Deadline, deadlineIn, remainingMs } from './deadline.ts'
export * from './events/attempts.ts'
export { type Cause, eventIdOf, eventRowsOf, eventTypeOf } from './events/event.ts'
export type { EndpointCaller, WritingPorts } from './events/keysOfEndpoints.ts'
export { type EventPage, type ListEvents, type ListedEvents, listEvents } from './events/listEvents.ts'
export { type ReadEvents, readEvents } from './events/readEvents.ts'
export * from './events/redeliverEvent.ts'
export { type RevokedKey, type RevokeKey, revokeKey } from './events/revokeKey.ts'
export * from './events/webhookEndpoints.ts'
export { type FollowUp, type FollowUpPorts, followUp } from './followUp/followUp.ts'
export { type FollowUpPolicy, livePolicy, sandboxPolicy } from './followUp/policy.ts'
export type { Alarm, ReportPorts } from './followUp/recordReport.ts'
export { type Decision, type ResolveTransaction, resolveTransaction } from './followUp/resolveTransaction.ts'
export { type CountUnservedTransactions, countUnservedTransactions } from './followUp/unserved.ts'
export { type CurrencyMarket, type Market, type Network, networkNames, uganda } from './market.ts'
export {
  type OperatorRefusal,
  type OperatorRefusalCode,
  operatorRefusalCodes,
  unconfiguredCurrency,
  unknownAccount,
  unknownTransaction,
} from './operatorRefusal.ts'
export {
  type LineKind,
  lineKinds,
  type ReadStatement,
  readStatement,
  type Statement,
  type StatementLine,
  statementIn,
  statementOf,
} from './payments/accountStatement.ts'
export { type CollectMoney, collectMoney } from './payments/collectMoney.ts'
export * from './payments/limits/limits.ts'
export {
  type ListTransactions,
  type LookUpBalances,
  type LookUpMarket,
  type LookUpQuery,
  type LookUpTransaction,
  listTransactions,
  lookUpBalances,
  lookUpMarket,
  lookUpTransaction,
} from './payments/lookUp.ts'
export * from './payments/operatorLookUps.ts'
export {
  type OpenedPayment,
  type Outcome,
  type Pay,
  type PaymentLimits,
  type PaymentPorts,
  unknownOutcome,
} from './payments/payment.ts'
export type { PaymentRequest } from './payments/rules.ts'
export { type SendMoney, type SendMoneyRequest, sendMoney } from './payments/sendMoney.ts'
export type { AccountEvent, EventQuery, EventRows, EventStretch, EventType } from './ports/accountEvents.ts'
export { eventTypes } from './ports/accountEvents.ts'
export type { AccountPage, AccountQuery, AccountRepo, PinKeyCount } from './ports/accountRepo.ts'
export type * from './ports/books.ts'
export type {
  AnnotatedTransaction,
  Annotation,
  AwaitedCount,
  BalanceRow,
  Books,
  Claim,
  Claimed,
  DueClaim,
  FundingRows,
  LatestPlans,
  Scope,
  Snapshot,
  Streamed,
  TransactionPage,
  TransactionQuery,
  TransactionRows,
  UnitOfWork,
} from './ports/books.ts'
export type { Clock } from './ports/clock.ts'
export type { CountedAccount, OwnedAnnotation, StoreContents, StoreCounts } from './ports/contents.ts'
export type * from './ports/counts.ts'
export type { Funding, FundingId, FundingPage, FundingQuery } from './ports/fundings.ts'
export type { Ids } from './ports/ids.ts'
export {
  type Balance,
  emptyBalance,
  type Ledger,
  type LedgerAccount,
  moved,
  type Posting,
} from './ports/ledger.ts'
export type {
  Callback,
  Declined,
  Enquired,
  InDoubt,
  MobileProvider,
  ProviderFor,
  Seen,
  Submitted,
} from './ports/mobileProvider.ts'
export type { BooksPoint, Quarantine, QuarantineCause, Quarantines } from './ports/quarantines.ts'
export type { ReferenceStore } from './ports/referenceStore.ts'
export type { Secrets } from './ports/secrets.ts'
export type { ReferredPosting, StatementQuery, StatementRows } from './ports/statements.ts'
export type * from './ports/webhooks.ts'
export { isRefusal, type Refusal, type RefusalCode, type RefusalDetails, refusalCodes } from './refusal.ts'
export type * from './stores/moves.ts'
export type * from './stores/store.ts'
export { UnusableDatabase } from './stores/store.ts'
export {
  type Attention,
  type FollowUpState,
  isFinal,
  isFollowed,
  type Kind,
  type Metadata,
  type Moment,
  type Reason,
  reasons,
  type State,
  type Transaction,
} from './transaction.ts'
export { lowestIdAt, momentIn } from './values/ids.ts'
export { momentForm, momentOf, momentPattern } from './values/moment.ts'
export { isKnownCurrency, toDecimal, toMajor, toMinor } from './values/money.ts'
export { referenceForm, referencePattern } from './values/reference.ts'
export { statementPlacePattern } from './values/statementPlace.ts'
