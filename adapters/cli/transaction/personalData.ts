import type { Command } from 'commander'
import {
  type Calendar,
  erasePersonalData,
  type FoundLine,
  type FoundRow,
  findPersonalData,
  isRefusal,
  type KeptNumber,
  listPhoneNumbers,
  progressOf,
  type Transaction,
} from '../../../core/sente.ts'
import { csvCell } from '../../formats/csvCell.ts'
import { local, utc } from '../../formats/moment.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandAnswer, CommandContext, Refused } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { writeCsv } from '../money/newFile.ts'
import { table } from '../output/output.ts'
import { parseName, parsePath, parseValue, phoneNumberForm, phoneNumberGiven } from '../program/values.ts'

/** Adds `sente personal-data`. */
export function personalDataCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('personal-data')
    .summary('the records about a phone number')
    .description(
      'Shows the records about a phone number: payments of all accounts, rows of networks’ files, and lines of batches. ' +
        'Erases the number from records that no longer need it. docs/operating/personal-data.md lists the records, their places and their retention.',
    )
  group
    .command('show')
    .summary('show the records about a phone number')
    .description(
      'Lists the payments to and from a phone number, of all accounts, the rows of networks’ files with it, and the ' +
        'lines of batches that are not payments, such as refused or cancelled ones: the data that its owner may request, and that a leak would have revealed. With SENTE_PSEUDONYM_KEY it also lists records from which the number was erased.',
    )
    .argument('<NUMBER>', phoneNumberForm, parseValue)
    .addHelpText('after', '\nExample:\n  sente personal-data show 0770000001')
    .action((written: string, _: object, command: Command) =>
      context.answer(async (store) => show(await phoneNumberGiven(command, written, store.market), store)),
    )
  group
    .command('list')
    .summary('write all phone numbers into a CSV file')
    .description(
      'Writes every stored phone number into a new CSV file, each once, with the number of its payments, rows of networks’ ' +
        'files and lines of batches, and the time of the first and the last: the people whom you may have to inform of a leak. Only you may read the file.',
    )
    .argument('<FILE>', 'the new file', parsePath)
    .addHelpText('after', '\nExample:\n  sente personal-data list numbers.csv')
    .action((file: string) => context.answer((store) => list(file, store)))
  group
    .command('erase')
    .summary('erase a phone number from payments that have ended')
    .description(
      'Replaces the phone number with a pseudonym: in every payment that has ended, in the answers of the networks ' +
        'and of merchants’ endpoints about it, in the rows of networks’ files, and in lines of batches that were ' +
        'refused or cancelled. Amounts, references, balances and events stay unchanged. A payment that is open, or about ' +
        'which its network is still asked, is left out, and so is a waiting line: run it again later. It cannot be undone.',
    )
    .argument('<NUMBER>', phoneNumberForm, parseValue)
    .requiredOption(
      '--because <TEXT>',
      'the reason, for the record: 1 to 500 characters, without the number',
      parseValue,
    )
    .option('--by <NAME>', 'the person who decided; by default the user of the operating system', parseName)
    .addHelpText('after', '\nExample:\n  sente personal-data erase 256770000001 --because "asked for in letter 4711"')
    .action((written: string, { by = context.operator, because }: { by?: string; because: string }, command: Command) =>
      context.answer(async (store) => {
        const { days } = todayOf(store)
        const phoneNumber = await phoneNumberGiven(command, written, store.market)
        const erased = await erasePersonalData(store)({ phoneNumber, by, because })
        if (isRefusal(erased)) return erased
        const { pseudonym, transactions, needed, rows: fileRows, lines, neededLines } = erased
        const places = `payments: ${transactions.length}, rows of files: ${fileRows}, lines of batches: ${lines}`
        const tables = [
          ...(needed.length > 0 ? [rows(needed, days)] : []),
          ...(neededLines.length > 0 ? [lineRows(neededLines, days)] : []),
        ]
        const left =
          tables.length === 0 ? '' : `\nThese still need the number. Run it again later:\n\n${tables.join('\n')}`
        return {
          json: {
            pseudonym,
            erased: transactions.map(json),
            needed: needed.map(json),
            rows: fileRows,
            lines,
            needed_lines: neededLines.map(lineJson),
          },
          text: `Erased from ${places}. ${pseudonym} takes its place\n${left}`,
        }
      }),
    )
}

async function show(phoneNumber: string, store: CliStore): Promise<CommandAnswer> {
  const { transactions, needed, pseudonym, erased, rows: found, lines } = await findPersonalData(store)({ phoneNumber })
  const { days } = todayOf(store)
  const parts = [
    transactions.length === 0 ? `No payment has the number ${phoneNumber}\n` : rows(transactions, days),
    ...(found.length === 0 ? [] : [`\nIn networks’ files:\n\n${fileRows(found, days)}`]),
    ...(lines.length === 0 ? [] : [`\nIn batches, without a payment:\n\n${lineRows(lines, days)}`]),
    ...(erased.length === 0 ? [] : [`\nErased from:\n\n${rows(erased, days)}`]),
  ]
  return {
    json: {
      transactions: transactions.map(json),
      needed: needed.map(({ id }) => id),
      pseudonym: pseudonym ?? null,
      erased: erased.map(json),
      rows: found.map(({ atMs, network, file, item, runId }) => ({
        at: utc(atMs),
        network,
        file,
        item,
        run_id: runId,
      })),
      lines: lines.map(lineJson),
    },
    text: parts.join(''),
  }
}

async function list(file: string, store: CliStore): Promise<CommandAnswer | Refused> {
  const numbers = await listPhoneNumbers(store)()
  const written = await writeCsv(
    file,
    csvLine(csvColumns.map(([name]) => name)),
    portions(numbers, todayOf(store).days),
  )
  if (typeof written !== 'number') return written
  return { json: { file, phone_numbers: written }, text: `Phone numbers written to ${file}: ${written}\n` }
}

const csvColumns: readonly (readonly [string, (kept: KeptNumber, days: Calendar) => string | number])[] = [
  ['phone_number', ({ phoneNumber }) => phoneNumber],
  ['payments', ({ payments }) => payments],
  ['rows_of_files', ({ rows }) => rows],
  ['lines_of_batches', ({ lines }) => lines],
  ['first_at', ({ firstAtMs }, days) => local(firstAtMs, days)],
  ['last_at', ({ lastAtMs }, days) => local(lastAtMs, days)],
]

async function* portions(numbers: readonly KeptNumber[], days: Calendar): AsyncGenerator<readonly string[]> {
  for (let first = 0; first < numbers.length; first += 1_000)
    yield numbers.slice(first, first + 1_000).map((kept) => csvLine(csvColumns.map(([, value]) => value(kept, days))))
}

function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`
}

function fileRows(found: readonly FoundRow[], days: Calendar): string {
  return table(
    ['Time', 'Network', 'File', 'Item', 'Comparison'] as const,
    found.map(({ atMs, network, file, item, runId }) => ({
      Time: local(atMs, days),
      Network: network,
      File: file,
      Item: String(item),
      Comparison: runId,
    })),
  )
}

function lineJson({ batch, line, isNeeded }: FoundLine) {
  const { number, reference, network } = line
  return {
    batch_id: batch.id,
    account_id: batch.accountId,
    line: number,
    reference,
    network,
    state: progressOf({ line, transaction: undefined }, batch),
    asked_at: utc(batch.createdAtMs),
    needed: isNeeded,
  }
}

function lineRows(found: readonly FoundLine[], days: Calendar): string {
  return table(
    ['Asked', 'Batch', 'Line', 'Account', 'Network', 'State', 'Reference'] as const,
    found.map(({ batch, line }) => ({
      Asked: local(batch.createdAtMs, days),
      Batch: batch.id,
      Line: String(line.number),
      Account: batch.accountId,
      Network: line.network,
      State: progressOf({ line, transaction: undefined }, batch),
      Reference: line.reference,
    })),
  )
}

function json({ id, accountId, kind, reference, network, state, createdAtMs }: Transaction) {
  return { transaction_id: id, account_id: accountId, kind, reference, network, state, created_at: utc(createdAtMs) }
}

function rows(transactions: readonly Transaction[], days: Calendar): string {
  return table(
    ['Opened', 'Transaction', 'Account', 'Kind', 'Network', 'State', 'Reference'] as const,
    transactions.map(({ id, accountId, kind, reference, network, state, createdAtMs }) => ({
      Opened: local(createdAtMs, days),
      Transaction: id,
      Account: accountId,
      Kind: kind,
      Network: network,
      State: state,
      Reference: reference,
    })),
  )
}
