import { setTimeout } from 'node:timers/promises'
import { type Total, totalOf } from '../../comparison/total.ts'
import type { Tallied } from '../../figures/tally.ts'
import type { Memory } from '../../processes/usage.ts'
import type { ServerSlice } from '../../servers/serverDuties.ts'
import { type Busy, busyIn, watch } from '../../workbench/watch.ts'
import type { Server } from '../../workbench/workbench.ts'

/**
 * The number of payouts that wait for a network that takes `networkMs`, and the number and length of the measurements.
 */
export type InFlightPlan = {
  readonly inFlight: number
  readonly networkMs: number
  readonly lookUpsPerSecond: number
  readonly warmUpMs: number
  readonly rounds: number
  readonly idleMs: number
  /** Long enough to include a full garbage collection, which is rare; a round begins with one. */
  readonly measuredMs: number
}

/** The measurements of one round. Latencies count from the due time of a request, memory after garbage collection. */
export type Round = {
  readonly idleLookUps: Tallied
  readonly lookUps: Tallied
  readonly payouts: Tallied
  readonly server: ServerSlice
  readonly busy: Busy
  /** How many payouts were in flight when the memory was read. */
  readonly inFlight: number
  readonly before: Memory
  readonly during: Memory
}

/** The measurements of all rounds, and the results of all payouts. */
export type InFlightSeen = { readonly rounds: readonly Round[]; readonly total: Total }

type Progress = { readonly progress: (line: string) => void }

/** Looks up balances while nothing else happens and while payouts are in flight, in turns. */
export async function measureInFlight(server: Server, plan: InFlightPlan & Progress): Promise<InFlightSeen> {
  plan.progress('warming up')
  await beginPayouts(server, plan)
  await setTimeout(plan.warmUpMs)
  const tallies = [await server.load.ask('endPayouts')]
  const rounds: Round[] = []
  while (rounds.length < plan.rounds) {
    plan.progress(`looking up balances, ${rounds.length + 1} of ${plan.rounds}`)
    rounds.push(await measureRound(server, plan))
    tallies.push(await server.load.ask('endPayouts'))
  }
  return { rounds, total: await totalOf([server], tallies) }
}

async function measureRound(server: Server, plan: InFlightPlan): Promise<Round> {
  const idleLookUps = await lookUp(server, plan, plan.idleMs)
  const before = await server.child.ask('memory')
  await beginPayouts(server, plan)
  await setTimeout(plan.networkMs * 1.5)
  const seen = await measureSteadily(server, plan)
  const [inFlight, during] = [await server.load.ask('inFlight'), await server.child.ask('memory')]
  return { ...seen, idleLookUps, before, inFlight, during }
}

async function measureSteadily(server: Server, plan: InFlightPlan) {
  const endWatch = await watch(server)
  const [{ usage, ...payouts }, lookUps] = await Promise.all([
    server.load.ask('measurePayouts', plan.measuredMs),
    lookUp(server, plan, plan.measuredMs),
  ])
  const watched = await endWatch()
  return { payouts, lookUps, server: watched.server, busy: busyIn(watched, usage) }
}

function beginPayouts({ load }: Server, { inFlight, networkMs }: InFlightPlan): Promise<void> {
  return load.ask('beginPayouts', { perSecond: (inFlight * 1000) / networkMs })
}

function lookUp({ load }: Server, { lookUpsPerSecond }: InFlightPlan, ms: number): Promise<Tallied> {
  return load.ask('lookUp', { perSecond: lookUpsPerSecond, ms })
}
