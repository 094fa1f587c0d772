import type { Command } from 'commander'
import { findEndpoint } from '../../../core/sente.ts'
import type { CommandAnswer, CommandContext } from '../context.ts'
import type { Posted } from '../deps.ts'
import { lines, readable } from '../output/output.ts'
import { forEndpoint } from './forEndpoint.ts'
import { withCause } from './view.ts'

/** Adds `webhook test`. */
export function webhookTest(group: Command, context: CommandContext): void {
  group
    .command('test')
    .summary('send an endpoint a test message')
    .description(
      'Sends an endpoint a signed message of the type webhook.test, once, from this machine, and shows the ' +
        'answer, or the detailed reason why there was none. The address is checked as for any delivery.',
    )
    .argument('<ID>', 'the account')
    .argument('<ENDPOINT_ID>', 'the endpoint, from sente webhook list')
    .addHelpText('after', afterHelp)
    .action((account: string, endpoint: string) =>
      context.answer(
        forEndpoint(
          { account, endpoint, who: { by: context.operator } },
          (request, { store }) => findEndpoint(store)(request),
          async (found, { tools }) => triedAnswer(await tools.tryOut(found), context),
        ),
      ),
    )
}

const afterHelp = `
The exit code is 1 when the message was not delivered.

Example:
  sente webhook test 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d \\
      0198c5d4-2a6f-7e01-8b7c-6d5e4f3a2b1c`

function triedAnswer({ status, problem, cause, tookMs, answer }: Posted, { paint }: CommandContext): CommandAnswer {
  const delivered = problem === null
  const text = lines([
    ['Delivered', delivered ? paint.good('yes') : paint.bad(`no: ${readable(withCause(problem, cause))}`)],
    ['Status', status === null ? 'no answer' : `${status}`],
    ['Took', `${tookMs} ms`],
    ...(answer === '' ? [] : [['Answer', readable(answer)] as const]),
  ])
  return {
    json: { delivered, status, problem, cause, took_ms: tookMs, answer },
    text,
    ...(delivered ? {} : { exitCode: 1 }),
  }
}
