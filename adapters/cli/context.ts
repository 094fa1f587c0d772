import type { Command } from 'commander'
import type { CliDeps, CliStore } from './deps.ts'
import type { Paint } from './output/colours.ts'
import type { ShownProgress } from './output/progress.ts'

/** The answer of a command that is done, as JSON and as text; exit code 0 unless set. */
export type CommandAnswer = { readonly json: object; readonly text: string; readonly exitCode?: 1 }

/** The answer of a refused command. */
export type Refused = { readonly refused: string; readonly message: string }

/** The tools of a command's action. */
export type CommandContext = Pick<
  CliDeps,
  | 'serve'
  | 'sandbox'
  | 'simulator'
  | 'migrate'
  | 'backup'
  | 'restore'
  | 'move'
  | 'declareMoved'
  | 'doctor'
  | 'operator'
  | 'settings'
  | 'caseKey'
> & {
  /** Opens the store, asks, closes it, and reports the answer. */
  answer(ask: (store: CliStore) => Promise<CommandAnswer | Refused>): Promise<void>
  /** The same, without a store. */
  answerAlone(ask: () => Promise<CommandAnswer | Refused>): Promise<void>
  /** Reports an answer that needed no store. */
  report(answer: CommandAnswer): void
  /** Sets the exit code of a command that reports by itself. */
  endWith(exitCode: number): void
  /** The given PIN, or the one from standard input if `-` was given. */
  readPin(given: string): Promise<string>
  /**
   * Shows the progress of a command on standard error; nothing with `--json`. Without a terminal it shows lines, or
   * nothing when only a `bar` is wanted.
   */
  progress(only?: 'bar'): ShownProgress
  /** Colours words of a text, if colours are shown. */
  readonly paint: Paint
}

/** Adds a group's commands to the program or to the group above. */
export type CommandGroup = (parent: Command, context: CommandContext) => void
