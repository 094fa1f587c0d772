import { randomInt } from 'node:crypto'
import { Command } from 'commander'
import { failureOf } from '../prove.ts'
import { positiveNumber, type Soak } from '../soakRun.ts'
import { type AttackedGateway, openAttackedGateway } from './attackedGateway.ts'
import { gatherCrowd } from './clients/crowd.ts'
import { honestMerchant } from './clients/honestMerchant.ts'
import { type Answered, type FuzzingLane, openFuzzingLane } from './fuzzing/fuzzing.ts'
import { machinePauses } from './machinePauses.ts'
import { residentMemory } from './residentMemory.ts'

type Options = { seconds?: number; bodies?: number; idle: number; seed?: number; path?: string }

/** How many merchants are hostile at once. */
const lanes = 4

/** How many bodies share a seed. */
const batchLength = 250

/** A generous bound: what the gateway holds when idle is about a third of it. */
const mostMemoryMib = 384

/** While the machine stands still requests wait longer than allowed: then the gateway is right to say so. */
const lateOutcome = 'the outcome did not come in time'

const richUgx = 1_000_000_000

/** The command that attacks a gateway with nearly valid bodies, beside a crowd of idle connections. */
export function soakHostile(soak: Soak): Command {
  return new Command('hostile')
    .description('hostile clients: idle connections, and bodies made from what the API takes, against a real server')
    .option('--seconds <seconds>', 'for so long; without end by default', positiveNumber)
    .option('--bodies <count>', 'until there were so many', positiveNumber)
    .option('--idle <count>', 'so many idle connections come first, if the machine has room', positiveNumber, 10_000)
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
  const opened = await openLanes(gateway, answered)
  const pauses = machinePauses()
  const atFirstMib = residentMemory(gateway.processId).nowMib
  soak.begin(
    () => ({ seed, ...tally, honest: honest.payments, pauses: pauses.count, ...memoryOf(gateway, atFirstMib) }),
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

  tally.idle = await standIdle(gateway, path === undefined ? idle : 0)
  if (path === undefined && tally.idle < idle) soak.print(`This machine had room for ${tally.idle} idle connections.`)
  await Promise.all(opened.map(fuzz))
  for (const lane of opened) lane.close()
  const denials = await honest.stop()
  const faults = (await gateway.faults()).filter((fault) => pauses.count === 0 || !fault.includes(lateOutcome))
  pauses.stop()
  for (const text of [...denials, ...faults]) violation(text)
  if (residentMemory(gateway.processId).mostMib > mostMemoryMib) violation(`more than ${mostMemoryMib} MiB were held`)
  for (const [status, count] of [...answered].sort()) soak.print(`${count} times ${status}`)
  soak.end(tally.violations)
}

function openLanes(gateway: AttackedGateway, answered: Answered): Promise<FuzzingLane[]> {
  const openLane = async () => openFuzzingLane(gateway.url, await gateway.openAccount(richUgx), answered)
  return Promise.all(Array.from({ length: lanes }, openLane))
}

/** Connects a crowd, sends a second request on each connection and ends them; resolves with how many were served twice. */
async function standIdle({ url }: AttackedGateway, wanted: number): Promise<number> {
  const crowd = await gatherCrowd(url, wanted)
  const served = await crowd.stillServed()
  crowd.leave()
  return served
}

function memoryOf({ processId }: AttackedGateway, atFirstMib: number) {
  const { nowMib, mostMib } = residentMemory(processId)
  return { 'MiB at first': atFirstMib, 'MiB now': nowMib, 'MiB at most': mostMib }
}
