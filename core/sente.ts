/**
 * The core of sente: it sends and collects mobile money, and no payment is made twice, lost or left hanging.
 *
 * A function with a verb for its name is a use case: `useCase(ports)(request)`, with one object of ports and one object of
 * request. It resolves with a result or a refusal, which `isRefusal` distinguishes, and rejects only when something is
 * broken. Requests of merchants are refused with a `Refusal`, requests of operators with an `OperatorRefusal`.
 *
 * The ports are the core's needs from outside: `AccountRepo`, `Books` and `Quarantines` (a store), `MobileProvider` (a
 * network), `Clock`, `Ids` and `Secrets`. Stores in memory are in `@sente/core/memory`, the rest is in `@sente/core/node`.
 *
 * Amounts are whole minor units in a `bigint`, except where a name or a comment says major units. Times are milliseconds
 * since the Unix epoch. Phone numbers are international digits without a plus sign, such as 256770000001.
 *
 * @module @sente/core
 */

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
} from './accounts/funding/fundAccount.ts'
export {
  type Authenticate,
  authenticate,
  type Caller,
  type CallerPorts,
  type KeyDemand,
} from './accounts/keys/authenticate.ts'
export { type CreateKey, createKey, type NewKey } from './accounts/keys/createKey.ts'
export {
  type KeyUse,
  type KeyUses,
  keyUses,
  type NoteKeyUse,
  noteKeyUse,
  useToNote,
} from './accounts/keys/keyUses.ts'
export { type RevokedKey, type RevokeKey, type RevokePorts, revokeKey } from './accounts/keys/revokeKey.ts'
export { type KeyPorts, type RotatedKey, type RotateKey, rotateKey } from './accounts/keys/rotateKey.ts'
export { type TellExpiring, tellExpiring } from './accounts/keys/tellExpiring.ts'
export {
  type ClearLimits,
  clearLimits,
  limitOf,
  type NewLimits,
  type SetLimits,
  setLimits,
} from './accounts/limits/changeLimits.ts'
export * from './accounts/limits/lookUpLimits.ts'
export { type ListedKey, type ListKeys, listKeys } from './accounts/listKeys.ts'
export * from './accounts/lookUpAccounts.ts'
export type { PinLock, WrongPins } from './accounts/pin/judgePin.ts'
export { type LookUpWrongPins, lookUpWrongPins } from './accounts/pin/lookUpWrongPins.ts'
export { type CountPinKeyUses, countPinKeyUses, type PinKeyUse } from './accounts/pin/pinKeys.ts'
export {
  type ActionPorts,
  type Approval,
  type Attribution,
  type Done,
  refuseAttribution,
} from './actions/attribution.ts'
export { chained, hashedText, type NewAction, ProposalEnded } from './actions/chain.ts'
export {
  type ListActions,
  listActions,
  type VerifiedActions,
  type VerifyActions,
  verifyActions,
} from './actions/listActions.ts'
export { type ActionKind, type OwnKind, ownKinds } from './actions/ownKinds.ts'
export {
  type FindUpkeep,
  findUpkeep,
  type NoteAudit,
  type NoteBackup,
  type NoteClose,
  noteAudit,
  noteBackup,
  noteClose,
  type Upkeep,
  type UpkeepPorts,
} from './actions/upkeep.ts'
export { type AuditBooks, auditBooks } from './books/audit/auditBooks.ts'
export * from './books/batches/progress.ts'
export { type Claims, takeClaims } from './books/claims.ts'
export * from './books/closeDay.ts'
export { type Cause, eventIdOf, eventRowsOf, eventTypeOf } from './books/events/event.ts'
export { type EventPage, type ListEvents, type ListedEvents, listEvents } from './books/events/listEvents.ts'
export { type ReadEvents, readEvents } from './books/events/readEvents.ts'
export * from './books/float/askNetworks.ts'
export { type Float, floatAccountOf, floatsOf, type Product, products } from './books/float/floats.ts'
export { type FloatPayout, type FloatWatch, type FloatWatchPorts, floatWatch } from './books/float/floatWatch.ts'
export {
  type CurrencySum,
  differsFromNetwork,
  type FindFloats,
  type FloatPorts,
  type FloatStatus,
  findFloats,
  type ListFloat,
  listFloat,
  type OperatorBalance,
  type OperatorPosition,
  type ReportedFloat,
  runsOut,
} from './books/float/listFloat.ts'
export {
  type MoneyPorts,
  type MoneyRequest,
  type MovedMoney,
  type MoveOperatorMoney,
  moneyAccounts,
  moveOperatorMoney,
} from './books/float/moveOperatorMoney.ts'
export { gatheredEveryMs, sumFees, sumMoved, sumPaid } from './books/float/sums.ts'
export {
  type MoveBooks,
  type MovedBooks,
  type MovePorts,
  type MoveProgress,
  moveBooks,
} from './books/moving/moveBooks.ts'
export { addToOpenFigures, heldIn, type OpenPayment } from './books/openFigures.ts'
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
export { type RestoreBooks, restoreBooks } from './books/restoreBooks.ts'
export {
  type EntryKind,
  entryKinds,
  type ReadAccountStatement,
  type ReadStatement,
  readAccountStatement,
  readStatement,
  type Statement,
  type StatementEntry,
  statementIn,
  statementOf,
  statementPlacePattern,
} from './books/statement.ts'
export type { StepRows } from './books/subjects/stepRows.ts'
export { type Keeping, keepAll } from './books/unitOfWork/changes.ts'
export {
  type CountedRefund,
  type CountedUse,
  openAfter,
  refundedAfter,
  refundedIn,
  takesRoom,
  usesAfter,
} from './books/unitOfWork/follows.ts'
export { noneAdded, runStep } from './books/unitOfWork/unitOfWork.ts'
export {
  type ChannelState,
  type ChannelStatus,
  type FindNetwork,
  findNetwork,
  isOn,
  isSameStop,
  type ListChannels,
  listChannels,
  newStops,
} from './channels/channels.ts'
export * from './channels/channelWatch.ts'
export * from './channels/measureChannels.ts'
export * from './channels/pauseNetwork.ts'
export { type CashOut, type CashOutTable, cashOutOf, type Taken } from './fees/cashOut.ts'
export { type Fees, feesInForce, noFees } from './fees/fees.ts'
export { feeBackOf } from './fees/giveBack.ts'
export { type Charge, type Charged, chargeOf, type FeeSchedule, type FeeTier, feeOf } from './fees/schedule.ts'
export * from './followUp/cases/findCase.ts'
export * from './followUp/cases/forgetExchanges.ts'
export { exchangeRow, exchangesHad, exchangesIn, placeOf } from './followUp/cases/keepExchanges.ts'
export * from './followUp/cases/timeline.ts'
export { type FollowUp, type FollowUpPorts, followUp, type Hint } from './followUp/enquiries/followUp.ts'
export { type CountUnservedTransactions, countUnservedTransactions } from './followUp/enquiries/unserved.ts'
export { type FollowUpPolicy, livePolicy, sandboxPolicy } from './followUp/policy.ts'
export type { Alarm, ReportPorts } from './followUp/reports/recordReport.ts'
export { type Decision, type ResolveTransaction, resolveTransaction } from './followUp/resolveTransaction.ts'
export type { Account, AccountKey, KeyTerms, PinVerifier } from './model/account.ts'
export { type Attention, attentions, waitsForPerson } from './model/attention.ts'
export { type Calendar, calendar, utcDays } from './model/days.ts'
export type { Finding, Remedy } from './model/finding.ts'
export * from './model/fourEyes.ts'
export { isExpired, type KeyScope, keyScopes, scopesOf } from './model/keyScopes.ts'
export {
  type CurrencyMarket,
  type Market,
  type Network,
  networkNames,
  type Prediction,
  predictNetworks,
  uganda,
  ugandanPrefixes,
} from './model/market.ts'
export { decimalsOf, isKnownCurrency, scaled, toDecimal, toMajor, toMinor } from './model/money.ts'
export {
  type OperatorRefusal,
  type OperatorRefusalCode,
  operatorRefusalCodes,
  unconfiguredCurrency,
  unknownAccount,
  unknownBatch,
  unknownTransaction,
} from './model/operatorRefusal.ts'
export * from './model/people.ts'
export { type PeopleRefusal, type PeopleRefusalCode, peopleRefusalCodes } from './model/peopleRefusal.ts'
export { formsOf, isPseudonym, pseudonymPrefix, withoutNumber } from './model/pseudonym.ts'
export {
  isRefusal,
  malformedFields,
  type Refusal,
  type RefusalCode,
  type RefusalDetails,
  type RefusedLine,
  refusalCodes,
  rulesPassed,
} from './model/refusal.ts'
export * from './model/riskLimits.ts'
export {
  customerMessageForm,
  customerMessagePattern,
  type FollowUpState,
  isFinal,
  isFollowed,
  type Kind,
  kinds,
  type Metadata,
  type Moment,
  networkReasonOf,
  type PaymentProgress,
  type PaymentTerms,
  paysOut,
  type Reason,
  reasons,
  referenceForm,
  referencePattern,
  type State,
  type Transaction,
  type Way,
  wayOf,
} from './model/transaction.ts'
export {
  type AcceptBatch,
  type AcceptedBatch,
  acceptBatch,
  type BatchPorts,
  type BatchRequest,
  mostBatchLines,
  type TryBatch,
  tryBatch,
} from './payments/batches/acceptBatch.ts'
export {
  type BatchChange,
  type BatchDecided,
  batchChanges,
  type ChangeBatch,
  type ChangeBatchPorts,
  changeBatch,
} from './payments/batches/changeBatch.ts'
export type { AskedLine, CheckedLines, NextTurn } from './payments/batches/checkLines.ts'
export * from './payments/batches/decideBatch.ts'
export * from './payments/batches/lookUpBatches.ts'
export { type PayBatches, type PayingPorts, payBatches } from './payments/batches/payBatches.ts'
export { type CollectMoney, collectMoney } from './payments/collectMoney.ts'
export { isWithinAnHour, pauseOfAnHour } from './payments/limits/withinAnHour.ts'
export * from './payments/links/createLink.ts'
export * from './payments/links/payLink.ts'
export {
  type EndLink,
  endLink,
  type LinkOfCaller,
  type LinkReadingPorts,
  type LinkWithPayments,
  type ListLinks,
  type LookUpLink,
  listLinks,
  lookUpLink,
  type Standing,
  type StandingLink,
  standing,
} from './payments/links/readLinks.ts'
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
} from './payments/lookUps/merchants.ts'
export * from './payments/lookUps/operators.ts'
export {
  type Quote,
  type QuoteFees,
  type QuotePorts,
  type QuoteRequest,
  quoteFees,
} from './payments/lookUps/quoteFees.ts'
export * from './payments/lookUps/recipient.ts'
export { obstacleTo } from './payments/openPayment.ts'
export type { OpenedPayment, Pay, PaymentPorts } from './payments/payment.ts'
export { type RefundMoney, type RefundRequest, refundMoney } from './payments/refundMoney.ts'
export { type LookUpRefunds, lookUpRefunds, type Refunds } from './payments/refunds.ts'
export type { LineRequest, PaymentRequest } from './payments/rules.ts'
export { type SendMoney, type SendMoneyRequest, sendMoney } from './payments/sendMoney.ts'
export { type Outcome, type PaymentLimits, unknownOutcome } from './payments/submission.ts'
export type { LinkOver } from './payments/throughLink.ts'
export type { ActingPerson } from './people/acting.ts'
export { countedAttempts, retryAfter } from './people/attempts.ts'
export * from './people/invitations.ts'
export * from './people/openInvitations.ts'
export type { Opened, OpeningPorts, SessionPolicy } from './people/opening.ts'
export * from './people/operators/accounts.ts'
export * from './people/operators/changes.ts'
export * from './people/operators/channels.ts'
export * from './people/operators/exceptions.ts'
export type { AsOperator } from './people/operators/operating.ts'
export type { Change, ChangePorts, LimitedAccount, MadeChange } from './people/operators/proposals/change.ts'
export * from './people/operators/proposals/proposals.ts'
export * from './people/operators/quarantine.ts'
export * from './people/operators/together.ts'
export * from './people/own/callAsUser.ts'
export * from './people/own/madeKeys.ts'
export type { Managing } from './people/own/managing.ts'
export * from './people/own/ownAccount.ts'
export * from './people/own/ownActions.ts'
export * from './people/own/ownKeys.ts'
export * from './people/own/payments.ts'
export * from './people/passwords.ts'
export * from './people/permissions.ts'
export type { InSession, Renewed, SecondStepPorts } from './people/secondStep/changing.ts'
export * from './people/secondStep/enrolling.ts'
export * from './people/secondStep/taking.ts'
export {
  type EndOtherSessions,
  type EndSession,
  endOtherSessions,
  endSession,
  isConfirmed,
  type ListSessions,
  listSessions,
  type ResumeSession,
  resumeSession,
  type SessionPorts,
  type SignedIn,
} from './people/sessions.ts'
export { type SignIn, type SignInPorts, signIn } from './people/signIn.ts'
export * from './people/users.ts'
export { type SignInVouched, signInVouched, type VouchedPorts } from './people/vouched.ts'
export * from './personalData/eraseOldNumbers.ts'
export { numberedRows } from './personalData/fileRows.ts'
export * from './personalData/listNumbers.ts'
export type { NumberedLinePorts } from './personalData/numberedLines.ts'
export * from './personalData/personalData.ts'
export type { AccountChangePorts, AccountPorts } from './ports/accountPorts.ts'
export type { AccountPage, AccountQuery, AccountRepo, ExpiryQuery, PinKeyCount } from './ports/accountRepo.ts'
export type * from './ports/books/auditRules.ts'
export type * from './ports/books/batches.ts'
export type { Books } from './ports/books/books.ts'
export type * from './ports/books/cases.ts'
export type * from './ports/books/claims.ts'
export type * from './ports/books/counts.ts'
export type { AccountEvent, EventQuery, EventRows, EventStretch, EventType } from './ports/books/events.ts'
export { eventTypes } from './ports/books/events.ts'
export type { Funding, FundingId, FundingPage, FundingQuery } from './ports/books/fundings.ts'
export {
  type Balance,
  emptyBalance,
  type Ledger,
  type LedgerAccount,
  moved,
  type PostedBalance,
  type Posting,
} from './ports/books/ledger.ts'
export type * from './ports/books/paymentLinks.ts'
export type * from './ports/books/snapshot.ts'
export type { ReferredPosting, StatementQuery, StatementRows } from './ports/books/statements.ts'
export type * from './ports/books/transactions.ts'
export type * from './ports/books/unitOfWork.ts'
export { type Clock, type Deadline, deadlineIn, remainingMs } from './ports/clock.ts'
export { type Ids, lowestIdAt, momentIn } from './ports/ids.ts'
export type {
  Callback,
  ChannelFault,
  Declined,
  Enquired,
  InDoubt,
  MobileProvider,
  Named,
  ProviderFor,
  Recipient,
  Seen,
  Submitted,
  Wallet,
  WalletBalance,
} from './ports/mobileProvider.ts'
export type * from './ports/operators/actions.ts'
export type * from './ports/operators/channelStops.ts'
export type * from './ports/operators/figures.ts'
export type * from './ports/operators/operatorMoney.ts'
export type { BooksPoint, Quarantine, QuarantineCause, Quarantines } from './ports/operators/quarantines.ts'
export * from './ports/operators/reconciliations.ts'
export { type PasswordGuesses, type Passwords, PasswordsBusy } from './ports/people/passwords.ts'
export type * from './ports/people/people.ts'
export * from './ports/people/secondSteps.ts'
export type * from './ports/people/signInEvents.ts'
export type { Secrets } from './ports/secrets.ts'
export type * from './ports/store/contents.ts'
export type * from './ports/store/moves.ts'
export type * from './ports/store/opening.ts'
export type * from './ports/store/store.ts'
export { UnusableDatabase } from './ports/store/store.ts'
export type * from './ports/webhooks.ts'
export type { AlikePorts } from './reconciliation/alike.ts'
export * from './reconciliation/bookFees.ts'
export * from './reconciliation/classifyEntry.ts'
export * from './reconciliation/entries.ts'
export { lineOf } from './reconciliation/evidence.ts'
export * from './reconciliation/lookUps.ts'
export * from './reconciliation/reconcile.ts'
export * from './reconciliation/recordEntry.ts'
export * from './reconciliation/unconfirmed.ts'
export { type WithdrawalPorts, type WithdrawReconciliation, withdrawReconciliation } from './reconciliation/withdraw.ts'
export * from './webhooks/attempts.ts'
export type { EndpointCaller, WritingPorts } from './webhooks/endpointCaller.ts'
export * from './webhooks/endpoints.ts'
export * from './webhooks/failingEndpoints.ts'
export * from './webhooks/redeliverEvent.ts'
export * from './webhooks/redeliverFailed.ts'
