import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'

/** Adds `sente serve`. */
export function serveCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .summary('start the gateway')
    .description(
      'Serves the API to merchants and follows up open transactions, until it is stopped (SIGTERM or Ctrl-C). ' +
        'Its log is JSON lines on standard output. With --json a failure to start is one JSON object there too.',
    )
    .addHelpText('after', () => afterHelp(context.settings))
    .action(async () => context.endWith(await context.serve()))
}

function afterHelp(settings: CommandContext['settings']): string {
  const width = Math.max(...settings.map(({ name }) => name.length)) + 2
  const lines = settings.flatMap(({ name, help }) =>
    wrapped(help, 78 - width).map((line, index) => `  ${(index === 0 ? name : '').padEnd(width)}${line}\n`),
  )
  return `
Settings, from the environment:
${lines.join('')}
Examples:
  sente serve
  PORT=8080 sente serve`
}

function wrapped(text: string, width: number): string[] {
  return text.match(new RegExp(`.{1,${width}}(?= |$)`, 'g'))?.map((line) => line.trim()) ?? []
}
