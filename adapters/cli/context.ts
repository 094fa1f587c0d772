import type { Command } from 'commander'
import type { CliDeps, CliStore } from './deps.ts'
import type { Paint } from './output/colours.ts'

/** What a command reports when it is done, to programs and to people; exit code 0 unless it says otherwise. */
export type CommandAnswer = { readonly json: object; readonly text: string; readonly exitCode?: 1 }

/** What a command reports when it was refused. */
export type Refused = { readonly refused: string; readonly message: string }

/** What a command's action works with. */
export type CommandContext = Pick<
  CliDeps,
  'serve' | 'simulator' | 'migrate' | 'backup' | 'restore' | 'doctor' | 'operator' | 'settings'
> & {
  /** Asks over the store, which is open only meanwhile, and reports the answer. */
  answer(ask: (store: CliStore) => Promise<CommandAnswer | Refused>): Promise<void>
  /** Reports an answer that needed no store. */
  report(answer: CommandAnswer): void
  /** Ends with the exit code of what has run, which reports for itself. */
  endWith(exitCode: number): void
  /** The PIN as it was given, or from standard input when `-` was given. */
  readPin(given: string): Promise<string>
  /** Colours words of a text; leaves them as they are where colours are not shown. */
  readonly paint: Paint
}

/** Adds a group's commands to the program or to the group above. */
export type CommandGroup = (parent: Command, context: CommandContext) => void
