import type { Command } from 'commander'
import { type Calendar, type ContinuedAudit, continueAudit, noteAudit } from '../../../core/sente.ts'
import { local, utc } from '../../formats/moment.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandAnswer, CommandContext } from '../context.ts'
import type { Paint } from '../output/colours.ts'
import { table } from '../output/output.ts'
import { recorded } from '../output/recorded.ts'
import { attributed, attributionOf, type GivenAttribution } from '../program/attribution.ts'

/** Adds `sente audit`. */
export function auditCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('audit')
    .summary('check the books')
    .description(
      'Checks the books at one moment against every rule of the books: what has changed since the last audit that ' +
        'found nothing broken, or everything, with the pages and indexes of the database. Everything is checked at the ' +
        'first audit, after a restore or a quarantine, every 30 days, and with --all. It changes nothing in the books, ' +
        'may run while the server does, and records the audit. Exit code 1 if a rule is broken. Payments that their ' +
        'network contradicts are listed apart: they need a person, but the books are not damaged, and the exit code ' +
        'stays 0.',
    )
    .option('--all', 'check everything, old payments too')
    .addHelpText('after', afterHelp)
  attributed(command).action(({ all, ...who }: GivenAudit) =>
    context.answer(async (store) => {
      const progress = context.progress('bar')
      const auditing = continueAudit({ ...store, onProgress: progress.show })({ all: all === true })
      const audit = await auditing.finally(progress.end)
      const { checked, broken } = audit
      const note = { ...attributionOf(who, context), checked, broken: broken.length }
      return recorded(auditAnswer(audit, context.paint, todayOf(store).days), () => noteAudit(store)(note))
    }),
  )
}

type GivenAudit = GivenAttribution & { readonly all?: true }

const afterHelp = `
Rules:
  balance_is_sum           a stored balance is the sum of its postings
  balance_not_negative     no balance is below zero
  sum_is_zero              all postings of a currency add up to zero
  postings_in_order        the postings of a balance are dated in order
  postings_fit_transaction  a transaction has the postings of its state
  postings_fit_funding      a funding or withdrawal has its one posting
  nothing_stray            every row belongs to something
  events_without_gap       the events of an account count 1, 2, 3 …
  one_event_each           each end, funding and withdrawal has one event
  actions_without_gap      the actions of operators count 1, 2, 3 … to the end
  actions_unchanged        each action has the hash that the next one holds
  move_fits_action         movements of your own money and their actions agree

Listed apart, as it breaks no rule:
  contradicted             a payment whose network contradicted it, or undid it

Examples:
  sente audit
  sente audit --all
  sente audit --json`

function auditAnswer(
  { ok, checked, broken, contradicted, since }: ContinuedAudit,
  paint: Paint,
  days: Calendar,
): CommandAnswer {
  const apart = contradicted.map(({ transactionId, problem }) => ({ transaction_id: transactionId, problem }))
  const json = { ok, checked, broken, contradicted: apart, ...sinceJson(since) }
  const more = contradictedText(contradicted, paint)
  if (ok)
    return {
      json,
      text: `The books ${paint.good('agree')}; rows checked: ${checked}\n${sinceText(since, days)}${more}`,
    }
  const rows = broken.map(({ rule, row, problem }) => ({ Rule: rule, Row: row, Problem: problem }))
  const text = `The books do ${paint.bad('not agree')}; rows checked: ${checked}, broken: ${broken.length}\n\n`
  return { json, text: text + table(['Rule', 'Row', 'Problem'], rows) + more, exitCode: 1 }
}

/** The audit before, from which this one went on, as JSON. */
export function sinceJson(since: ContinuedAudit['since']) {
  return { since: since && { at: utc(since.atMs), payments: since.transactions } }
}

function sinceText(since: ContinuedAudit['since'], days: Calendar): string {
  if (!since) return ''
  const { atMs, transactions } = since
  return (
    `Only changes since the audit of ${local(atMs, days)} were checked, with ${transactions} payments. ` +
    'sente audit --all checks everything\n'
  )
}

function contradictedText(contradicted: ContinuedAudit['contradicted'], paint: Paint): string {
  if (contradicted.length === 0) return ''
  const rows = contradicted.map(({ transactionId, problem }) => ({ Transaction: transactionId, Problem: problem }))
  const text = `\nPayments that ${paint.bad('need a person')}, because their network contradicts them: ${contradicted.length}\n\n`
  return text + table(['Transaction', 'Problem'], rows)
}
