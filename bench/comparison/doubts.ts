import type { Tallied } from '../figures/tally.ts'
import type { Busy } from '../workbench/watch.ts'
import type { Server } from '../workbench/workbench.ts'
import type { Total } from './total.ts'

/** The share of one processor from which on a process counts as having been at its limit. */
const fullyBusy = 0.9

/** The share of one processor that other programs may use, including the kernel's work for the disk. */
const usedByOthers = 0.25

/** Whether another process than the server set the pace. `mayWait` is for servers that may have had time to spare. */
export function bottleneckDoubts(name: string, busy: Busy, { mayWait }: { readonly mayWait: boolean }): string[] {
  const seen =
    `${name} kept ${percent(busy.server)} of a processor busy, the network ${percent(busy.network)}, ` +
    `merchants' servers ${percent(busy.receiver)}, the load ${percent(busy.load)}, ` +
    `a database ${percent(busy.database)}, other programs ${percent(busy.others)}`
  if (busy.others > usedByOthers) return [`the machine had other work: ${seen}`]
  if (Math.max(busy.network, busy.receiver, busy.load) >= fullyBusy)
    return [`the server was not the only bottleneck: ${seen}`]
  return mayWait || busy.server >= fullyBusy ? [] : [`the server was not the bottleneck: ${seen}`]
}

/** Whether any request was answered with another status. */
export function statusDoubts(what: string, tallies: readonly Tallied[], status: number): string[] {
  const others = new Set(tallies.flatMap(({ statuses }) => Object.keys(statuses)))
  others.delete(String(status))
  return others.size === 0 ? [] : [`${what}: some were answered ${[...others].join(', ')} (0 stands for no answer)`]
}

/** Stops a server, and finds whether load, network and books agree on its work. */
export async function countDoubts({ name, child, books, ends }: Server, total: Total): Promise<string[]> {
  const { answered, paid, submissions, enquiries } = total
  const doubts: string[] = []
  if (answered !== paid || submissions !== paid || enquiries !== (ends ? paid : 0)) {
    doubts.push(
      `${name} answered ${answered} requests, ${paid} of them with 201, ` +
        `and the network saw ${submissions} submissions and ${enquiries} enquiries`,
    )
  }
  await child.ask('close')
  await child.stop()
  if (books === undefined) return doubts
  const states = await books.countStates()
  if (states[ends ? 'succeeded' : 'pending'] !== paid || Object.keys(states).length !== 1) {
    doubts.push(`${name} answered ${paid} requests with 201, and its books hold ${JSON.stringify(states)}`)
  }
  const { broken } = await books.audit()
  const shown = broken.slice(0, 3).map(({ rule, row, problem }) => `${rule}, ${row}: ${problem}`)
  return broken.length === 0 ? doubts : [...doubts, `${name}: the audit found ${broken.length}: ${shown.join('; ')}`]
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`
}
