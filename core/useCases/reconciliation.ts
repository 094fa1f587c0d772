import { bookFees, findBookedFees, findFeesTaken } from '../reconciliation/bookFees.ts'
import { findScope, paymentsToEnd } from '../reconciliation/entries/chosen.ts'
import { classifyEntries } from '../reconciliation/entries/classifyEntries.ts'
import { classifyEntry } from '../reconciliation/entries/classifyEntry.ts'
import { assignEntries, resolveEntries } from '../reconciliation/entries/entries.ts'
import { addRule, listRules, removeRule } from '../reconciliation/gathered/changeRules.ts'
import { decideEntries } from '../reconciliation/gathered/decideEntries.ts'
import { findRuleScope } from '../reconciliation/gathered/findRuleScope.ts'
import {
  findEntry,
  findLastComparisons,
  findOwners,
  findReconciliation,
  listExceptions,
  listReconciliations,
} from '../reconciliation/lookUps.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { recordEntries } from '../reconciliation/recording/recordEntries.ts'
import { recordEntry } from '../reconciliation/recording/recordEntry.ts'
import { findUnconfirmed } from '../reconciliation/unconfirmed.ts'
import { withdrawReconciliation } from '../reconciliation/withdraw.ts'

/**
 * The use cases for the comparison of networks' files with the books.
 *
 * @hidden
 */
export const reconciliationUseCases = {
  bookFees,
  findBookedFees,
  findFeesTaken,
  classifyEntries,
  classifyEntry,
  decideEntries,
  assignEntries,
  paymentsToEnd,
  resolveEntries,
  findEntry,
  findLastComparisons,
  findOwners,
  findReconciliation,
  findScope,
  listExceptions,
  listReconciliations,
  reconcile,
  recordEntries,
  recordEntry,
  addRule,
  removeRule,
  listRules,
  findRuleScope,
  findUnconfirmed,
  withdrawReconciliation,
}
