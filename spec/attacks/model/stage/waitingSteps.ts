import { type Actor, everythingGoesOn, type Turns } from '../acts/actor.ts'

type Waiting = { readonly actor: Actor; readonly name: string; go(): Promise<void> }

/** Turns that a sequence gives by picking among the steps that wait, oldest first. */
export function waitingSteps(): Turns {
  let waiting: Waiting[] = []
  return {
    take: <T>(actor: Actor, name: string, step: () => Promise<T>) =>
      new Promise<T>((resolve) => {
        async function go() {
          const result = await step()
          waiting.push({ actor, name: `${name}, result`, go: async () => resolve(result) })
        }
        waiting.push({ actor, name, go })
      }),
    async give({ pick, actor }) {
      // What was begun just now may not wait for a turn yet.
      await everythingGoesOn()
      waiting = waiting.filter((one) => !one.actor.run.isDead)
      const theirs = actor ? waiting.filter((one) => one.actor === actor) : waiting
      const chosen = theirs[pick % theirs.length]
      if (!chosen) return false
      waiting = waiting.filter((one) => one !== chosen)
      await chosen.go()
      await everythingGoesOn()
      return true
    },
  }
}
