import { setTimeout } from 'node:timers/promises'
import type { ServerSlice } from './serverDuties.ts'
import type { Total } from './slices.ts'
import type { Tallied } from './tally.ts'
import type { Memory } from './usage.ts'
import { type Busy, busyIn, watch } from './watched.ts'
import type { Server } from './workbench.ts'

/** How many payouts are to wait for a network that takes so long, and how long that is measured. */
export type InFlightPlan = {
  readonly inFlight: number
  readonly networkMs: number
  readonly lookUpsPerSecond: number
  readonly warmUpMs: number
  readonly measuredMs: number
}

/** What was seen; latencies count from when a request was due, memory after garbage collection. */
export type InFlightSeen = {
  readonly payouts: Tallied
  readonly idleLookUps: Tallied
  readonly lookUps: Tallied
  /** When the memory was read. */
  readonly inFlight: number
  readonly before: Memory
  readonly during: Memory
  readonly server: ServerSlice
  readonly busy: Busy
  readonly total: Total
}

type Progress = { readonly progress: (line: string) => void }

/** Looks up balances while nothing else happens, and again while payouts are in flight. */
export async function measureInFlight(server: Server, plan: InFlightPlan & Progress): Promise<InFlightSeen> {
  const { load } = server
  const begin = { perSecond: (plan.inFlight * 1000) / plan.networkMs }
  plan.progress('warming up')
  await load.ask('beginPayouts', begin)
  await setTimeout(plan.warmUpMs)
  const warmUp = await load.ask('endPayouts')
  plan.progress('looking up balances while nothing else happens')
  const idleLookUps = await lookUp(server, plan)
  const before = await server.child.ask('memory')
  plan.progress(`putting ${plan.inFlight} payouts in flight`)
  await load.ask('beginPayouts', begin)
  await setTimeout(plan.networkMs * 1.5)
  plan.progress('measuring')
  const seen = await measureSteadily(server, plan)
  const [inFlight, during] = [await load.ask('inFlight'), await server.child.ask('memory')]
  const total = await totalOf(server, [warmUp, await load.ask('endPayouts')])
  return { ...seen, idleLookUps, before, inFlight, during, total }
}

async function measureSteadily(server: Server, plan: InFlightPlan) {
  const endWatch = await watch(server)
  const [{ usage, ...payouts }, lookUps] = await Promise.all([
    server.load.ask('measurePayouts', plan.measuredMs),
    lookUp(server, plan),
  ])
  const watched = await endWatch()
  return { payouts, lookUps, server: watched.server, busy: busyIn(watched, usage) }
}

function lookUp({ load }: Server, plan: InFlightPlan): Promise<Tallied> {
  return load.ask('lookUp', { perSecond: plan.lookUpsPerSecond, ms: plan.measuredMs })
}

async function totalOf({ network }: Server, tallies: readonly (Tallied | undefined)[]): Promise<Total> {
  const counts = tallies.flatMap((tallied) => Object.entries(tallied?.statuses ?? {}))
  const sum = (of: readonly [string, number][]) => of.reduce((total, [, count]) => total + count, 0)
  const paid = sum(counts.filter(([status]) => status === '201'))
  return { answered: sum(counts), paid, ...(await network.ask('asked')) }
}
