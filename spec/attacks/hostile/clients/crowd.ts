import { openWire, type Wire } from './wire.ts'

/** The number of connects at once, below the server's backlog. */
const together = 250

/**
 * Connects idle clients, up to the requested number or the machine's room; each has had one answer, so that it is kept
 * alive.
 */
export async function gatherCrowd(url: string, wanted: number) {
  const wires: Wire[] = []
  let isFull = false
  while (wires.length < wanted && !isFull) {
    const count = Math.min(together, wanted - wires.length)
    const arrived = await Promise.all(Array.from({ length: count }, () => openWire(url)))
    const served = await Promise.all(arrived.map(isServed))
    wires.push(...arrived.filter((_, index) => served[index]))
    isFull = served.includes(false)
  }
  return {
    /** Sends another request on every connection; resolves with the number of answers. */
    async stillServed(): Promise<number> {
      let served = 0
      for (let at = 0; at < wires.length; at += together) {
        const answers = await Promise.all(wires.slice(at, at + together).map(isServed))
        served += answers.filter(Boolean).length
      }
      return served
    },
    leave() {
      for (const wire of wires) wire.breakOff()
    },
  }
}

async function isServed(wire: Wire): Promise<boolean> {
  return (await wire.ask('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'))?.status === 200
}

/** Sends requests over a few connections as fast as they are answered; resolves with the count of each status. */
export async function flood(url: string, requests: readonly string[], connections = 20): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const waiting = requests.values()
  async function sendOnOne() {
    let wire = await openWire(url)
    for (const request of waiting) {
      if (!wire.isOpen) wire = await openWire(url)
      const answer = await wire.ask(request)
      const status = answer?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (answer?.headers.connection === 'close') await wire.untilClosed()
    }
    wire.breakOff()
  }
  await Promise.all(Array.from({ length: connections }, sendOnOne))
  return statuses
}
