import type { Soak } from '../soakRun.ts'
import { type KillPlace, strikesOf } from './plan.ts'
import type { CrashProgram } from './program.ts'
import { type CrashFigures, openCrashRound } from './round.ts'

/** How many servers are killed, where, for how long, and from which seed on. */
export type CrashRunOptions = { kills: number; seconds?: number; seed: number; at?: KillPlace }

/** After so many kills a round is settled, and the next one begins with an empty database. */
const killsInRound = 40

/** Kills servers in one round after the other until it is time to end, and prints the figures. */
export async function crashRun(soak: Soak, options: CrashRunOptions, program: CrashProgram): Promise<void> {
  const { seed, at } = options
  const figures = new Map<number, CrashFigures>()
  let violations = 0
  const sum = () => [...figures.values()].reduce(add, none)
  const isOver = () => sum().killed >= options.kills || soak.isOver()
  soak.begin(() => ({ seed, ...printed(sum()), violations }), options.seconds)
  for (let rounds = 0; !isOver(); rounds += 1) {
    const given = { seed: (seed + rounds) | 0, count: killsInRound, ...(at && { at }) }
    const problems = await playRound(given, program, (done) => {
      figures.set(rounds, done)
      soak.progress()
      return done.killed >= killsInRound || isOver()
    })
    if (problems.length > 0) soak.print([...problems, repeat(given, figures.get(rounds) ?? none)].join('\n'))
    violations += problems.length
  }
  for (const [place, count] of [...sum().kills].sort()) soak.print(`  ${place} ${count}`)
  soak.end(violations)
}

type Given = Parameters<typeof strikesOf>[0]

/** Plays a round to its end, or until something is wrong; resolves with what that is. */
async function playRound(
  given: Given,
  program: CrashProgram,
  isOver: (done: CrashFigures) => boolean,
): Promise<readonly string[]> {
  const round = await openCrashRound(program)
  try {
    for (const strike of strikesOf(given)) {
      const problems = await round.strike(strike)
      const isLast = isOver(round.figures())
      if (problems.length > 0) return problems
      if (isLast) break
    }
    return await round.settle()
  } finally {
    isOver(round.figures())
    await round.close()
  }
}

function repeat({ seed, at }: Given, { killed }: CrashFigures): string {
  return `\nRepeat it with: npm run soak -- crash --seed ${seed} --kills ${killed}${at ? ` --at ${at}` : ''}\n`
}

const none: CrashFigures = {
  killed: 0,
  kills: new Map(),
  repeated: 0,
  transactions: 0,
  executed: 0,
  refunds: 0,
  lines: 0,
}

function add(one: CrashFigures, other: CrashFigures): CrashFigures {
  const kills = new Map(one.kills)
  for (const [place, count] of other.kills) kills.set(place, (kills.get(place) ?? 0) + count)
  return {
    killed: one.killed + other.killed,
    kills,
    repeated: one.repeated + other.repeated,
    transactions: one.transactions + other.transactions,
    executed: one.executed + other.executed,
    refunds: one.refunds + other.refunds,
    lines: one.lines + other.lines,
  }
}

function printed({ killed, kills, ...figures }: CrashFigures) {
  return { kills: killed, missed: kills.get('missed') ?? 0, ...figures }
}
