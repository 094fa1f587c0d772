import type { Soak } from '../soakRun.ts'
import { type KillPlace, strikesOf } from './plan.ts'
import type { CrashProgram } from './program.ts'
import { type CrashFigures, openCrashStage } from './stage.ts'

/** How many servers are killed, where, for how long, and from which seed on. */
export type CrashRunOptions = { kills: number; seconds?: number; seed: number; at?: KillPlace }

/** After so many kills a stage is settled, and the next one begins with an empty database. */
const killsOnStage = 40

/** Kills servers on one stage after the other until it is time to end, and tells how it goes. */
export async function crashRun(soak: Soak, options: CrashRunOptions, program: CrashProgram): Promise<void> {
  const { seed, at } = options
  const figures = new Map<number, CrashFigures>()
  let violations = 0
  const sum = () => [...figures.values()].reduce(add, none)
  const isOver = () => sum().killed >= options.kills || soak.isOver()
  soak.begin(() => ({ seed, ...told(sum()), violations }), options.seconds)
  for (let stages = 0; !isOver(); stages += 1) {
    const given = { seed: (seed + stages) | 0, count: killsOnStage, ...(at && { at }) }
    const problems = await playStage(given, program, (done) => {
      figures.set(stages, done)
      soak.progress()
      return done.killed >= killsOnStage || isOver()
    })
    if (problems.length > 0) soak.print([...problems, repeat(given, figures.get(stages) ?? none)].join('\n'))
    violations += problems.length
  }
  for (const [place, count] of [...sum().kills].sort()) soak.print(`  ${place} ${count}`)
  soak.end(violations)
}

type Given = Parameters<typeof strikesOf>[0]

/** Plays a stage to its end, or until something is wrong; resolves with what that is. */
async function playStage(
  given: Given,
  program: CrashProgram,
  isOver: (done: CrashFigures) => boolean,
): Promise<readonly string[]> {
  const stage = await openCrashStage(program)
  try {
    for (const strike of strikesOf(given)) {
      const problems = await stage.strike(strike)
      const isLast = isOver(stage.figures())
      if (problems.length > 0) return problems
      if (isLast) break
    }
    return await stage.settle()
  } finally {
    isOver(stage.figures())
    await stage.close()
  }
}

function repeat({ seed, at }: Given, { killed }: CrashFigures): string {
  return `\nRepeat it with: npm run soak -- crash --seed ${seed} --kills ${killed}${at ? ` --at ${at}` : ''}\n`
}

const none: CrashFigures = { killed: 0, kills: new Map(), repeated: 0, transactions: 0, executed: 0 }

function add(one: CrashFigures, other: CrashFigures): CrashFigures {
  const kills = new Map(one.kills)
  for (const [place, count] of other.kills) kills.set(place, (kills.get(place) ?? 0) + count)
  return {
    killed: one.killed + other.killed,
    kills,
    repeated: one.repeated + other.repeated,
    transactions: one.transactions + other.transactions,
    executed: one.executed + other.executed,
  }
}

function told({ killed, kills, ...figures }: CrashFigures) {
  return { kills: killed, missed: kills.get('missed') ?? 0, ...figures }
}
