/** Runs uses over whichever of these is free; when none is they wait for their turn. */
export function anyFree<One>(all: readonly One[]): <T>(use: (one: One) => Promise<T>) => Promise<T> {
  const free = [...all]
  const waiting: ((one: One) => void)[] = []

  function release(one: One) {
    const next = waiting.shift()
    if (next) next(one)
    else free.push(one)
  }

  return async (use) => {
    const one = free.pop() ?? (await new Promise<One>((resolve) => waiting.push(resolve)))
    try {
      return await use(one)
    } finally {
      release(one)
    }
  }
}
