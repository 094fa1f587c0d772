import { randomInt } from 'node:crypto'
import { Command } from 'commander'
import fc from 'fast-check'
import { positiveNumber, type Soak } from '../../attacks/soakRun.ts'
import { makeSchema } from '../../fixtures/postgres/postgres.ts'
import { judgeOf } from './judge.ts'
import { confirmed, openAccounts, startMerchants } from './merchants.ts'
import { openNodes } from './nodes.ts'
import { type Outage, tallied, wholeNumber } from './tally.ts'

type Options = { readonly seconds?: number; readonly seed?: number }

/** Which of the nodes is killed, after how many more payments. */
type Kill = { readonly node: number; readonly answered: number }

const kill = fc.record({ node: fc.nat(2), answered: fc.integer({ min: 1, max: 60 }) })

/** So many are killed over one database, before its books are judged. */
const killsInRound = 10

/** The command that kills one node after the other. */
export function soakNodes(soak: Soak): Command {
  return new Command('nodes')
    .description('three nodes over one PostgreSQL, of which one after the other is killed under load and replaced')
    .option('--seconds <seconds>', 'for so long; without end by default', positiveNumber)
    .option('--seed <seed>', 'which nodes are killed, and after how many payments', wholeNumber)
    .action((options: Options) => run(soak, options))
}

async function run(soak: Soak, { seconds, seed = randomInt(2 ** 31) }: Options): Promise<void> {
  const outages: Outage[] = []
  let [violations, kills] = [0, 0]
  soak.begin(() => ({ seed, kills, ...tallied(outages), violations }), seconds)
  const rounds = fc.array(kill, { minLength: killsInRound, maxLength: killsInRound })
  for (const given of fc.sample(fc.noBias(rounds), { seed, numRuns: 10_000 })) {
    if (soak.isOver()) break
    const round = await playRound(given)
    outages.push(...round.outages)
    kills += given.length
    violations += round.problems.length
    if (round.problems.length > 0)
      soak.print(`${round.problems.join('\n')}\n\nIt was before kill ${kills} of seed ${seed}.\n`)
    soak.progress()
  }
  soak.end(violations)
}

async function playRound(kills: readonly Kill[]) {
  const schema = await makeSchema()
  const nodes = await openNodes(schema)
  try {
    const urls = [...nodes.urls]
    const places = urls.map((_, index) => index)
    const merchants = startMerchants({ urls }, await openAccounts(nodes))
    const pausesMs: number[] = []
    for (const [nth, { node, answered }] of kills.entries()) {
      await merchants.answered(answered)
      const sinceMs = performance.now()
      await nodes.kill(places[node] ?? 0)
      await merchants.answered(30)
      pausesMs.push(merchants.longestPauseMs(sinceMs))
      urls[node] = await nodes.startOne()
      places[node] = nodes.urls.length + nth
      nodes.relay.callBackTo(urls)
    }
    await merchants.stop()
    const { asked, untruths } = merchants
    const problems = [...untruths, ...(await judgeOf(nodes, asked).inTheEnd()), ...(await confirmed({ urls }, asked))]
    const [first = 0, ...others] = pausesMs
    const none = { answered: 0, repeated: 0 }
    const outages = [{ pauseMs: first, ...merchants.figures() }, ...others.map((pauseMs) => ({ pauseMs, ...none }))]
    return { outages, problems }
  } finally {
    await nodes.close()
    await schema.drop()
  }
}
