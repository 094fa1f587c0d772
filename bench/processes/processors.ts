import { cpus } from 'node:os'

/** The average number of busy processors of the machine, until the returned function is called. */
export function watchProcessors(): () => number {
  const begun = performance.now()
  const before = busyMs()
  return () => (busyMs() - before) / (performance.now() - begun)
}

function busyMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)
}
