import { type Action, isRefusal, type OperatorRefusal } from '../../../core/sente.ts'
import type { CommandAnswer } from '../context.ts'

/** The answer of what is done already, and recorded now; that it could not be recorded is said beside it. */
export async function recorded(
  answer: CommandAnswer,
  note: () => Promise<Action | OperatorRefusal>,
): Promise<CommandAnswer> {
  try {
    const noted = await note()
    return isRefusal(noted) ? unrecorded(answer, noted.message) : answer
  } catch (error) {
    return unrecorded(answer, error instanceof Error ? error.message : String(error))
  }
}

/** The answer of what is done, with why it is not in the record of actions. */
export function unrecorded({ json, text, ...rest }: CommandAnswer, why: string): CommandAnswer {
  return {
    ...rest,
    json: { ...json, not_recorded: why },
    text: `${text}\nThis is not in the record of actions: ${why}\n`,
  }
}
