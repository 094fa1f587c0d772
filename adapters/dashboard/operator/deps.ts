import type {
  Figures,
  FindAccount,
  FindQuarantine,
  FindSeenPayment,
  ListAccounts,
  ListActions,
  ListLines,
  ListUsers,
  LookUpAccount,
  SearchSeenPayments,
} from '../../../core/sente.ts'

/** What the pages of operators call. */
export type OperatorDeps = {
  readonly figures: Pick<Figures, 'open' | 'attention'>
  readonly findQuarantine: FindQuarantine
  readonly listLines: ListLines
  readonly searchSeenPayments: SearchSeenPayments
  readonly findSeenPayment: FindSeenPayment
  readonly findAccount: FindAccount
  readonly listAccounts: ListAccounts
  readonly lookUpAccount: LookUpAccount
  readonly listUsers: ListUsers
  readonly listActions: ListActions
}
