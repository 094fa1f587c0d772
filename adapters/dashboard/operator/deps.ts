import type {
  Books,
  Clock,
  Figures,
  Ids,
  Market,
  OperatorMoney,
  Reconciliations,
  UseCases,
} from '../../../core/sente.ts'
import type { ComparisonDesk } from './desks/comparisonDesk.ts'
import type { UpkeepDesk } from './desks/upkeepDesk.ts'

/** The dependencies of the operators' pages. */
export type OperatorDeps = UseCases & {
  readonly books: Pick<Books, 'transaction'>
  readonly figures: Pick<Figures, 'open' | 'attention'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly reconciliations: Pick<Reconciliations, 'exceptions' | 'findExceptions'>
  readonly operatorMoney: Pick<OperatorMoney, 'moves'>
  readonly market: Market
  readonly comparisonDesk: ComparisonDesk
  readonly upkeepDesk: UpkeepDesk
  /** The folders of closes and backups; without one, the page names the command and the setting. */
  readonly upkeepFolders: {
    readonly closes?: { readonly folder: string; readonly publicKey: string } | undefined
    readonly backups?: string | undefined
  }
  readonly ids: Pick<Ids, 'ordered' | 'random'>
}
