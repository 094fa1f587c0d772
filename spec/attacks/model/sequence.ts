import type { Transaction } from '../../../core/sente.ts'
import type { Actor, Turns } from './acts/actor.ts'
import { type LiveRun, startRun } from './runs.ts'
import { makeStage, type ReopenedStore, type Stage } from './stage/stage.ts'
import { type Tariffs, tariffs } from './stage/tariffs.ts'

/** A sequence under way: its stage, and the runs of the process in it. */
export type Sequence = {
  readonly stage: Stage
  /** Every run, dead or alive; the newest takes requests and sweeps, others only finish what they have begun. */
  readonly runs: readonly LiveRun[]
  newest(): LiveRun
  /** Starts a run beside the existing ones. */
  startBeside(config: string): void
  /** Kills every run at once and starts a new one on the same store. */
  crash(config: string): Promise<void>
  /** Gives one turn; false when nothing waits. Throws what failed meanwhile. */
  giveTurn(pick: number, actor?: Actor): Promise<boolean>
  /** Gives so many turns at most, until nothing waits. */
  giveTurns(most: number, actor?: Actor): Promise<void>
  /** How many turns were given. */
  steps(): number
  transactions(): Promise<readonly Transaction[]>
}

/** More turns than any sequence needs. */
const endlessTurns = 20_000

/** Begins a sequence over an empty store, whose payments cost what the tariffs say. */
export async function beginSequence(store: ReopenedStore, turns: Turns, charged: Tariffs = tariffs): Promise<Sequence> {
  const stage = await makeStage(store, turns, charged)
  const runs: LiveRun[] = []
  let steps = 0
  const start = (config: string) => {
    const run = startRun(stage, { name: `run ${runs.length + 1}`, config })
    runs.push(run)
    return run
  }
  let newest = start('A')

  async function giveTurn(pick: number, actor?: Actor) {
    const given = await turns.give({ pick, actor })
    if (stage.failures.length > 0) throw stage.failures[0]
    if (given) steps += 1
    return given
  }

  return {
    stage,
    runs,
    newest: () => newest,
    startBeside(config) {
      newest = start(config)
    },
    async crash(config) {
      for (const run of runs) run.isDead = true
      stage.store = (await stage.store.reopen?.()) ?? stage.store
      newest = start(config)
    },
    giveTurn,
    async giveTurns(most, actor) {
      for (let given = 0; given < most && (await giveTurn(0, actor)); given += 1) {
        if (given > endlessTurns) throw new Error('it goes on without an end')
      }
    },
    steps: () => steps,
    async transactions() {
      return (await stage.store.books.list({ limit: 10_000 })).transactions
    },
  }
}
