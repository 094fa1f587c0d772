import type { AddedLists, AddedRows, Changes } from '../../ports/books/unitOfWork.ts'

/** Whether a step has written nothing of any subject. */
export function isNothing(changes: Changes): boolean {
  return Object.values(changes).every((written) => !hasAny(written))
}

/** Stores one subject's writes of a step. */
export type Keep<Written, Step> = (written: NonNullable<Written>, step: Step) => void

/**
 * Keeps the writes of a step in a store, with a function for each subject. Rows that are only added need none where they are
 * put at the end of a list.
 */
export type Keeping<Step> = {
  readonly [Name in Exclude<keyof Changes, keyof AddedRows>]: Keep<Changes[Name], Step>
} & { readonly [Kind in keyof AddedRows]?: Keep<Changes[Kind], Step> }

/**
 * Lets a store keep a step's writes, subject by subject in the order of the changes; each function also gets `step`. Added
 * rows without a function are put at the end of `lists`.
 */
export function keepAll<Step>(changes: Changes, keeping: Keeping<Step>, step: Step, lists: AddedLists): void {
  for (const name of Object.keys(changes) as (keyof Changes)[]) {
    const written = changes[name]
    if (!hasAny(written)) continue
    const keep = keeping[name] as Keep<unknown, Step> | undefined
    if (keep) keep(written, step)
    else addTo(lists[name as keyof AddedRows], written as unknown[])
  }
}

function addTo(list: unknown[], added: readonly unknown[]): void {
  list.push(...added)
}

/** Whether a subject was written: its one row exists, or its list or map has any. */
function hasAny<Written extends Changes[keyof Changes]>(written: Written): written is NonNullable<Written> {
  if (written === undefined) return false
  if (Array.isArray(written)) return written.length > 0
  return !(written instanceof Map) || written.size > 0
}
