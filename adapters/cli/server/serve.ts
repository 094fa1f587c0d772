import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'

const untilStopped =
  'until it is stopped (SIGTERM or Ctrl-C). Its log is JSON lines on standard output. With --json a failure to start ' +
  'is one JSON object there too.'

type Options = { readonly thisIsTheBooks?: boolean }

const theBooks =
  'once, after the files of a SQLite database were copied here: the original is never served again, so the copy is ' +
  'not quarantined'

/** Adds `sente serve` and `sente sandbox`. */
export function serveCommands(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .summary('start the gateway, live')
    .description(
      'Serves the API to merchants and follows up open transactions, over the networks that the file SENTE_CONFIG ' +
        `names, ${untilStopped}`,
    )
    .addHelpText('after', () =>
      afterHelp(context.settings, ['SENTE_CONFIG=live.json sente serve', 'PORT=8080 sente serve']),
    )
    .option('--this-is-the-books', theBooks)
    .action(async ({ thisIsTheBooks }: Options) => context.endWith(await context.serve({ isTheBooks: thisIsTheBooks })))
  program
    .command('sandbox')
    .summary('start a gateway to try sente with')
    .description(
      'Serves the API over simulated networks, with a demo account whose keys are printed; no real money moves. It ' +
        `needs no settings, and refuses SENTE_CONFIG. It runs ${untilStopped}`,
    )
    .addHelpText('after', () => afterHelp(context.settings, ['sente sandbox', 'PORT=8080 sente sandbox']))
    .option('--this-is-the-books', theBooks)
    .action(async ({ thisIsTheBooks }: Options) =>
      context.endWith(await context.sandbox({ isTheBooks: thisIsTheBooks })),
    )
}

function afterHelp(settings: CommandContext['settings'], examples: readonly string[]): string {
  const width = Math.max(...settings.map(({ name }) => name.length)) + 2
  const lines = settings.flatMap(({ name, help }) =>
    wrapped(help, 78 - width).map((line, index) => `  ${(index === 0 ? name : '').padEnd(width)}${line}\n`),
  )
  return `
Settings, from the environment:
${lines.join('')}
Examples:
${examples.map((example) => `  ${example}`).join('\n')}`
}

function wrapped(text: string, width: number): string[] {
  return text.match(new RegExp(`.{1,${width}}(?= |$)`, 'g'))?.map((line) => line.trim()) ?? []
}
