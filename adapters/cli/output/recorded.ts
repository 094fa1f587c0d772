import { type Action, isRefusal, type OperatorRefusal } from '../../../core/sente.ts'
import type { CommandAnswer } from '../context.ts'

/** The answer of a completed act that is recorded now. If it could not be recorded, the text adds so. */
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

/** The answer of a completed act, with the reason why it is not in the record of actions. */
export function unrecorded({ json, text, ...rest }: CommandAnswer, why: string): CommandAnswer {
  return {
    ...rest,
    json: { ...json, not_recorded: why },
    text: `${text}\nThis is not in the record of actions: ${why}\n`,
  }
}
