import type { Scheduler } from 'fast-check'
import { everythingGoesOn, type Turns } from '../model/acts/actor.ts'

/** Turns given by fast-check's scheduler, which picks among all waiting steps. */
export function scheduledSteps(scheduler: Scheduler): Turns {
  const underWay = new Set<Promise<unknown>>()
  const turn = (name: string) => scheduler.schedule(Promise.resolve(), name)

  async function goOn() {
    do {
      await Promise.allSettled(underWay)
      await everythingGoesOn()
    } while (underWay.size > 0)
  }

  return {
    async take(actor, name, step) {
      await actor.run.stall
      await turn(`${actor.name} ${name}`)
      if (actor.run.isDead) return never()
      const taken = step()
      underWay.add(taken)
      const result = await taken.finally(() => underWay.delete(taken))
      await turn(`${actor.name} ${name}, result`)
      return actor.run.isDead ? never() : result
    },
    async give() {
      await goOn()
      if (scheduler.count() === 0) return false
      await scheduler.waitNext(1)
      await goOn()
      return true
    },
  }
}

function never(): Promise<never> {
  return new Promise(() => undefined)
}
