import type { Command } from 'commander'
import type { Attribution } from '../../../core/sente.ts'
import type { CommandContext } from '../context.ts'
import { parseName, parseValue } from './values.ts'

/** The options for the author of a change and the reason. */
export type GivenAttribution = { readonly by?: string | undefined; readonly because?: string | undefined }

/** Adds them to a command that changes something; `needed` if the reason is required. */
export function attributed(command: Command, because: 'optional' | 'needed' = 'optional'): Command {
  const text = 'why, for the record: 1 to 500 characters'
  return (
    because === 'needed'
      ? command.requiredOption('--because <TEXT>', text, parseValue)
      : command.option('--because <TEXT>', text, parseValue)
  ).option(
    '--by <NAME>',
    'the author of the change; by default SENTE_OPERATOR, or the user of the operating system',
    parseName,
  )
}

/** The author and the reason, as far as they are given. */
export function attributionOf(
  { by, because }: GivenAttribution,
  { operator }: Pick<CommandContext, 'operator'>,
): Attribution {
  return { by: by ?? operator, because }
}
