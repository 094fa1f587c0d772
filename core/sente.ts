export type { Account, AccountKey, PinVerifier } from './account.ts'
export { type AccountKeys, accountKeys, type RotatedKey } from './accountKeys.ts'
export { type Audit, type AuditRule, audit, type Broken } from './audit.ts'
export { type Authenticate, authenticate, type Caller } from './authenticate.ts'
export { type AccountSettings, type ChangeAccount, changeAccount } from './changeAccount.ts'
export { type CollectMoney, collectMoney } from './collectMoney.ts'
export {
  type AccountPorts,
  type CreateAccount,
  type CreatedAccount,
  createAccount,
  type NewAccount,
} from './createAccount.ts'
export { type FollowUp, type FollowUpPorts, followUp } from './followUp.ts'
export { type FollowUpPolicy, hasty, patient } from './followUpPolicy.ts'
export {
  type FundAccount,
  type FundingRequest,
  fundAccount,
  type WithdrawalRequest,
  type WithdrawFunds,
  withdrawFunds,
} from './fundAccount.ts'
export { type LookUp, type LookUpQuery, lookUp } from './lookUp.ts'
export { type CurrencyMarket, type Market, type Network, uganda } from './market.ts'
export { isKnownCurrency, toDecimal, toMajor, toMinor } from './money.ts'
export type { Alarm, NotePorts } from './noteNews.ts'
export {
  type OperatorRefusal,
  type OperatorRefusalCode,
  unknownAccount,
  unknownTransaction,
} from './operatorRefusal.ts'
export { type Changes, type Rows, runStep } from './page.ts'
export {
  type Opened,
  type Outcome,
  type Pay,
  type PaymentLimits,
  type PaymentPorts,
  unknownOutcome,
} from './payment.ts'
export { type PinKeyUse, pinKeyUses } from './pinKeyUses.ts'
export type { AccountPage, AccountQuery, AccountRepo, PinKeyCount } from './ports/accountRepo.ts'
export type {
  AwaitedCount,
  BalanceRow,
  Books,
  DueQuery,
  Funding,
  FundingId,
  FundingPage,
  FundingQuery,
  FundingRows,
  Page,
  PinCount,
  Remark,
  Scope,
  Snapshot,
  StepResult,
  TransactionPage,
  TransactionQuery,
  TransactionRows,
} from './ports/books.ts'
export type { Clock } from './ports/clock.ts'
export type { Ids } from './ports/ids.ts'
export type { Balance, Entry, Ledger, Place } from './ports/ledger.ts'
export type { Callback, Deadline, Enquired, MobileProvider, Seen, Submitted } from './ports/mobileProvider.ts'
export type { BooksPoint, Quarantine, QuarantineCause, Quarantines } from './ports/quarantines.ts'
export type { ReferenceStore } from './ports/referenceStore.ts'
export type { Secrets } from './ports/secrets.ts'
export {
  type BeginQuarantine,
  beginQuarantine,
  type EndQuarantine,
  endQuarantine,
  lastingQuarantine,
  type QuarantineDecision,
  quarantined,
} from './quarantine.ts'
export { isRefusal, type Refusal, type RefusalCode, refusalCodes } from './refusal.ts'
export {
  type ResolveTransaction,
  resolveTransaction,
} from './resolveTransaction.ts'
export type { PaymentRequest } from './rules.ts'
export { type SendMoney, type SendMoneyRequest, sendMoney } from './sendMoney.ts'
export type { Attention, FollowUpState, Kind, Moment, Reason, State, Transaction } from './transaction.ts'
export { unservedTransactions } from './unserved.ts'
