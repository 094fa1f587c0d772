import { type Arm, type ArmResult, type Finding, isMet } from './arm.ts'

/** Formats the conditions of the figures as lines. */
export function reportMachine(machine: Readonly<Record<string, string>>): string {
  return `${lines(Object.entries(machine).map(([name, value]) => [name, value]))}\n`
}

/** Formats an arm's findings as lines, or the doubts that prevent them. */
export function reportArm({ name, summary }: Arm, { findings, doubts, facts }: ArmResult): string {
  const title = `${name}: ${summary}${facts ? `\n\n${reportMachine(facts).trimEnd()}` : ''}`
  if (doubts.length === 0) return `${title}\n\n${lines(findings.map(row))}\n`
  return `${title}\n\nNo figures, because:\n${doubts.map((doubt) => `  ${doubt}\n`).join('')}`
}

function row(finding: Finding): string[] {
  const { what, value, unit, target } = finding
  if (!target) return [what, number(value), unit]
  const wanted = 'atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`
  return [what, number(value), unit, `target ${wanted}: ${isMet(finding) ? 'met' : 'missed'}`]
}

/** Three significant digits, or all digits before the point if those are more. */
function number(value: number): string {
  const digits = { maximumSignificantDigits: Math.max(3, Math.round(Math.abs(value)).toString().length) }
  return value.toLocaleString('en', digits)
}

function lines(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((cells) => cells.length))
  const widths = Array.from({ length: columns - 1 }, (_, index) =>
    Math.max(...rows.map((cells) => (index < cells.length - 1 ? (cells[index] ?? '').length : 0))),
  )
  return rows
    .map((cells) => `  ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}
