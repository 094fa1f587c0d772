import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { failureOf } from '../prove.ts'
import { positiveNumber, type Soak } from '../soakRun.ts'
import { type AttackedGateway, openAttackedGateway } from './attackedGateway.ts'
import { gatherCrowd } from './clients/crowd.ts'
import { honestMerchant } from './clients/honestMerchant.ts'
import { type Answered, type FuzzingLane, openFuzzingLane } from './fuzzing/fuzzing.ts'

type Options = { seconds?: number; bodies?: number; idle: number; seed?: number; path?: string }

/** The number of hostile merchants at once. */
const lanes = 4

/** The number of bodies that share a seed. */
const batchLength = 250

/** A generous bound: an idle gateway holds about a third of it. */
const mostMemoryMib = 384

/** While the machine stands still requests wait longer than allowed: then the gateway is right to say so. */
const lateOutcome = 'the outcome did not come in time'

const richUgx = 1_000_000_000

/** The command that attacks a gateway with nearly valid bodies, beside a crowd of idle connections. */
export function soakHostile(soak: Soak): Command {
  return new Command('hostile')
    .description("hostile clients: idle connections, and bodies made from the API's schema, against a real server")
    .option('--seconds <seconds>', 'for this long; without end by default', positiveNumber)
    .option('--bodies <count>', 'until there were this many', positiveNumber)
    .option('--idle <count>', 'this many idle connections come first, if the machine has room', positiveNumber, 10_000)
    .option('--seed <seed>', 'the seed of the first 250 bodies; each further 250 have the next', positiveNumber)
    .option('--path <path>', 'repeats the failure that was found there')
    .addHelpText(
      'after',
      '\nA seed decides the bodies, but not the order in which those of different merchants arrive.',
    )
    .action(async (options: Options) => {
      const gateway = await openAttackedGateway({ LOG_LEVEL: 'warn' })
      try {
        await attack(gateway, soak, options)
      } finally {
        await gateway.close()
      }
    })
}

async function attack(gateway: AttackedGateway, soak: Soak, options: Options): Promise<void> {
  const { seconds, bodies, idle, seed = randomInt(2 ** 31), path } = options
  const most = path === undefined ? (bodies ?? Number.POSITIVE_INFINITY) : 1
  const answered: Answered = new Map()
  const tally = { idle: 0, bodies: 0, violations: 0 }
  const honest = honestMerchant(gateway.url, await gateway.openAccount(richUgx))
  const openLane = async () => openFuzzingLane(gateway.url, await gateway.openAccount(richUgx), answered)
  const opened = await Promise.all(Array.from({ length: lanes }, openLane))
  const pauses = machinePauses()
  const { 'MiB now': atFirstMib } = memoryOf(gateway.processId)
  soak.begin(
    () => ({
      seed,
      ...tally,
      honest: honest.payments,
      pauses: pauses.count,
      'MiB at first': atFirstMib,
      ...memoryOf(gateway.processId),
    }),
    seconds,
  )

  function violation(text: string) {
    tally.violations += 1
    soak.print(text)
  }

  async function fuzz({ property }: FuzzingLane) {
    while (tally.bodies < most && !soak.isOver()) {
      const sequences = Math.min(batchLength, most - tally.bodies)
      const trial = { sequences, seed: (seed + tally.bodies / batchLength) | 0, ...(path !== undefined && { path }) }
      tally.bodies += sequences
      const failure = await failureOf(property, trial, 'hostile')
      if (failure) violation(failure)
      soak.progress()
    }
  }

  // Each connection sends a second request.
  const crowd = await gatherCrowd(gateway.url, path === undefined ? idle : 0)
  tally.idle = await crowd.stillServed()
  crowd.leave()
  if (path === undefined && tally.idle < idle) soak.print(`This machine had room for ${tally.idle} idle connections.`)
  await Promise.all(opened.map(fuzz))
  for (const lane of opened) lane.close()
  const denials = await honest.stop()
  const faults = (await gateway.faults()).filter((fault) => pauses.count === 0 || !fault.includes(lateOutcome))
  pauses.stop()
  for (const text of [...denials, ...faults]) violation(text)
  if (memoryOf(gateway.processId)['MiB at most'] > mostMemoryMib) violation(`more than ${mostMemoryMib} MiB were held`)
  for (const [status, count] of [...answered].sort()) soak.print(`${count} times ${status}`)
  soak.end(tally.violations)
}

/** A process's resident memory in MiB, now and at its peak; zeros without /proc. */
function memoryOf(processId: number) {
  let status = ''
  try {
    status = readFileSync(`/proc/${processId}/status`, 'utf8')
  } catch {
    // There is no /proc, or no such process.
  }
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1_024)
  return { 'MiB now': read('VmRSS'), 'MiB at most': read('VmHWM') }
}

/**
 * The pause between looks whether the machine stood still: longer than the delays of a busy one, and shorter than a
 * payment may take.
 */
const [everyMs, pauseMs] = [250, 10_000]

/**
 * Counts the times that this machine stood still, like a virtual one when its host suspends it; then no timer fires.
 */
function machinePauses() {
  const pauses = { count: 0, stop: () => clearInterval(timer) }
  let lastMs = performance.now()
  const timer = setInterval(() => {
    const nowMs = performance.now()
    if (nowMs - lastMs > pauseMs) pauses.count += 1
    lastMs = nowMs
  }, everyMs)
  return pauses
}
