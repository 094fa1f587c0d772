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
import type { AuditDesk } from './desks/auditDesk.ts'
import type { ComparisonDesk } from './desks/comparisonDesk.ts'

/** The dependencies of the operators' pages. */
export type OperatorDeps = UseCases & {
  readonly books: Pick<Books, 'transaction'>
  readonly figures: Pick<Figures, 'open' | 'attention'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly reconciliations: Pick<Reconciliations, 'exceptions' | 'findExceptions'>
  readonly operatorMoney: Pick<OperatorMoney, 'moves'>
  readonly market: Market
  readonly comparisonDesk: ComparisonDesk
  readonly auditDesk: AuditDesk
  readonly ids: Pick<Ids, 'ordered' | 'random'>
}
