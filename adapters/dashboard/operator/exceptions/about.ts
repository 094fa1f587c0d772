import type { EntryNote, FoundException, Proposal } from '../../../../core/sente.ts'
import type { Refusing } from '../../parts/fields.tsx'
import type { Form } from '../../request/form.ts'
import type { AccountNames } from '../parts/names.tsx'

/** The messages beside an exception: the result of a form, or the refused form. */
export type Notice = {
  readonly done?: string | undefined
  readonly refused?: Refusing
  readonly name?: string
  readonly form?: Form
}

/** An exception with its history, and its waiting proposal. */
export type About = FoundException & {
  readonly notes: readonly EntryNote[]
  readonly names: AccountNames
  readonly waiting: Proposal | undefined
  readonly nowMs: number
}
