import { type Command, Option } from 'commander'
import type { Account, AccountSettings } from '../../../core/sente.ts'
import { languageCodes } from '../../written/languages.ts'
import { changeAnswer } from '../action/proposal/view.ts'
import type { CommandContext } from '../context.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { shownAccount } from './view.ts'

type Given = {
  readonly kyc?: Account['kyc']
  readonly apiAccess?: 'on' | 'off'
  readonly pin?: string
  readonly clearPin?: true
  readonly language?: string
  readonly clearLanguage?: true
} & GivenAttribution

/** Adds `account set`. */
export function accountSet(group: Command, context: CommandContext): void {
  const command = group
    .command('set')
    .summary('set KYC status, API access, PIN or language')
    .description('Sets the given values and leaves the rest unchanged; at least one option is required.')
    .argument('<ID>', 'the account')
    .addOption(new Option('--kyc <STATUS>', 'the KYC status').choices(['complete', 'incomplete']))
    .addOption(new Option('--api-access <SWITCH>', 'whether its keys may be used').choices(['on', 'off']))
    .addOption(
      new Option(
        '--pin <PIN>',
        'a new PIN, 4 to 6 digits that do not repeat or run; - reads it from standard input',
      ).conflicts('clearPin'),
    )
    .option('--clear-pin', 'remove the PIN; without one no payout can be made')
    .addOption(
      new Option('--language <CODE>', 'for users who have chosen none, and customers whose browser asks for none')
        .choices(languageCodes)
        .conflicts('clearLanguage'),
    )
    .option('--clear-language', 'remove the language; pages are then as each browser asks')
  attributed(command)
    .addHelpText('after', afterHelp)
    .action(async (id: string, given: Given, command: Command) => {
      const settings = await settingsOf(given, context)
      if (Object.keys(settings).length === 0)
        command.error('expected --kyc, --api-access, --pin, --clear-pin, --language or --clear-language')
      const change = { kind: 'account.set', request: { accountId: id, settings } } as const
      await context.answer((store) =>
        changeAnswer(store, { change, ...attributionOf(given, context) }, () => shownAccount(id, store)),
      )
    })
}

const afterHelp = `
Safe to repeat: values that are already set do not change. A new PIN also ends
a lock after wrong PINs.

A PIN on the command line is visible in the list of processes and in the
shell's history: prefer --pin - and let it be read from standard input.

Examples:
  sente account set 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --kyc complete
  sente account set 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --pin - < pin.txt`

async function settingsOf(
  { kyc, apiAccess, pin, clearPin, language, clearLanguage }: Given,
  { readPin }: CommandContext,
): Promise<AccountSettings> {
  return {
    ...(kyc && { kyc }),
    ...(apiAccess && { apiAccess: apiAccess === 'on' }),
    ...(pin !== undefined && { pin: await readPin(pin) }),
    ...(clearPin && { pin: null }),
    ...(language !== undefined && { language }),
    ...(clearLanguage && { language: null }),
  }
}
