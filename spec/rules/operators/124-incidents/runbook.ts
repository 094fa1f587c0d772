import { ranHere } from '../../../fixtures/inThisProcess.ts'
import type { Ran } from '../../../fixtures/processes.ts'
import { textOf } from '../../../sourceTree.ts'

/** What stands for a name on a page, such as `ID`, and what it is here. */
type Filled = Readonly<Record<string, string>>

/**
 * Runs the commands that stand on the page of an incident, found by how they begin, with its names filled in; throws for
 * a command that the page does not have.
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
