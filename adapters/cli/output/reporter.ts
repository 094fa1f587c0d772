import { CommanderError } from 'commander'
import { visibleJson, visibleLines } from '../../formats/visible.ts'
import type { CommandAnswer, Refused } from '../context.ts'
import { WrongUsage } from '../program/wrongUsage.ts'

/** Reports the outcome of a command and returns its exit code. */
export type Reporter = {
  /** Prints help for a person after a failure; nothing with `--json`. */
  hint(text: string): void
  answer(answer: CommandAnswer | Refused): number
  /** Reports an error that ended a command early. Requested help and version are not failures. */
  thrown(error: unknown): number
}

type Outputs = { json: boolean; out(text: string): void; err(text: string): void }

/** Reports as one JSON object on standard output, or as text with failures on standard error. */
export function reporter({ json, out, err }: Outputs): Reporter {
  const hint = (text: string) => {
    if (!json) err(text)
  }
  let answered = false
  const write = (object: object, text: string) => {
    answered = true
    out(json ? visibleJson(`${JSON.stringify(object)}\n`) : visibleLines(text))
  }
  const fail = (code: string, message: string) => {
    // A program reads exactly one object: errors after the answer are reported as text.
    if (json && !answered) write({ error: { code, message } }, '')
    else err(visibleLines(`${message}\n`))
  }
  return {
    hint,
    answer(answer) {
      if ('refused' in answer) {
        fail(answer.refused, answer.message)
        return 1
      }
      write(answer.json, answer.text)
      return answer.exitCode ?? 0
    },
    thrown(error) {
      if (error instanceof CommanderError && error.exitCode === 0) return 0
      if (error instanceof WrongUsage) {
        fail('usage', error.message)
        hint(error.hint)
        return 2
      }
      fail('failed', error instanceof Error ? error.message : String(error))
      return 1
    },
  }
}
