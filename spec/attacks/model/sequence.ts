import { followUp, payBatches } from '../../../core/sente.ts'
import { judgedPorts } from './judges/ports.ts'
import { type Actor, begin, type LiveRun, makeStage, type ReopenedStore, type Run, type Stage } from './stage/stage.ts'
import { type Tariffs, tariffs } from './stage/tariffs.ts'

/** Begins a sequence over an empty store with these tariffs; the oldest step goes first. */
export async function beginSequence(
  store: ReopenedStore,
  { charged = tariffs, pick = () => 0 }: { charged?: Tariffs; pick?: () => number } = {},
): Promise<Stage> {
  const stage = await makeStage(store, charged, pick)
  startRun(stage, 'A')
  return stage
}

/** Starts a run beside the existing ones; it begins by resuming payments left open by an earlier one. */
export function startRun(stage: Stage, config: string): void {
  const name = `run ${stage.runs.length + 1}`
  const run: Run = { name, config, isDead: false, isStalled: false }
  const actor: Actor = { name: `follow-up of ${name}`, run }
  const following = followUp(judgedPorts(stage, actor))
  begin(stage, following.resume)
  const payer: Actor = { name: `batches of ${name}`, run }
  const paying = payBatches({
    ...judgedPorts(stage, payer),
    ...{ quarantines: stage.store.quarantines, by: name, linesAtOnce: () => 2 },
    onBreakage: (error) => stage.failures.push(error),
  })
  stage.runs.push(Object.assign(run, { actor, followUp: following, payer, paying }))
}

/** Kills every run at once and starts a new one on the same store. */
export async function crash(stage: Stage, config: string): Promise<void> {
  for (const run of stage.runs) run.isDead = true
  stage.store = (await stage.store.reopen?.()) ?? stage.store
  startRun(stage, config)
}

/** The run that takes requests and sweeps. */
export function newest({ runs }: Stage): LiveRun {
  const run = runs.at(-1)
  if (!run) throw new Error('nothing runs')
  return run
}

/** Gives one turn; false when nothing waits. Throws what failed meanwhile. */
export async function giveTurn(stage: Stage, pick: number, actor?: Actor): Promise<boolean> {
  const given = await stage.giveOne(pick, actor)
  if (stage.failures.length > 0) throw stage.failures[0]
  if (given !== undefined) stage.given.push(given)
  return given !== undefined
}

/** More turns than any sequence needs. */
const endlessTurns = 20_000

/** Gives at most this many turns, until nothing waits. */
export async function giveTurns(stage: Stage, most = Number.POSITIVE_INFINITY, actor?: Actor): Promise<void> {
  for (let given = 0; given < most && (await giveTurn(stage, stage.pick(), actor)); given += 1) {
    if (given > endlessTurns) throw new Error('it goes on without an end')
  }
}
