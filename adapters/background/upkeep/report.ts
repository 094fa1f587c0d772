import type { CommandRefusal } from '../../../core/sente.ts'

/** The report of a command as JSON. */
export type Report = {
  readonly error?: { readonly code: string; readonly message: string }
  /** The reason why it is not in the record of actions; absent if it is. */
  readonly not_recorded?: string
}

/** The report in the output of a command; undefined if there is none. */
export function reportIn(stdout: string): Report | undefined {
  try {
    return JSON.parse(stdout)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The refusal in a report; undefined if the command has done its work. */
export function refusalIn({ error }: Report): CommandRefusal | undefined {
  return error && { refused: error.code, message: error.message }
}
