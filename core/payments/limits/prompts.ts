import { limitReached } from '../../accounts/limits/accountLimits.ts'
import type { Refusal } from '../../model/refusal.ts'
import type { PromptLimit, RiskLimits } from '../../model/riskLimits.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Prompt } from '../../ports/books/counts.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'
import { isWithinAnHour, untilOver } from './withinAnHour.ts'

/** The prompts that a limit counts, and the time of its end once so many of them must have ended; null: not known. */
type Counting = {
  readonly limit: PromptLimit
  counts(prompt: Prompt, nowMs: number): boolean
  endsInMs(prompts: readonly Prompt[], toEnd: number, nowMs: number): number | null
}

/** The first reached limit is the answer; if both are reached, the one whose end is known. */
const promptLimits: readonly Counting[] = [
  {
    limit: 'prompts_an_hour',
    counts: ({ atMs }, nowMs) => isWithinAnHour(atMs, nowMs),
    endsInMs: (prompts, toEnd, nowMs) =>
      untilOver(
        prompts.map(({ atMs }) => atMs),
        toEnd,
        nowMs,
      ),
  },
  { limit: 'prompts_unanswered', counts: ({ isOpen }) => isOpen, endsInMs: () => null },
]

/** Whether prompts are counted at all. */
export function limitsPrompts(limits: RiskLimits): boolean {
  return promptLimits.some(({ limit }) => limits[limit] !== null)
}

/** Counts a collection as a prompt to its phone number, or refuses it because a limit is reached. */
export function countPrompt(
  work: UnitOfWork,
  { id, createdAtMs }: Transaction,
  limits: RiskLimits,
): Refusal | undefined {
  if (!limitsPrompts(limits)) return undefined
  const prompts = work.prompts()
  const nowMs = work.nowMs(createdAtMs)
  const counted = new Set<Prompt>()
  for (const { limit, counts, endsInMs } of promptLimits) {
    const most = limits[limit]
    if (most === null) continue
    const theirs = prompts.filter((prompt) => counts(prompt, nowMs))
    const toEnd = theirs.length - most + 1
    if (toEnd > 0) return limitReached({ limit, most, endsInMs: endsInMs(theirs, toEnd, nowMs) })
    for (const prompt of theirs) counted.add(prompt)
  }
  // Prompts that no limit counts any longer are dropped.
  work.keepPrompts([...counted, { transactionId: id, atMs: nowMs, isOpen: true }])
  return undefined
}
