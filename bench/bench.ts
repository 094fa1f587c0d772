import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { datasetArm } from './arms/datasetArm.ts'
import { flushArm } from './arms/flushArm.ts'
import { guardArm } from './arms/guard/guardArm.ts'
import { headlineArm } from './arms/headlineArm.ts'
import { hotArm } from './arms/hotArm.ts'
import { inFlightArm } from './arms/inFlight/inFlightArm.ts'
import { limitsArm } from './arms/limitsArm.ts'
import { metricsArm } from './arms/metricsArm.ts'
import { neighboursArm } from './arms/neighbours/neighboursArm.ts'
import { lookUpArm } from './arms/pages/lookUpArm.ts'
import { pagesArm } from './arms/pages/pagesArm.ts'
import { peopleArm } from './arms/pages/peopleArm.ts'
import { growthArm } from './arms/postgres/growthArm.ts'
import { postgresArm } from './arms/postgres/postgresArm.ts'
import { reconcileArm } from './arms/reconcileArm.ts'
import { restartArm } from './arms/restart/restartArm.ts'
import { versionsArm } from './arms/versions/versionsArm.ts'
import { webhooksArm } from './arms/webhooks/webhooksArm.ts'
import { type Arm, type ArmOptions, type ArmResult, isMet } from './figures/arm.ts'
import { machine, mountOf } from './figures/machine.ts'
import { reportArm, reportMachine } from './figures/report.ts'

type Options = Pick<ArmOptions, 'slices' | 'seconds' | 'datasets' | 'against' | 'pgledger' | 'kinds' | 'rows'> & {
  folder: string
  json?: string
}

const arms: readonly Arm[] = [
  headlineArm,
  flushArm,
  hotArm,
  inFlightArm,
  datasetArm,
  lookUpArm,
  restartArm,
  growthArm,
  postgresArm,
  webhooksArm,
  neighboursArm,
  metricsArm,
  limitsArm,
  peopleArm,
  pagesArm,
  reconcileArm,
  guardArm,
  versionsArm,
]

// So that temporary folders are removed on Ctrl-C too.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

await new Command('npm run bench --')
  .description('Measures sente on this machine. Nothing else should run on it at the same time.')
  .addArgument(
    new Argument('[arm]', 'the arm to measure').choices([...arms.map(({ name }) => name), 'all']).default('headline'),
  )
  .option('--slices <count>', 'slices of each server; 10 or more for reliable figures', wholeNumberFrom(1), 20)
  .option('--seconds <seconds>', 'the length of a slice, at least 1', numberFrom(1), 2)
  .option('--folder <path>', 'the folder of new databases; on a disk', tmpdir())
  .option('--datasets <path>', 'the folder of databases with a history: 20 GB', join(tmpdir(), 'sente-bench'))
  .option(
    '--against <folders...>',
    'built checkouts (npm ci) that versions compares with this one, which must be built too',
  )
  .option('--kinds <names...>', 'parts of the names of the rows that neighbours and versions measure: all by default')
  .option('--rows <count>', 'the rows of the file that reconcile compares', wholeNumberFrom(100), 1_000_000)
  .option('--pgledger <files...>', 'files with the SQL of pgledger, in order, measured too by postgres')
  .option('--json <file>', 'writes all measurements to a file')
  .addHelpText('after', `\nArms:\n${arms.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}\n`).join('')}`)
  .action(bench)
  .parseAsync()

async function bench(this: Command, which: string, { folder, json, ...rest }: Options): Promise<void> {
  mkdirSync(folder, { recursive: true })
  if (mountOf(folder).fileSystem === 'tmpfs') this.error(`${folder} is in memory: name a --folder on a disk`)
  const options: ArmOptions = { ...rest, parentFolder: folder, progress }
  const surroundings = machine(folder)
  process.stdout.write(`${reportMachine(surroundings)}\n`)
  const results: object[] = []
  for (const arm of arms.filter(
    (one) => which === one.name || (which === 'all' && one !== versionsArm && one !== guardArm),
  )) {
    progress(arm.name)
    const result = await arm.run(options).catch(noResult)
    const missed = result.findings.filter((finding) => isMet(finding) === false)
    if (result.doubts.length > 0 || (arm.mustMeet && missed.length > 0)) process.exitCode = 1
    process.stdout.write(`${reportArm(arm, result)}\n`)
    const findings = result.findings.map((finding) => ({ ...finding, isMet: isMet(finding) }))
    results.push({ arm: arm.name, ...result, findings })
  }
  if (json) writeFileSync(json, `${JSON.stringify({ machine: surroundings, ...rest, results }, null, 2)}\n`)
}

/** An arm that breaks has no figures, but does not stop the others. */
function noResult(error: unknown): ArmResult {
  return {
    findings: [],
    doubts: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    details: null,
  }
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}

function wholeNumberFrom(least: number) {
  return (text: string): number => {
    const value = numberFrom(least)(text)
    if (Number.isInteger(value)) return value
    throw new InvalidArgumentError('It must be a whole number.')
  }
}

function numberFrom(least: number) {
  return (text: string): number => {
    const value = Number(text)
    if (value >= least && Number.isFinite(value)) return value
    throw new InvalidArgumentError(`It must be a number, at least ${least}.`)
  }
}
