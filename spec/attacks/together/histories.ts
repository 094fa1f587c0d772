import fc from 'fast-check'
import { type Act, anyAct, perform } from './acts/acts.ts'
import { type HistoryBooks, historyBooks, type OpenBooks } from './books.ts'
import { bringToRest, recoverBooks } from './goingBack.ts'
import { agreeWithNetworks, compareFees, type Executed, executedOnce, watch } from './judge.ts'
import { compareRecomputed } from './recomputed/recomputed.ts'
import { makeStage, type Stage, stageOver } from './stage/stage.ts'

/**
 * The tally so far: the number of times that books went back, and the requested and executed payments by operation, by
 * the networks' journals.
 */
export type HistoryTally = ReturnType<typeof noHistories>

/** A tally of nothing. */
export const noHistories = () => ({
  ...{ histories: 0, acts: 0, wentBack: 0, reported: 0, asked: 0 },
  ...{ payout: 0, collection: 0, refund: 0, batch: 0, linked: 0 },
  ...{ approved: 0, withdrawn: 0, outdated: 0, closed: 0, paused: 0 },
})

/** The property that any history on books of its own keeps all promises, and ends as its networks know it. */
export function histories(name: HistoryBooks, tally: HistoryTally, { acts = 60 } = {}) {
  return playedOn(historyBooks[name], tally, { acts })
}

/** The same on books opened by this function. */
export function playedOn(open: () => Promise<OpenBooks>, tally: HistoryTally, { acts = 60 } = {}) {
  return fc.asyncProperty(fc.array(anyAct, { minLength: 1, maxLength: acts, size: 'max' }), async (history) => {
    const executed = await playHistory(open, history, tally)
    tally.histories += 1
    for (const [operation, counted] of executed) {
      tally.asked += counted.asked
      tally[operation] += counted.executed
    }
  })
}

/** Plays a history, and judges it after each act and in the end. */
export async function playHistory(
  open: () => Promise<OpenBooks>,
  history: readonly Act[],
  tally = noHistories(),
): Promise<Executed> {
  const opened: OpenBooks[] = []
  const openNext = async () => {
    const books = await open()
    opened.push(books)
    return books
  }
  const done: string[] = []
  try {
    let stage = await makeStage(await openNext())
    let copiedAt: number | undefined
    for (const [index, act] of history.entries()) {
      done.push(`${index} ${JSON.stringify(act)}`)
      // Only acts of the first life can be played again.
      if (act.does === 'copy' && (stage.books.copy || stage.world.lives === 0)) {
        await stage.books.copy?.()
        copiedAt = index
      } else if (act.does === 'goBack' && copiedAt !== undefined) {
        stage = await goBack(stage, { openNext, before: history.slice(0, copiedAt) })
        opened.push(stage.books)
        copiedAt = undefined
        await recoverBooks(stage, act.choice % 3 === 0 ? 0 : 1)
        tally.wentBack += 1
        tally.reported += stage.world.reported.size
      } else await perform(stage, act)
      await watch(stage)
      tally.acts += 1
    }
    await compareRecomputed(stage.ports)
    await bringToRest(stage)
    await watch(stage)
    await agreeWithNetworks(stage)
    await compareFees(stage)
    await compareRecomputed(stage.ports)
    for (const [name, times] of Object.entries(stage.world.acted)) tally[name as keyof Acted] += times
    return executedOnce(stage)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.stack : error}\n\nThe history:\n${done.join('\n')}\n`)
  } finally {
    for (const books of opened.reverse()) await books.close()
  }
}

type Acted = Stage['world']['acted']

type Going = { readonly openNext: () => Promise<OpenBooks>; readonly before: readonly Act[] }

/** The stage over the earlier books; the networks, and everybody's memory, stay current. */
async function goBack(stage: Stage, { openNext, before }: Going): Promise<Stage> {
  const { world, books } = stage
  world.lives += 1
  world.clock.restart()
  const tokens = new Map(stage.tokens)
  if (books.restore) {
    const restored = stageOver(await books.restore(world.clock), world, stage.merchants)
    for (const [name, token] of tokens) restored.tokens.set(name, token)
    return restored
  }
  // The same acts make the same books, with the same ids: a copy.
  const copy = await makeStage(await openNext())
  for (const act of before) await perform(copy, act)
  const restored = stageOver(copy.books, world, copy.merchants)
  for (const [name, token] of tokens) restored.tokens.set(name, token)
  return restored
}
