import { setTimeout } from 'node:timers/promises'
import type { Dataset } from '../../datasets/dataset.ts'
import { type Child, startServer } from '../../processes/child.ts'
import type { Opening, SenteDuties, Unended } from '../../servers/serverDuties.ts'
import type { RestartNetworkDuties } from './networkProcess.ts'
import { payOnce, sendIntoSilence } from './payouts.ts'

/** One kill between two clean stops. Each time counts from the start of the next process. */
export type RestartRound = {
  /** To the first accepted payment after a clean stop. */
  readonly cleanMs: number
  /** To the first accepted payment after the kill. */
  readonly killedMs: number
  /** Until the network was asked about the last payment in flight. */
  readonly askedMs: number
  /** Until nothing was in doubt any longer. */
  readonly classifiedMs: number
}

/** The options of the rounds. Every started process is added to `children`. */
type Rounds = {
  readonly opening: Opening & { readonly ready: Dataset }
  readonly network: Child<RestartNetworkDuties>
  readonly rounds: number
  readonly inFlight: number
  readonly children: Child<never>[]
  readonly onProgress: (line: string) => void
}

type Started = {
  readonly server: Child<SenteDuties>
  readonly url: string
  readonly startedAtMs: number
}

const pollMs = 50
const limitMs = 120_000

/** Takes the rounds after one that warms up. Resolves when all their payments have ended. */
export async function restartRounds(given: Rounds): Promise<RestartRound[]> {
  const first = await start(given)
  const before = await first.server.ask('unended')
  await stop(first)
  const taken: RestartRound[] = []
  for (let number = 0; number <= given.rounds; number++) {
    const round = await takeRound(given, before)
    if (number > 0) taken.push(round)
    given.onProgress(`round ${number} of ${given.rounds}: ${JSON.stringify(round)}`)
  }
  await settle(await start(given), before)
  return taken
}

async function takeRound(given: Rounds, before: Unended): Promise<RestartRound> {
  const { network } = given
  const clean = await start(given)
  const cleanMs = await firstPayment(clean, given)
  await killInFlight(clean, given, before)
  const killed = await start(given)
  const killedMs = await firstPayment(killed, given)
  const { lastAtMs } = await until(
    () => network.ask('askedAbout'),
    ({ doubtful, asked }) => asked === doubtful,
  )
  await until(
    () => killed.server.ask('unended'),
    ({ submitting }) => submitting <= before.submitting,
  )
  const classifiedMs = Date.now() - killed.startedAtMs
  await stop(killed)
  return { cleanMs, killedMs, askedMs: lastAtMs - killed.startedAtMs, classifiedMs }
}

async function start({ opening, children }: Rounds): Promise<Started> {
  const startedAtMs = Date.now()
  const server = startServer<SenteDuties>('servers/senteProcess')
  children.push(server)
  const { url } = await server.ask('open', opening)
  return { server, startedAtMs, url }
}

/** Pays once. Resolves with the time from the start of the process until the payment was accepted, in milliseconds. */
async function firstPayment({ url, startedAtMs }: Started, { opening }: Rounds): Promise<number> {
  await payOnce({ url, merchants: opening.ready.merchants })
  return Date.now() - startedAtMs
}

async function stop({ server }: Started): Promise<void> {
  await server.ask('close')
  await server.stop()
}

/** Kills the server when the network has every payout and has answered none. */
async function killInFlight(started: Started, { network, opening, inFlight }: Rounds, before: Unended) {
  const { server, url } = started
  await network.ask('beginRound')
  const arrived = () => network.ask('submitted')
  const flight = await sendIntoSilence({ url, merchants: opening.ready.merchants }, { count: inFlight, arrived })
  const [status] = flight.answered
  if (status === undefined) {
    await server.stop()
    await network.ask('crash')
    return flight.close()
  }
  const sent = await arrived()
  await settle(started, before)
  throw new Error(`${sent} of ${inFlight} payouts were in flight when the first was answered, with ${status}`)
}

/** Waits until all payments have ended, and stops the server. */
async function settle(started: Started, before: Unended): Promise<void> {
  await until(
    () => started.server.ask('unended'),
    ({ submitting, pending }) => submitting <= before.submitting && pending <= before.pending,
  )
  await stop(started)
}

/** Polls `read` until its value is wanted, and resolves with that value. */
async function until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const giveUpMs = performance.now() + limitMs
  for (let value = await read(); ; value = await read()) {
    if (isWanted(value)) return value
    if (performance.now() > giveUpMs) throw new Error(`after ${limitMs / 1000} s it is still ${JSON.stringify(value)}`)
    await setTimeout(pollMs)
  }
}
