import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { type EventRows, eventTypeOf, isRefusal, type Refusal, readEvents } from '../../../core/sente.ts'
import type { CommandContext } from '../context.ts'
import type { Tried } from '../deps.ts'
import { readable } from '../output/output.ts'
import { parseValue, wholeNumber } from '../program/values.ts'
import { type EndpointWork, forAccount, readUrl } from './forEndpoint.ts'
import { withCause } from './view.ts'

type Given = { readonly forwardTo: string; readonly after?: number }

/** How often the books are asked for events, and how long after a failure the same event is posted again, in milliseconds. */
const [lookMs, shortestPauseMs, longestPauseMs] = [500, 1_000, 30_000]

/** Adds `sente listen`. */
export function listenCommand(program: Command, context: CommandContext): void {
  program
    .command('listen')
    .summary("forward an account's events to a developer's machine, until it is stopped")
    .description(
      "Posts an account's events to a URL, signed as webhooks are, one after the other, and shows what was answered. What " +
        'is not answered with a 2xx is posted again, so that nothing is lost while the program there is down. It begins ' +
        'with what happens from now on, and adds no endpoint to the account. With --json each event is an object on a ' +
        'line of its own.',
    )
    .argument('<ID>', 'the account')
    .requiredOption('--forward-to <URL>', 'where to post, such as http://127.0.0.1:4000/webhooks', parseValue)
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
The secret that it prints is the same each time, so that the program that
listens needs it only once.

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
  let place = after ?? whole.last
  const secret = tools.forwardSecretOf(account.id)
  const greeting = `Secret: ${secret}\nForwarding the events after ${place} to ${forwardTo}; Ctrl-C ends it.\n`
  report({ json: { secret, forward_to: forwardTo, after: place }, text: greeting })
  for (;;) {
    const stretch = await read({ accountId: account.id, after: place, limit: 100 })
    if (isRefusal(stretch)) return stretch
    for (const rows of stretch.events) {
      await deliver(rows, (each) => tools.forward(forwardTo, each), report)
      place = rows.event.sequence
    }
    if (stretch.events.length === 0) await pause(lookMs)
  }
}

/** What an event is about, in a word. */
function referenceIn(rows: EventRows): string {
  if ('key' in rows) return rows.key.name ?? rows.key.id
  if ('batch' in rows) return rows.batch.reference
  return 'transaction' in rows ? rows.transaction.reference : rows.funding.reference
}

/** Posts an event until it is delivered. */
async function deliver(
  rows: EventRows,
  forward: (rows: EventRows) => Promise<Tried>,
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
