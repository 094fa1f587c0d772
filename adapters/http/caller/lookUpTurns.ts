/** Does some work for an account when it is its turn. */
export type LookUpTurns = <T>(accountId: string, work: () => Promise<T>) => Promise<T>

type Line = { working: number; readonly waiting: (() => void)[] }

/** So many look-ups of one account are at work at once. */
const atOnce = 2

/** Lets the look-ups of an account wait in line, so that one that asks for many leaves room for the others between its own. */
export function lookUpTurns(): LookUpTurns {
  const lines = new Map<string, Line>()
  return async (accountId, work) => {
    const line = lines.get(accountId) ?? { working: 0, waiting: [] }
    lines.set(accountId, line)
    if (line.working === atOnce) await new Promise<void>((resolve) => line.waiting.push(resolve))
    else line.working += 1
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else line.working -= 1
      if (line.working === 0) lines.delete(accountId)
    }
  }
}
