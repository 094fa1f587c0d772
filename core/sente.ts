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

export * from './accounts/changeAccount.ts'
export * from './accounts/createAccount.ts'
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
export * from './accounts/keys/createKey.ts'
export * from './accounts/keys/keyUses.ts'
export { type RevokedKey, type RevokeKey, type RevokePorts, revokeKey } from './accounts/keys/revokeKey.ts'
export { type KeyPorts, type RotatedKey, type RotateKey, rotateKey } from './accounts/keys/rotateKey.ts'
export * from './accounts/keys/tellExpiring.ts'
export * from './accounts/limits/changeLimits.ts'
export * from './accounts/limits/lookUpLimits.ts'
export * from './accounts/listKeys.ts'
export * from './accounts/lookUpAccounts.ts'
export type { PinLock, WrongPins } from './accounts/pin/judgePin.ts'
export * from './accounts/pin/lookUpWrongPins.ts'
export { type CountPinKeyUses, countPinKeyUses, type PinKeyUse } from './accounts/pin/pinKeys.ts'
export {
  type ActionPorts,
  type Approval,
  type Attribution,
  type Done,
  refuseAttribution,
} from './actions/attribution.ts'
export { chained, hashedText, type NewAction, ProposalEnded } from './actions/chain.ts'
export * from './actions/listActions.ts'
export * from './actions/listCloses.ts'
export { type NoteClose, noteClose } from './actions/noteClose.ts'
export { type ActionKind, type OwnKind, ownKinds } from './actions/ownKinds.ts'
export {
  type FindUpkeep,
  findUpkeep,
  type NoteAudit,
  type NoteBackup,
  noteAudit,
  noteBackup,
  type Upkeep,
  type UpkeepPorts,
} from './actions/upkeep.ts'
export { type AuditBooks, auditBooks } from './books/audit/auditBooks.ts'
export { type ContinueAudit, continueAudit } from './books/audit/continueAudit.ts'
export type { MarkedBooks } from './books/audit/markedBooks.ts'
export * from './books/batches/progress.ts'
export * from './books/claims.ts'
export * from './books/closeDay.ts'
export { type Cause, eventIdOf, eventRowsOf, eventTypeOf } from './books/events/event.ts'
export * from './books/events/listEvents.ts'
export * from './books/events/readEvents.ts'
export * from './books/fitsSearch.ts'
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
export { gatheredEveryMs, stretchOf, sumFees, sumMoved, sumPaid, sumPaidHours } from './books/float/sums.ts'
export {
  accountHours,
  channelHours,
  countedDurations,
  type EndedPayment,
  hourOf,
  mostCounted,
} from './books/hours/endedSums.ts'
export * from './books/hours/measureAccount.ts'
export type { MeasuredSpan } from './books/hours/measuredTime.ts'
export * from './books/hours/measureFloats.ts'
export * from './books/moving/declareMoved.ts'
export * from './books/moving/moveBooks.ts'
export * from './books/openFigures.ts'
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
export * from './books/restoreBooks.ts'
export * from './books/statement.ts'
export {
  type CountedRefund,
  type CountedUse,
  openAfter,
  refundedAfter,
  refundedIn,
  takesRoom,
  usesAfter,
} from './books/subjects/follows.ts'
export type * from './books/subjects/stepRows.ts'
export { type Keep, type Keeping, keepAll } from './books/unitOfWork/changes.ts'
export * from './books/unitOfWork/unitOfWork.ts'
export * from './channels/assessChannels.ts'
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
export * from './fees/cashOut.ts'
export * from './fees/fees.ts'
export * from './fees/giveBack.ts'
export { type Charge, type Charged, chargeOf, type FeeSchedule, type FeeTier, feeOf } from './fees/schedule.ts'
export * from './followUp/cases/findCase.ts'
export * from './followUp/cases/forgetExchanges.ts'
export { exchangeRow, exchangesHad, exchangesIn, placeOf } from './followUp/cases/keepExchanges.ts'
export * from './followUp/cases/timeline.ts'
export * from './followUp/enquiries/followUp.ts'
export { type CountUnservedTransactions, countUnservedTransactions } from './followUp/enquiries/unserved.ts'
export * from './followUp/policy.ts'
export type { Alarm, ReportPorts } from './followUp/reports/recordReports.ts'
export * from './followUp/resolveTransaction.ts'
export type * from './model/account.ts'
export { type Attention, attentions, waitsForPerson } from './model/attention.ts'
export * from './model/days.ts'
export type * from './model/finding.ts'
export * from './model/fourEyes.ts'
export * from './model/keyScopes.ts'
export {
  type CurrencyMarket,
  type Market,
  type Network,
  networkNames,
  type Prediction,
  predictNetworks,
  shownNetwork,
  uganda,
  ugandanPrefixes,
  ugandanPromptHelp,
} from './model/market.ts'
export * from './model/money.ts'
export {
  closedElsewhere,
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
export * from './model/refusal.ts'
export * from './model/riskLimits.ts'
export * from './model/transaction.ts'
export * from './payments/batches/acceptBatch.ts'
export {
  type BatchChange,
  type BatchDecided,
  batchChanges,
  type ChangeBatch,
  type ChangeBatchPorts,
  changeBatch,
} from './payments/batches/changeBatch.ts'
export type { AskedLine, AskedPayout, CheckedLines, LineWarning, NextTurn } from './payments/batches/checkLines.ts'
export * from './payments/batches/decideBatch.ts'
export * from './payments/batches/lookUpBatches.ts'
export * from './payments/batches/payBatches.ts'
export { type RepeatPorts, usualRepeatDays } from './payments/batches/repeats.ts'
export * from './payments/collectMoney.ts'
export { isWithinAnHour, pauseOfAnHour } from './payments/limits/withinAnHour.ts'
export type { LinkOver } from './payments/linkOver.ts'
export * from './payments/links/bounds.ts'
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
  type OwnLink,
  type Standing,
  type StandingLink,
  type StandingPorts,
  standing,
} from './payments/links/readLinks.ts'
export * from './payments/lookUps/merchants.ts'
export * from './payments/lookUps/operators.ts'
export * from './payments/lookUps/quoteFees.ts'
export * from './payments/lookUps/recipient.ts'
export { bothOf, isSearchedIn, type Sought } from './payments/lookUps/sought.ts'
export type { OpenedPayment, Pay, PaymentPorts } from './payments/payment.ts'
export * from './payments/refundMoney.ts'
export { type LookUpRefunds, leftToRefund, lookUpRefunds, obstacleTo, type Refunds } from './payments/refunds.ts'
export type { LineRequest, PaymentRequest } from './payments/rules.ts'
export * from './payments/sendMoney.ts'
export { type Outcome, type PaymentLimits, unknownOutcome } from './payments/submission.ts'
export type { ActingPerson } from './people/acting.ts'
export * from './people/notices/mailNotices.ts'
export * from './people/notices/noteChanges.ts'
export * from './people/notices/noteConcerns.ts'
export * from './people/notices/noteEvents.ts'
export * from './people/notices/noticeSettings.ts'
export * from './people/notices/ownNotices.ts'
export * from './people/operators/accounts.ts'
export * from './people/operators/audits.ts'
export * from './people/operators/changes.ts'
export * from './people/operators/channels.ts'
export * from './people/operators/comparisons.ts'
export * from './people/operators/exceptions.ts'
export type { AsOperator } from './people/operators/operating.ts'
export {
  type Change,
  type ChangePorts,
  choiceOfChange,
  type LimitedAccount,
  type MadeChange,
} from './people/operators/proposals/change.ts'
export * from './people/operators/proposals/proposals.ts'
export * from './people/operators/quarantine.ts'
export * from './people/operators/together.ts'
export * from './people/operators/upkeep.ts'
export * from './people/own/callAsUser.ts'
export * from './people/own/madeKeys.ts'
export type { Managing } from './people/own/managing.ts'
export * from './people/own/ownAccount.ts'
export * from './people/own/ownActions.ts'
export * from './people/own/ownKeys.ts'
export * from './people/own/ownPayments.ts'
export * from './people/own/payments.ts'
export * from './people/permissions.ts'
export type { InSession, Renewed, SecondStepPorts } from './people/secondStep/changing.ts'
export * from './people/secondStep/enrolling.ts'
export * from './people/secondStep/taking.ts'
export { countedAttempts, retryAfter } from './people/signIn/attempts.ts'
export type { Opened, OpeningPorts, SessionPolicy } from './people/signIn/opening.ts'
export * from './people/signIn/passwords.ts'
export {
  type EndOtherSessions,
  type EndSession,
  endOfSession,
  endOtherSessions,
  endSession,
  isConfirmed,
  type ListSessions,
  listSessions,
  type ResumeSession,
  resumeSession,
  type SessionPorts,
  type SignedIn,
} from './people/signIn/sessions.ts'
export * from './people/signIn/signIn.ts'
export * from './people/signIn/vouched.ts'
export * from './people/users/invitations.ts'
export * from './people/users/language.ts'
export * from './people/users/openInvitations.ts'
export * from './people/users/users.ts'
export * from './personalData/eraseOldNumbers.ts'
export { numberedRows } from './personalData/fileRows.ts'
export * from './personalData/listNumbers.ts'
export type { NumberedLinePorts } from './personalData/numberedLines.ts'
export * from './personalData/personalData.ts'
export type * from './ports/accountPorts.ts'
export type * from './ports/accountRepo.ts'
export type * from './ports/books/auditMarks.ts'
export type * from './ports/books/auditRules.ts'
export type * from './ports/books/batches.ts'
export type * from './ports/books/books.ts'
export type * from './ports/books/cases.ts'
export type * from './ports/books/claims.ts'
export type * from './ports/books/counts.ts'
export type { AccountEvent, EventQuery, EventRows, EventStretch, EventType } from './ports/books/events.ts'
export { eventTypes } from './ports/books/events.ts'
export type * from './ports/books/fundings.ts'
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
export type * from './ports/books/statements.ts'
export type * from './ports/books/transactions.ts'
export type * from './ports/books/unitOfWork.ts'
export * from './ports/clock.ts'
export * from './ports/ids.ts'
export type * from './ports/mobileProvider.ts'
export type * from './ports/operators/actions.ts'
export type * from './ports/operators/channelStops.ts'
export type * from './ports/operators/figures.ts'
export type * from './ports/operators/operatorMoney.ts'
export type * from './ports/operators/quarantines.ts'
export * from './ports/operators/reconciliationRules.ts'
export * from './ports/operators/reconciliations.ts'
export type * from './ports/people/mailer.ts'
export * from './ports/people/notices.ts'
export * from './ports/people/passwords.ts'
export type * from './ports/people/people.ts'
export * from './ports/people/secondSteps.ts'
export type * from './ports/people/signInEvents.ts'
export type * from './ports/secrets.ts'
export type * from './ports/store/contents.ts'
export type * from './ports/store/moves.ts'
export * from './ports/store/opening.ts'
export type * from './ports/store/store.ts'
export { UnusableDatabase } from './ports/store/store.ts'
export type * from './ports/webhooks.ts'
export * from './reconciliation/bookFees.ts'
export { lineOf } from './reconciliation/comparison/evidence.ts'
export { type FileRows, fileRows } from './reconciliation/comparison/fileRows.ts'
export { hasWholeNumber } from './reconciliation/comparison/maskedNumber.ts'
export {
  type AccountTotal,
  type ChoicePorts,
  type EndPorts,
  type EntryChoice,
  type EntryScope,
  exceptions,
  type FindScope,
  findScope,
  type PaymentsToEnd,
  paymentsToEnd,
} from './reconciliation/entries/chosen.ts'
export {
  type ClassificationOfMany,
  type ClassifyEntries,
  type ClassifyEntriesPorts,
  classifyEntries,
} from './reconciliation/entries/classifyEntries.ts'
export {
  type Classification,
  type ClassifyEntry,
  type ClassifyEntryPorts,
  classifyEntry,
} from './reconciliation/entries/classifyEntry.ts'
export {
  type AssignEntries,
  assignEntries,
  type EntriesDecided,
  type EntryDecision,
  type EntryPorts,
  type ResolveEntries,
  resolveEntries,
} from './reconciliation/entries/entries.ts'
export {
  type AddRule,
  addRule,
  type ListRules,
  listRules,
  type NewRule,
  type RemoveRule,
  type RulePorts,
  removeRule,
} from './reconciliation/gathered/changeRules.ts'
export * from './reconciliation/gathered/decideEntries.ts'
export * from './reconciliation/gathered/findRuleScope.ts'
export * from './reconciliation/lookUps.ts'
export * from './reconciliation/reconcile.ts'
export {
  type ForgottenPayment,
  type RecordEntryPorts,
  wasRecorded,
} from './reconciliation/recording/forgottenPayment.ts'
export {
  type ForgottenPayments,
  type NamedPayment,
  type RecordEntries,
  type RecordEntriesPorts,
  recordEntries,
} from './reconciliation/recording/recordEntries.ts'
export { type RecordEntry, recordEntry } from './reconciliation/recording/recordEntry.ts'
export type { AlikePorts, AlikeRows, FindAlikeRows } from './reconciliation/rows/alikeRows.ts'
export type { NameRow, RowNamePorts } from './reconciliation/rows/rowNames.ts'
export * from './reconciliation/unconfirmed.ts'
export { type WithdrawalPorts, type WithdrawReconciliation, withdrawReconciliation } from './reconciliation/withdraw.ts'
export * from './useCases/accounts.ts'
export * from './useCases/actions.ts'
export * from './useCases/books.ts'
export * from './useCases/channels.ts'
export * from './useCases/followUp.ts'
export * from './useCases/made.ts'
export * from './useCases/payments.ts'
export * from './useCases/people.ts'
export * from './useCases/personalData.ts'
export * from './useCases/reconciliation.ts'
export * from './useCases/useCases.ts'
export * from './useCases/webhooks.ts'
export * from './webhooks/attempts.ts'
export type { EndpointCaller, WritingPorts } from './webhooks/endpointCaller.ts'
export * from './webhooks/endpoints.ts'
export * from './webhooks/failingEndpoints.ts'
export * from './webhooks/redeliverEvent.ts'
export * from './webhooks/redeliverFailed.ts'
