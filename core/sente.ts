export type { Account, AccountKey, PinVerifier } from './account.ts'
export { type Audit, audit, type Broken } from './audit.ts'
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
export { type FundAccount, type FundingRequest, fundAccount } from './fundAccount.ts'
export { type CurrencyMarket, type Market, type Network, uganda } from './market.ts'
export { toDecimal, toMajor, toMinor } from './money.ts'
export type { OperatorRefusal, OperatorRefusalCode } from './operatorRefusal.ts'
export { type Changes, type Rows, runStep } from './page.ts'
export type { Opened, Outcome, Pay, PaymentLimits, PaymentPorts } from './payment.ts'
export type { AccountRepo } from './ports/accountRepo.ts'
export type {
  BalanceRow,
  Books,
  Funding,
  Page,
  PinCount,
  Scope,
  Snapshot,
  StepResult,
} from './ports/books.ts'
export type { Clock } from './ports/clock.ts'
export type { Ids } from './ports/ids.ts'
export type { Balance, Entry, Ledger, Place } from './ports/ledger.ts'
export type { Deadline, Enquired, MobileProvider, Seen, Submitted } from './ports/mobileProvider.ts'
export type { ReferenceStore } from './ports/referenceStore.ts'
export type { Secrets } from './ports/secrets.ts'
export { isRefusal, type Refusal, type RefusalCode, refusalCodes } from './refusal.ts'
export type { PaymentRequest } from './rules.ts'
export { type SendMoney, type SendMoneyRequest, sendMoney } from './sendMoney.ts'
export type { Kind, Reason, State, Transaction } from './transaction.ts'
