import type {
  ApproveAsOperator,
  AssignEntryAsOperator,
  Books,
  ChangeAsOperator,
  ChangeCurrencyAsOperator,
  Clock,
  CloseAccountAsOperator,
  ConfirmPassword,
  CreateAccountAsOperator,
  DecideNetworkAsOperator,
  DecideQuarantineAsOperator,
  EndTogether,
  Figures,
  FindAccount,
  FindEntry,
  FindLastComparisons,
  FindNetwork,
  FindOwners,
  FindProposal,
  FindQuarantine,
  FindSeenPayment,
  FindUpkeep,
  Ids,
  ListAccounts,
  ListActions,
  ListChannels,
  ListExceptions,
  ListFloat,
  ListProposals,
  ListUsers,
  LookUpAccount,
  Market,
  MeasureChannels,
  Reconciliations,
  RejectAsOperator,
  SearchSeenPayments,
  ShowLimits,
} from '../../../core/sente.ts'

/** The dependencies of the operators' pages. */
export type OperatorDeps = {
  readonly books: Pick<Books, 'transaction'>
  readonly figures: Pick<Figures, 'open' | 'attention'>
  readonly findQuarantine: FindQuarantine
  readonly findUpkeep: FindUpkeep
  readonly listChannels: ListChannels
  readonly searchSeenPayments: SearchSeenPayments
  readonly findSeenPayment: FindSeenPayment
  readonly findAccount: FindAccount
  readonly listAccounts: ListAccounts
  readonly lookUpAccount: LookUpAccount
  readonly listUsers: ListUsers
  readonly listActions: ListActions
  readonly clock: Pick<Clock, 'nowMs'>
  readonly confirmPassword: ConfirmPassword
  readonly changeAsOperator: ChangeAsOperator
  readonly approveAsOperator: ApproveAsOperator
  readonly rejectAsOperator: RejectAsOperator
  readonly endTogether: EndTogether
  readonly decideQuarantineAsOperator: DecideQuarantineAsOperator
  readonly reconciliations: Pick<Reconciliations, 'exceptions' | 'findExceptions'>
  readonly listExceptions: ListExceptions
  readonly findEntry: FindEntry
  readonly findOwners: FindOwners
  readonly findLastComparisons: FindLastComparisons
  readonly assignEntryAsOperator: AssignEntryAsOperator
  readonly market: Market
  readonly ids: Pick<Ids, 'ordered' | 'random'>
  readonly showLimits: ShowLimits
  readonly createAccountAsOperator: CreateAccountAsOperator
  readonly changeCurrencyAsOperator: ChangeCurrencyAsOperator
  readonly closeAccountAsOperator: CloseAccountAsOperator
  readonly findProposal: FindProposal
  readonly listProposals: ListProposals
  readonly measureChannels: MeasureChannels
  readonly listFloat: ListFloat
  readonly findNetwork: FindNetwork
  readonly decideNetworkAsOperator: DecideNetworkAsOperator
}
