import type { EntryNote, FoundException, Proposal } from '../../../../core/sente.ts'
import type { Form } from '../../request/form.ts'
import type { AccountNames } from '../names.tsx'

/** What is told beside an exception: what was done, or the form that was refused. */
export type Told = {
  readonly done?: string | undefined
  readonly refused?: string
  readonly name?: string
  readonly form?: Form
}

/** An exception with its history, and the proposal about it that waits. */
export type About = FoundException & {
  readonly notes: readonly EntryNote[]
  readonly names: AccountNames
  readonly waiting: Proposal | undefined
  readonly nowMs: number
}
