import { type Command, InvalidArgumentError } from 'commander'
import { type ChainEnd, listActions, type VerifiedActions, verifyActions } from '../../../core/sente.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandAnswer, CommandContext } from '../context.ts'
import type { Paint } from '../output/colours.ts'
import { table } from '../output/output.ts'
import { parseName, parseSpan, parseValue, type SpanGiven, wholeNumber } from '../program/values.ts'
import { actionsAnswer } from './view.ts'

type Given = {
  readonly account?: string
  readonly by?: string
  readonly kind?: string
  readonly from?: SpanGiven
  readonly to?: SpanGiven
  readonly before?: number
  readonly limit: number
}

/** Adds `sente action`. */
export function actionCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('action')
    .summary('the record of changes, with their authors and reasons')
    .description(
      'Each change by a command is recorded: its time, its author, the values before and after, and the reason. ' +
        'Entries are only ever added to the record; docs/operating/who-did-what.md explains how tampering is detected.',
    )
  actionList(group, context)
  actionVerify(group, context)
}

function actionList(group: Command, context: CommandContext): void {
  const anyNumber = wholeNumber({ least: 1, most: Number.MAX_SAFE_INTEGER })
  group
    .command('list')
    .summary('list changes, latest first')
    .description(
      'Lists the changes by operators, latest first. If there are more than the limit, it shows how to ' +
        'continue; in JSON next is the value for --before, or null at the end.',
    )
    .option('--account <ID>', 'only changes of this account', parseValue)
    .option('--by <NAME>', 'only changes that this person made or approved', parseName)
    .option('--kind <KIND>', 'only this kind, such as account.fund', parseValue)
    .option('--from <TIME>', 'only from this day or time on, such as 2026-01-31, yesterday or last-month', parseSpan)
    .option('--to <TIME>', 'only up to the end of this day, or before this time', parseSpan)
    .option('--limit <N>', 'how many at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 50)
    .option('--before <NUMBER>', 'only changes before this one', anyNumber)
    .addHelpText('after', afterList)
    .action(({ account, from, to, ...given }: Given) =>
      context.answer(async (store) => {
        const today = todayOf(store)
        return actionsAnswer(
          await listActions(store)({
            ...given,
            ...(account !== undefined && { accountId: account }),
            ...(from && { fromMs: from(today).fromMs }),
            ...(to && { toMs: to(today).toMs }),
          }),
          today.days,
        )
      }),
    )
}

const afterList = `
Examples:
  sente action list
  sente action list --account 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d
  sente action list --by amina --kind account.fund --from 2026-01-01 --json`

function actionVerify(group: Command, context: CommandContext): void {
  group
    .command('verify')
    .summary('check that nothing in the record was removed or changed')
    .description(
      'Computes the hash of each action again, and compares it with the one in the next action. Prints the number ' +
        'and the hash of the last one: noted elsewhere, they prove later that nothing up to it has changed. Exit code 1 ' +
        'if anything has. sente audit checks this, too.',
    )
    .option('--noted <NUMBER:HASH>', 'an end that was noted before', parseEnd)
    .addHelpText('after', afterVerify)
    .action(({ noted }: { readonly noted?: ChainEnd }) =>
      context.answer(async (store) => verified(await verifyActions(store)(noted ? { noted } : {}), context.paint)),
    )
}

const afterVerify = `
Examples:
  sente action verify
  sente action verify --noted \\
      41:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08`

function parseEnd(text: string): ChainEnd {
  const [, number, hash] = /^([0-9]{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (number !== undefined && hash !== undefined) return { number: Number(number), hash }
  throw new InvalidArgumentError('Expected NUMBER:HASH, as printed by sente action verify.')
}

function verified({ end, checked, broken }: VerifiedActions, paint: Paint): CommandAnswer {
  const last = end.number === 0 ? null : `${end.number}:${end.hash}`
  const json = { ok: broken.length === 0, checked, end: last, broken }
  if (broken.length === 0) {
    const text = `The record is ${paint.good('whole')}; actions checked: ${checked}\n`
    return { json, text: last === null ? text : `${text}Note elsewhere: ${last}\n` }
  }
  const rows = broken.map(({ rule, row, problem }) => ({ Rule: rule, Row: row, Problem: problem }))
  const text = `The record is ${paint.bad('not intact')}; actions checked: ${checked}, broken: ${broken.length}\n\n`
  return { json, text: text + table(['Rule', 'Row', 'Problem'], rows), exitCode: 1 }
}
