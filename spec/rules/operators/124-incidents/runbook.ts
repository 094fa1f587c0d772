import { ranHere } from '../../../fixtures/inThisProcess.ts'
import type { Ran } from '../../../fixtures/processes.ts'
import { textOf } from '../../../sourceTree.ts'

/** The names on a page, such as `ID`, and their values here. */
type Filled = Readonly<Record<string, string>>

/**
 * Runs commands of an incident's page, found by their beginnings, with its names filled in; throws for a command that
 * the page does not have.
 */
export function runbook(page: string, env: Record<string, string>, run = ranHere) {
  const text = textOf(`docs/operating/incidents/${page}.md`)
  const commands = [...text.matchAll(/^ *node_modules\/\.bin\/sente (.*)$/gm)].map(([, command = '']) => command)
  return async (beginning: string, filled: Filled = {}): Promise<Ran> => {
    const command = commands.find((one) => one.startsWith(beginning))
    if (command === undefined) throw new Error(`${page} has no command ${beginning}`)
    return run(wordsOf(command, filled), env)
  }
}

/** The words of a command as a shell splits them, with names filled in. */
function wordsOf(command: string, filled: Filled): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? filled[plain] ?? plain)
}
