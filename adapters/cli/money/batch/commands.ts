import { type Command, Option } from 'commander'
import {
  type BatchDecided,
  checkUnconfirmed,
  decideBatch,
  isRefusal,
  type LineProgress,
  unknownBatch,
} from '../../../../core/sente.ts'
import { lineData, lineStates } from '../../../formats/batch.ts'
import { todayOf } from '../../../written/moment.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { parseValue, wholeNumber } from '../../program/values.ts'
import { batchJson, batchTable, batchText, lineTable } from './view.ts'

/** Adds `sente batch`. */
export function batchCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('batch')
    .summary('many payouts in one request of a merchant')
    .description(
      'Merchants request many payouts at once, and the money of all is held until each is opened. They pause, resume and ' +
        'cancel their batches themselves; here you do it for them, and approve batches that wait for a second person. ' +
        'docs/operating/batches.md explains it.',
    )
  group
    .command('list')
    .summary('list the batches, newest first')
    .description(
      'Lists the batches of all accounts, newest first, with the progress of each and the money that it still holds.',
    )
    .option('--account <ID>', 'only batches of this account', parseValue)
    .option('--before <BATCH_ID>', 'only batches older than this one', parseValue)
    .option('--limit <N>', 'how many at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 50)
    .addHelpText('after', '\nExample:\n  sente batch list --account 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d')
    .action((query: ListQuery) => context.answer((store) => list(query, store)))
  group
    .command('show')
    .summary('show a batch, with the totals of its lines')
    .description(
      'Shows a batch of any account: the requested and the held money, and the number of lines in each state. With --lines ' +
        'it lists the lines, too, with their payments.',
    )
    .argument('<BATCH_ID>', 'the batch', parseValue)
    .option('--lines', 'list the lines, too')
    .addOption(new Option('--state <STATE>', 'only lines in this state').choices(lineStates))
    .option('--after <LINE>', 'only lines after this one', wholeNumber({ least: 0, most: 1e6 }), 0)
    .option('--limit <N>', 'how many lines at most, up to 10000', wholeNumber({ least: 1, most: 10_000 }), 100)
    .addHelpText('after', `\nExample:\n  sente batch show ${exampleId} --lines --state refused`)
    .action((batchId: string, given: ShowQuery) => context.answer((store) => show(batchId, given, store)))
  for (const each of changes) changing(group, context, each)
}

const exampleId = '0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d'

type ListQuery = { readonly account?: string; readonly before?: string; readonly limit: number }

async function list({ account, before, limit }: ListQuery, store: CliStore): Promise<CommandAnswer> {
  const where = { ...(account !== undefined && { accountId: account }), ...(before !== undefined && { before }) }
  const found = await store.batches.list({ ...where, limit })
  const text = found.length === 0 ? 'There are no batches.\n' : batchTable(found, todayOf(store).days)
  const check = checkUnconfirmed(store)
  const json = found.map(async (batch) => batchJson(batch, batch.totals ?? [], await check(batch)))
  return { json: { batches: await Promise.all(json) }, text }
}

type ShowQuery = {
  readonly lines?: true
  readonly state?: LineProgress
  readonly after: number
  readonly limit: number
}

async function show(batchId: string, given: ShowQuery, store: CliStore): Promise<CommandAnswer | Refused> {
  const { batches } = store
  const batch = await batches.byId(batchId)
  if (!batch) return unknownBatch(batchId)
  const totals = batch.totals ?? (await batches.totals(batchId))
  const needsIt = await checkUnconfirmed(store)(batch)
  const { state, after, limit } = given
  const isListed = given.lines || state !== undefined
  const query = { batchId, after, limit, ...(state !== undefined && { progress: state }) }
  const lines = isListed ? await batches.lines(query) : []
  return {
    json: {
      ...batchJson(batch, totals, needsIt),
      ...(isListed && { listed: lines.map((rows) => lineData(rows, batch)) }),
    },
    text:
      batchText(batch, totals, todayOf(store).days) +
      (needsIt ? unconfirmedText : '') +
      (isListed ? `\n${lineTable(lines, batch)}` : ''),
  }
}

const unconfirmedText =
  '\nIt is older than a quarantine, and its waiting lines may have been paid: compare them, record the payments that were made, then confirm it.\n'

type Changing = {
  readonly change: BatchDecided
  readonly summary: string
  readonly description: string
  readonly because: 'optional' | 'needed'
  readonly reason: string
  readonly done: string
}

const changes: readonly Changing[] = [
  {
    change: 'pause',
    summary: 'open no more payouts of a batch for now',
    description: 'Opens no payout of a batch until you or its merchant resumes it. Its money stays held.',
    because: 'needed',
    reason: 'the merchant has called: wrong amounts',
    done: 'It is paused: no line is opened.',
  },
  {
    change: 'resume',
    summary: 'open the payouts of a batch again',
    description:
      'Resumes a paused batch, whoever paused it. A batch from before the books were restored must be confirmed first.',
    because: 'optional',
    reason: 'the amounts are right',
    done: 'It is resumed.',
  },
  {
    change: 'confirm',
    summary: 'confirm that no waiting line of a batch was paid before the books were restored',
    description:
      'Restored books may not show which lines of a batch were paid, so a batch that is older than a quarantine can ' +
      "neither be resumed nor approved. First compare its waiting lines with the networks' payments. It stays as it is " +
      'until it is resumed or approved; if a line was paid, cancel it instead.',
    because: 'needed',
    reason: 'compared with the portal: none was paid',
    done: 'It is confirmed: resume or approve it.',
  },
  {
    change: 'approve',
    summary: 'approve a batch that waits for a second person',
    description:
      'Approves a batch above the limit of SENTE_FOUR_EYES for one person: its payouts are opened. Its merchant may ' +
      'do so, too, with a key other than the one that requested it.',
    because: 'optional',
    reason: 'confirmed by the merchant',
    done: 'It is approved.',
  },
  {
    change: 'cancel',
    summary: 'open no more payouts of a batch, and release its money',
    description:
      'Releases the money of all waiting lines at once, and opens none of them. Open payouts continue, ' +
      'and the batch is completed when they end. It cannot be undone.',
    because: 'needed',
    reason: 'asked for in letter 4711',
    done: 'It is cancelled: the money of its waiting lines is released.',
  },
]

function changing(group: Command, context: CommandContext, given: Changing): void {
  const { change, summary, description, because, reason, done } = given
  const command = group
    .command(change)
    .summary(summary)
    .description(description)
    .argument('<BATCH_ID>', 'the batch', parseValue)
  attributed(command, because)
    .addHelpText(
      'after',
      `\nSafe to repeat: the same command again changes nothing and reports so.\n\nExample:\n  sente batch ${change} ${exampleId} --because "${reason}"`,
    )
    .action((batchId: string, attribution: GivenAttribution) =>
      context.answer(async (store) => {
        const decided = await decideBatch(store)({ batchId, change, ...attributionOf(attribution, context) })
        if (isRefusal(decided)) return decided
        const { batch, isChanged } = decided
        const totals = await store.batches.totals(batchId)
        const text = isChanged ? done : 'Nothing was changed: it was already in that state.'
        return {
          json: { ...batchJson(batch, totals, await checkUnconfirmed(store)(batch)), is_changed: isChanged },
          text: `${text}\n\n${batchText(batch, totals, todayOf(store).days)}`,
        }
      }),
    )
}
