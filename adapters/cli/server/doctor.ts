import type { Command } from 'commander'
import type { Finding } from '../../../core/sente.ts'
import type { CommandAnswer, CommandContext } from '../context.ts'
import type { Paint } from '../output/colours.ts'

/** Adds `sente doctor`. */
export function doctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .summary('check whether sente can run here')
    .description(
      'Checks a live configuration and everything that it refers to, as far as that is possible without moving money. Prints ' +
        'a line for each check; if a check failed or warns, with the fix and the page that explains it. It ' +
        'changes nothing and may run while the server does. Exit code 1 if a check failed.',
    )
    .addHelpText('after', '\nExamples:\n  sente doctor\n  sente doctor --json')
    .action(async () => context.report(doctorAnswer(await context.doctor(), context.paint)))
}

function doctorAnswer(findings: readonly Finding[], paint: Paint): CommandAnswer {
  const ok = findings.every((finding) => finding.ok)
  return { json: { ok, findings }, text: findingsText(findings, paint), ...(!ok && { exitCode: 1 }) }
}

function findingsText(findings: readonly Finding[], paint: Paint): string {
  const width = Math.max(0, ...findings.map(({ check }) => check.length))
  const bad = findings.filter(({ ok }) => !ok).length
  const warning = findings.filter(isWarning).length
  const found = findings.map((finding) => findingText(finding, { width, paint })).join('')
  return `${found}\nChecks: ${findings.length}, failed: ${bad}${warning > 0 ? `, warning: ${warning}` : ''}\n`
}

/** A check with its result, the fix, and the page to read: one line, for `grep`. */
function findingText(finding: Finding, { width, paint }: { width: number; paint: Paint }): string {
  const { check, ok, found } = finding
  const mark = isWarning(finding) ? paint.open('see') : ok ? paint.good('ok ') : paint.bad('bad')
  const remedy = finding.fix === undefined ? '' : `; fix: ${finding.fix} (${finding.runbook})`
  return `${mark}  ${check.padEnd(width)}  ${found.replaceAll(/\s*\n\s*/g, ' ')}${remedy}\n`
}

function isWarning({ ok, fix }: Finding): boolean {
  return ok && fix !== undefined
}
