/** Counts how often this machine stood still, as a virtual one does when its host suspends it; no timer fires then. */
export function machinePauses(): { readonly count: number; stop(): void } {
  let count = 0
  let lastMs = performance.now()
  const timer = setInterval(() => {
    const nowMs = performance.now()
    if (nowMs - lastMs > pauseMs) count += 1
    lastMs = nowMs
  }, everyMs)
  return {
    get count() {
      return count
    },
    stop: () => clearInterval(timer),
  }
}

const everyMs = 250

/** Longer than the delays of a busy machine, and shorter than a payment may take. */
const pauseMs = 10_000
