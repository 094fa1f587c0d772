import { type Command, Option } from 'commander'
import { type Account, type CreatedAccount, createAccount, isRefusal, type NewAccount } from '../../../core/sente.ts'
import type { CommandAnswer, CommandContext } from '../context.ts'
import { lines } from '../output/output.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'
import { type OpeningBalance, parseEach, parseName, parseOpeningBalance } from '../program/values.ts'

type Given = {
  readonly name: string
  readonly kyc?: Account['kyc']
  readonly activate?: readonly string[]
  readonly pin?: string
  readonly fund?: readonly OpeningBalance[]
} & GivenAttribution

/** Adds `account create`. */
export function accountCreate(group: Command, context: CommandContext): void {
  const command = group
    .command('create')
    .summary('add a merchant and print its keys, once')
    .description(
      'Adds an account with one secret and one public key and prints them. They are not stored and never shown again. ' +
        'At first KYC is incomplete, API access is on, and no currency is activated.',
    )
    .requiredOption('--name <NAME>', "the merchant's name", parseName)
    .addOption(new Option('--kyc <STATUS>', 'the KYC status').choices(['complete', 'incomplete']))
    .option('--activate <CURRENCY>', 'a currency to activate, such as UGX; may be repeated', parseEach)
    .option(
      '--pin <PIN>',
      'the PIN for payouts, 4 to 6 digits that do not repeat or run; - reads it from standard input',
    )
    .option(
      '--fund <CURRENCY=AMOUNT>',
      'an opening balance, such as UGX=1000000; may be given once for each currency',
      parseOpeningBalance,
    )
  attributed(command)
    .addHelpText('after', afterHelp)
    .action(async (given: Given) => {
      const account = await newAccount(given, context)
      await context.answer(async (store) => {
        const created = await createAccount(store)(account)
        return isRefusal(created) ? created : createdAnswer(created)
      })
    })
}

const afterHelp = `
An opening balance is funded under the reference initial-CURRENCY. Do not repeat
the command blindly: every run makes another account with keys of its own. When
it is refused, nothing was created.

A PIN on the command line is visible in the list of processes and in the
shell's history: prefer --pin -, which reads it from standard input.

Examples:
  sente account create --name Duka --kyc complete --activate UGX
  sente account create --name Duka --kyc complete --activate UGX \\
      --fund UGX=1000000 --pin - < pin.txt`

async function newAccount({ pin, ...given }: Given, context: CommandContext): Promise<NewAccount> {
  const account = { ...given, ...attributionOf(given, context) }
  return pin === undefined ? account : { ...account, pin: await context.readPin(pin) }
}

function createdAnswer({ account, secretKey, publicKey }: CreatedAccount): CommandAnswer {
  return {
    json: { account_id: account.id, secret_key: secretKey, public_key: publicKey },
    text: `${lines([
      ['Account', account.id],
      ['Secret key', secretKey],
      ['Public key', publicKey],
    ])}\nKeep the keys now: they are not shown again.\n`,
  }
}
