import {
  addRule,
  type Change,
  type FileRow,
  type FindRuleScope,
  type FourEyes,
  findRuleScope,
  isRefusal,
  makeChange,
  type NewRule,
} from '../../../../core/sente.ts'
import { openFourEyes } from '../126-actions/fourEyes.ts'
import { openWorld, rowOf } from './paidWorld.ts'

/** Nothing needs two people, but for movements and payments above UGX 1,000,000 together. */
const above: FourEyes = { kinds: new Set(), amountsMinor: new Map([['UGX', 1_000_000n]]) }

/** A day with comparisons of files whose rows are no payments, and rules about them. */
export async function openMonth(fourEyes: FourEyes = above) {
  const at = await openFourEyes(fourEyes)
  const { ports, who, clock } = at
  const { compare } = await openWorld(ports)
  const period = { fromMs: clock.nowMs() - 7_200_000, toMs: clock.nowMs() }
  const template = await openWorld().then(({ paid }) => paid({ createdAtMs: period.toMs - 3_600_000 }))
  const other = { kind: 'other', phoneNumber: null, direction: 'in', amountMinor: 300_000n } as const
  const allRules = async () => ports.reconciliationRules.all()

  /** Compares a file with these rows, from line 2 on; returns the comparison's id. */
  async function file(...changes: readonly Partial<FileRow>[]): Promise<string> {
    const rows = changes.map((change, nth) => rowOf(template, nth + 2, { ...other, ...change }))
    return (await compare(rows, period)).run.id
  }

  async function refused(change: Partial<NewRule> = {}): Promise<string> {
    const made = await addRule(ports)({ ...topUps, ...change, ...who })
    return isRefusal(made) ? made.refused : 'added'
  }

  async function scope(change: Partial<Parameters<FindRuleScope>[0]> = {}) {
    const found = await findRuleScope(ports)({ ...period, ...change })
    if (isRefusal(found)) throw new Error(found.message)
    return found
  }

  /** Runs the rules as the command does: makes their decisions together. */
  async function run(change: Partial<Parameters<FindRuleScope>[0]> = {}) {
    const { rules, decisions } = await scope(change)
    const names = rules.filter(({ entries }) => entries > 0).map(({ rule }) => rule.name)
    const request = { source: { rules: names }, decisions }
    const made = await makeChange(ports)({ change: { kind: 'reconcile.decide', request } satisfies Change, ...who })
    if (isRefusal(made)) throw new Error(made.message)
    return 'made' in made ? made.decided : made.proposal.proposed.number
  }

  /** The open entries of a comparison. */
  async function open(runId: string): Promise<readonly number[]> {
    return (await ports.reconciliations.entries({ runId, open: true, limit: 99 })).map(({ item }) => item)
  }

  const moves = async () => (await ports.operatorMoney.moves({ limit: 99 })).map(({ amountMinor }) => amountMinor)
  return { ...at, period, file, refused, allRules, scope, run, open, moves }
}

/** A rule about top-ups that MTN's file names. */
export const topUps: NewRule = {
  name: 'promo-fund',
  filter: { network: 'MTN', direction: 'in', why: 'Promo Fund' },
  decision: { kind: 'classify', as: 'top-up' },
}
