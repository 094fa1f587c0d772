import type { Command } from 'commander'
import type { Attribution } from '../../../core/sente.ts'
import type { CommandContext } from '../context.ts'
import { parseName, parseValue } from './values.ts'

/** The options that say who does something, and why. */
export type GivenAttribution = { readonly by?: string | undefined; readonly because?: string | undefined }

/** Adds them to a command that changes something; `needed` where it has to say why. */
export function attributed(command: Command, because: 'optional' | 'needed' = 'optional'): Command {
  const text = 'why, for the record: 1 to 500 characters'
  return (
    because === 'needed'
      ? command.requiredOption('--because <TEXT>', text, parseValue)
      : command.option('--because <TEXT>', text, parseValue)
  ).option('--by <NAME>', 'who does it; by default SENTE_OPERATOR, or the user of the operating system', parseName)
}

/** Who does it, and why, as far as that was said. */
export function attributionOf(
  { by, because }: GivenAttribution,
  { operator }: Pick<CommandContext, 'operator'>,
): Attribution {
  return { by: by ?? operator, because }
}
