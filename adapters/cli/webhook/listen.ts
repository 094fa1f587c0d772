import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { type EventRows, eventTypeOf, isRefusal, type Refusal, readEvents } from '../../../core/sente.ts'
import type { CommandContext } from '../context.ts'
import type { Posted } from '../deps.ts'
import { readable } from '../output/output.ts'
import { parseValue, wholeNumber } from '../program/values.ts'
import { type EndpointWork, forAccount, readUrl } from './forEndpoint.ts'
import { withCause } from './view.ts'

type Given = { readonly forwardTo: string; readonly after?: number }

/**
 * How often the books are asked for events, and the pauses before an event is posted again after a failure, in
 * milliseconds.
 */
const [lookMs, shortestPauseMs, longestPauseMs] = [500, 1_000, 30_000]

/** Adds `sente listen`. */
export function listenCommand(program: Command, context: CommandContext): void {
  program
    .command('listen')
    .summary("forward an account's events to a developer's machine, until it is stopped")
    .description(
      "Posts an account's events to a URL, signed like webhooks, one after the other, and shows the answers. An event without a " +
        '2xx answer is posted again, so that none is lost while the program there is down. It begins ' +
        'with the next event, and adds no endpoint to the account. With --json each event is an object on a ' +
        'line of its own.',
    )
    .argument('<ID>', 'the account')
    .requiredOption('--forward-to <URL>', 'the URL of your program, such as http://127.0.0.1:4000/webhooks', parseValue)
    .option(
      '--after <SEQUENCE>',
      'begin after this event; 0 begins with the first',
      wholeNumber({ least: 0, most: 1e12 }),
    )
    .addHelpText('after', afterHelp)
    .action((account: string, given: Given) =>
      context.answer(
        forAccount({ account, who: { by: context.operator } }, async (work) => {
          const read = readUrl(given.forwardTo, work.tools)
          return isRefusal(read) ? read : listen(work, { ...given, forwardTo: read.url }, context)
        }),
      ),
    )
}

const afterHelp = `
It prints the same secret each time, so that the receiving program needs it
only once.

Example:
  sente listen 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
      --forward-to http://127.0.0.1:4000/webhooks`

async function listen(
  { caller: { account }, store: { books }, tools }: EndpointWork,
  { forwardTo, after }: Given,
  { report }: CommandContext,
): Promise<Refusal> {
  const read = readEvents({ books })
  const whole = await read({ accountId: account.id, after: after ?? 0, limit: 0 })
  if (isRefusal(whole)) return whole
  let sequence = after ?? whole.last
  const secret = tools.forwardSecretOf(account.id)
  const greeting = `Secret: ${secret}\nForwarding the events after ${sequence} to ${forwardTo}; Ctrl-C ends it.\n`
  report({ json: { secret, forward_to: forwardTo, after: sequence }, text: greeting })
  for (;;) {
    const stretch = await read({ accountId: account.id, after: sequence, limit: 100 })
    if (isRefusal(stretch)) return stretch
    for (const rows of stretch.events) {
      await deliver(rows, (each) => tools.forward(forwardTo, each), report)
      sequence = rows.event.sequence
    }
    if (stretch.events.length === 0) await pause(lookMs)
  }
}

/** The subject of an event, in a word. */
function referenceIn(rows: EventRows): string {
  if ('key' in rows) return rows.key.name ?? rows.key.id
  if ('batch' in rows) return rows.batch.reference
  return 'transaction' in rows ? rows.transaction.reference : rows.funding.reference
}

/** Posts an event until it is delivered. */
async function deliver(
  rows: EventRows,
  forward: (rows: EventRows) => Promise<Posted>,
  report: CommandContext['report'],
): Promise<void> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const { status, problem, cause, tookMs } = await forward(rows)
    const { sequence } = rows.event
    const type = eventTypeOf(rows)
    const reference = referenceIn(rows)
    const outcome =
      problem === null
        ? `${status} in ${tookMs} ms`
        : `${readable(withCause(problem, cause))}; again in ${pauseMs / 1_000} s`
    report({
      json: { sequence, type, reference, delivered: problem === null, status, problem, cause, took_ms: tookMs },
      text: `${sequence} ${type} ${readable(reference)}: ${outcome}\n`,
    })
    if (problem === null) return
    await pause(pauseMs)
  }
}
