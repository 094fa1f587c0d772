import type { Command } from 'commander'
import { erasePersonalData, findPersonalData, isRefusal, type Transaction } from '../../../core/sente.ts'
import { utc } from '../../formats/moment.ts'
import type { CommandAnswer, CommandContext } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { table } from '../output/output.ts'
import { parseName, parsePhoneNumber, parseValue } from '../program/values.ts'

const number = 'the phone number, in international digits without a plus sign'

/** Adds `sente personal-data`. */
export function personalDataCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('personal-data')
    .summary('what is kept about a phone number')
    .description(
      'Shows every payment to and from a phone number, of all accounts, and erases the number where it is not needed any ' +
        'more. docs/operating/personal-data.md says what is kept where, and for how long.',
    )
  group
    .command('show')
    .summary('show what is kept about a phone number')
    .description(
      'Lists the payments to and from a phone number, of all accounts: what its owner may ask for, and what a leak would ' +
        'have revealed. With SENTE_PSEUDONYM_KEY also those from which the number was erased.',
    )
    .argument('<NUMBER>', number, parsePhoneNumber)
    .addHelpText('after', '\nExample:\n  sente personal-data show 256770000001')
    .action((phoneNumber: string) => context.answer((store) => show(phoneNumber, store)))
  group
    .command('erase')
    .summary('erase a phone number from payments that have ended')
    .description(
      'Puts a pseudonym in the place of the phone number, in every payment that has ended and with what the networks said ' +
        'about it. Amounts, references, balances and events stay as they are. A payment that is open, or that its network ' +
        'is still asked about, is left: run it again later. It cannot be undone.',
    )
    .argument('<NUMBER>', number, parsePhoneNumber)
    .requiredOption(
      '--because <TEXT>',
      'why, for those who ask later: 1 to 500 characters, without the number',
      parseValue,
    )
    .option('--by <NAME>', 'who decided; by default the user of the operating system', parseName)
    .addHelpText('after', '\nExample:\n  sente personal-data erase 256770000001 --because "asked for in letter 4711"')
    .action((phoneNumber: string, { by = context.operator, because }: { by?: string; because: string }) =>
      context.answer(async (store) => {
        const erased = await erasePersonalData(store)({ phoneNumber, by, because })
        if (isRefusal(erased)) return erased
        const { pseudonym, transactions, needed } = erased
        const left = needed.length === 0 ? '' : `\nThese need the number still. Run it again later:\n\n${rows(needed)}`
        return {
          json: { pseudonym, erased: transactions.map(json), needed: needed.map(json) },
          text: `Erased from payments: ${transactions.length}. ${pseudonym} stands in its place\n${left}`,
        }
      }),
    )
}

async function show(phoneNumber: string, store: CliStore): Promise<CommandAnswer> {
  const { transactions, needed, pseudonym, erased } = await findPersonalData(store)({ phoneNumber })
  const parts = [
    transactions.length === 0 ? 'No payment has this number\n' : rows(transactions),
    ...(erased.length === 0 ? [] : [`\nErased from:\n\n${rows(erased)}`]),
  ]
  return {
    json: {
      transactions: transactions.map(json),
      needed: needed.map(({ id }) => id),
      pseudonym: pseudonym ?? null,
      erased: erased.map(json),
    },
    text: parts.join(''),
  }
}

function json({ id, accountId, kind, reference, network, state, createdAtMs }: Transaction) {
  return { transaction_id: id, account_id: accountId, kind, reference, network, state, created_at: utc(createdAtMs) }
}

function rows(transactions: readonly Transaction[]): string {
  return table(
    ['Opened', 'Transaction', 'Account', 'Kind', 'Network', 'State', 'Reference'] as const,
    transactions.map(({ id, accountId, kind, reference, network, state, createdAtMs }) => ({
      ...{ Opened: utc(createdAtMs), Transaction: id, Account: accountId },
      ...{ Kind: kind, Network: network, State: state, Reference: reference },
    })),
  )
}
