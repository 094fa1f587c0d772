import { auditBooks, countStates } from './inspectBooks.ts'
import type { Total } from './slices.ts'
import type { Tallied } from './tally.ts'
import type { Busy } from './watched.ts'
import type { Server } from './workbench.ts'

/** From here on a process counts as having been at its limit, as a part of one processor. */
const fullyBusy = 0.9

/** So much of a processor other programs may use, the kernel's own work for the disk included. */
const usedByOthers = 0.25

/** Whether another process than the server set the pace; `mayWait` where the server may have had time to spare. */
export function bottleneckDoubts(name: string, busy: Busy, { mayWait }: { readonly mayWait: boolean }): string[] {
  const seen =
    `${name} kept ${percent(busy.server)} of a processor busy, the network ${percent(busy.network)}, ` +
    `the load ${percent(busy.load)}, other programs ${percent(busy.others)}`
  if (busy.others > usedByOthers) return [`the machine had other work: ${seen}`]
  if (Math.max(busy.network, busy.load) >= fullyBusy) return [`the server was not the only bottleneck: ${seen}`]
  return mayWait || busy.server >= fullyBusy ? [] : [`the server was not the bottleneck: ${seen}`]
}

/** Whether something was answered with another status. */
export function statusDoubts(what: string, tallies: readonly Tallied[], status: number): string[] {
  const others = new Set(tallies.flatMap(({ statuses }) => Object.keys(statuses)))
  others.delete(String(status))
  return others.size === 0 ? [] : [`${what}: some were answered ${[...others].join(', ')} (0 stands for no answer)`]
}

/** Ends a server, and finds whether load, network and books tell the same of what it did. */
export async function countDoubts({ name, child, databasePath, emptyUpTo }: Server, total: Total): Promise<string[]> {
  const { answered, paid, submissions, enquiries } = total
  const doubts: string[] = []
  if (answered !== paid || submissions !== paid || enquiries > 0) {
    doubts.push(
      `${name} answered ${answered} requests, ${paid} of them with 201, ` +
        `and the network saw ${submissions} submissions and ${enquiries} enquiries`,
    )
  }
  await child.ask('close')
  await child.stop()
  if (databasePath === undefined) return doubts
  const states = countStates(databasePath, emptyUpTo)
  if (states.pending !== paid || Object.keys(states).length !== 1) {
    doubts.push(`${name} answered ${paid} requests with 201, and its books hold ${JSON.stringify(states)}`)
  }
  const { broken } = await auditBooks(databasePath)
  const shown = broken.slice(0, 3).map(({ rule, row, problem }) => `${rule}, ${row}: ${problem}`)
  return broken.length === 0 ? doubts : [...doubts, `${name}: the audit found ${broken.length}: ${shown.join('; ')}`]
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`
}
