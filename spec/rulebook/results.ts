import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import Mocha from 'mocha'

/** The result of a rule's examples when they last ran, and the commit, if git knows it. */
export type Result = {
  readonly passed: number
  readonly failed: number
  readonly at: string
  readonly commit: string | null
  /** Whether files differed from the commit. */
  readonly isDirty: boolean
}

/** The last results by the numbers of the rules. */
export type Results = Readonly<Record<string, Result>>

const usualFile = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), '.rulebook-results.json')

/** The records of the runs on this machine. */
export function readResults(file = usualFile): Results {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Mocha's own report; the rules that ran are also recorded for the rulebook, or in `file`. */
export class RecordingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    if (options.dryRun) return
    const file: string = options.reporterOptions?.file ?? usualFile
    const counts = new Map<string, { passed: number; failed: number }>()
    const count = (key: 'passed' | 'failed') => (test: Mocha.Runnable) => {
      const number = numberIn(test)
      const before = counts.get(number) ?? { passed: 0, failed: 0 }
      if (number !== '') counts.set(number, { ...before, [key]: before[key] + 1 })
    }
    const summary = process.env.SPEC_SUMMARY
    // Runs started by examples do not belong to this one.
    delete process.env.SPEC_SUMMARY
    if (summary) summarise(runner, summary)
    const checkout = { at: new Date().toISOString(), ...checkedOut() }
    runner.on('pass', count('passed'))
    runner.on('fail', count('failed'))
    runner.once('end', () => {
      const fresh = [...counts].map(([number, counted]) => [number, { ...counted, ...checkout }] as const)
      write(file, { ...readResults(file), ...Object.fromEntries(fresh) })
    })
  }
}

/**
 * Adds a line for each example to a file, for several runs at once: its end, its duration, its file, its title, and the
 * beginning of its error if it failed.
 */
function summarise(runner: Mocha.Runner, summary: string): void {
  const add = (how: 'passed' | 'failed') => (test: Mocha.Runnable, error?: Error) => {
    const file = relative(dirname(usualFile), test.file ?? '')
    const complaint = String(error?.message ?? '').slice(0, 1_000)
    const fields = [how, test.duration ?? 0, file, test.title, complaint]
    appendFileSync(summary, `${fields.map((field) => String(field).replace(/\s+/g, ' ')).join('\t')}\n`)
  }
  runner.on('pass', add('passed'))
  runner.on('fail', add('failed'))
}

/** The rule that a test proves, or that a hook failed before or after. */
function numberIn({ title }: Mocha.Runnable): string {
  return /^(?:".*" hook for ")?(\d+\.\d+) /.exec(title)?.[1] ?? ''
}

function checkedOut(): Pick<Result, 'commit' | 'isDirty'> {
  const [commit, changed] = [git('rev-parse', '--short', 'HEAD'), git('status', '--porcelain')]
  return { commit, isDirty: changed !== '' }
}

/** The output of git; null if it is missing, or this is not a checkout. */
function git(...words: string[]): string | null {
  try {
    return execFileSync('git', words, {
      cwd: dirname(usualFile),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}

/** Replaces the file as a whole, so that nobody reads half of it. */
function write(file: string, results: Results): void {
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(results)}\n`)
  renameSync(fresh, file)
}
