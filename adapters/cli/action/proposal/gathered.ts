import {
  type AccountTotal,
  addedUp,
  type BucketTotal,
  type FileDecision,
  findScope,
  isRefusal,
} from '../../../../core/sente.ts'
import type { CommandAnswer } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { table } from '../../output/output.ts'
import { accountTotalJson, accountTotalTable, totalJson, totalTable } from '../../output/totals.ts'

/** The present scope of the decisions of a file or of rules: their entries, and the totals of each decision. */
export async function scopeOfGathered(
  store: CliStore,
  decisions: readonly FileDecision[],
): Promise<CommandAnswer & { readonly entries: number }> {
  const [parts, found] = [new Map<string, Part>(), new Map<string, AccountTotal>()]
  for (const decision of decisions) {
    const scope = await findScope(store)(decision.request)
    if (isRefusal(scope)) continue
    const { because } = decision
    const key = JSON.stringify([wordOf(decision), because])
    const before = parts.get(key) ?? { decision: wordOf(decision), because, entries: 0, totals: [] }
    const [entries, totals] = [before.entries + scope.entries, addedUp([...before.totals, ...scope.totals])]
    parts.set(key, { ...before, entries, totals })
    for (const one of scope.accounts) addAccount(found, one)
  }
  const all = [...parts.values()]
  const entries = all.reduce((sum, part) => sum + part.entries, 0)
  const rows = all.map((part) => ({
    Decision: part.decision,
    Entries: String(part.entries),
    Because: part.because,
  }))
  const sums = all.map(({ decision, totals }) => `\n${decision}:\n${totalTable(totals)}`).join('')
  const ofAccounts = [...found.values()]
  return {
    entries,
    json: {
      entries,
      decisions: all.map(({ totals, ...part }) => ({ ...part, totals: totals.map(totalJson) })),
      ...(ofAccounts.length > 0 && { accounts: ofAccounts.map(accountTotalJson) }),
    },
    text: `${table(['Decision', 'Entries', 'Because'], rows, ['Entries'])}${sums}${accountsText(ofAccounts)}`,
  }
}

type Part = {
  readonly decision: string
  readonly because: string
  readonly entries: number
  readonly totals: readonly BucketTotal[]
}

function addAccount(found: Map<string, AccountTotal>, one: AccountTotal): void {
  const key = `${one.accountId} ${one.currency}`
  const before = found.get(key) ?? { payments: 0, inMinor: 0n, outMinor: 0n }
  found.set(key, {
    ...one,
    payments: before.payments + one.payments,
    inMinor: before.inMinor + one.inMinor,
    outMinor: before.outMinor + one.outMinor,
  })
}

function accountsText(accounts: readonly AccountTotal[]): string {
  return accounts.length === 0 ? '' : `\n${accountTotalTable(accounts)}`
}

/** A decision in words. */
function wordOf({ kind, request }: FileDecision): string {
  if (kind === 'reconcile.assign') return `assign to ${request.owner}`
  if (kind === 'reconcile.record') return `record for ${request.accountId}`
  return kind === 'reconcile.classify' ? request.as : 'resolve'
}
