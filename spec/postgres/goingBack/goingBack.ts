import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crashJournal } from '../../attacks/crashes/judges/journal.ts'
import { countedByOperation, sentOtherwise } from '../../attacks/crashes/judges/operations.ts'
import type { PaymentRequest } from '../../attacks/crashes/load/merchant.ts'
import { openServerPair, type ServerPair } from '../../fixtures/postgres/postgres.ts'
import type { Merchant } from '../../fixtures/processes.ts'
import { reached } from '../../fixtures/until.ts'
import { fundedUgx } from '../nodes/load.ts'
import { type Nodes, openNodes, stateOf } from '../nodes/nodes.ts'
import { readerOf } from './events.ts'
import { repeat, startPayments } from './payments.ts'

type Servers = Pick<ServerPair, 'order'>

/** From now on a standby gets no more commits. */
async function letLag({ order }: Servers): Promise<void> {
  await order('follow')
  await order('lag')
}

/** A way that the database goes back: the moment that it goes back to, and the time. */
const ways = {
  /** A copy replaces the database. */
  restored: {
    forgetFrom: ({ order }: Servers) => order('copy'),
    goBack: ({ order }: Servers) => order('restore'),
  },
  /** A copy is recovered to a point in time. */
  recovered: {
    forgetFrom: ({ order }: Servers) => order('copy'),
    goBack: ({ order }: Servers) => order('recover'),
  },
  /** The primary is lost, and a lagging standby replaces it. */
  lagging: {
    forgetFrom: letLag,
    async goBack({ order }: Servers) {
      await order('killPrimary')
      await order('promote')
    },
  },
  /** The same, but the primary is not lost, and loses connections. */
  divided: {
    forgetFrom: letLag,
    async goBack({ order }: Servers) {
      await order('promote')
      await order('disturb')
    },
  },
}

/** The name of a way. */
export type Way = keyof typeof ways

/** All of them. */
export const wayNames = Object.keys(ways) as Way[]

/** One turn of a database that goes back. */
export type Turn = {
  readonly way: Way
  /** The number of payments opened after the moment that it goes back to. */
  readonly opened: number
  /** Whether the nodes run meanwhile; otherwise they were killed before, and start on the remaining books. */
  readonly underRunningNodes: boolean
}

/** The results. */
export type WentBack = {
  readonly problems: readonly string[]
  readonly figures: { readonly turns: number; readonly requested: number; readonly forgotten: number }
  /** The number of requested and executed payments, by operation. */
  readonly operations: ReturnType<typeof countedByOperation>
}

/** Lets the database of this many nodes repeatedly go back under load; an operator ends each quarantine. */
export async function goBack(count: number, turns: readonly Turn[]): Promise<WentBack> {
  const servers = await openServerPair()
  const problems: string[] = []
  const requests: PaymentRequest[] = []
  let forgotten = 0
  try {
    const nodes = await openNodes({ path: `${servers.path}?connections=8`, count, charges: true })
    const journal = crashJournal(nodes.networksFile)
    const reported = new Set<string>()
    /** The payments made twice, or without a request, from the whole time. */
    const paidWrongly = () => {
      const found = sentOtherwise(requests, journal.read().values()).filter((problem) => !reported.has(problem))
      for (const problem of found) reported.add(problem)
      return found
    }
    try {
      const merchants = await Promise.all([1, 2].map(() => nodes.openAccount(fundedUgx)))
      let { urls } = nodes
      for (const turn of turns) {
        const done = await takeTurn({ servers, nodes, merchants, urls }, turn, requests.length)
        urls = done.urls
        requests.push(...done.requests)
        forgotten += done.forgotten
        const found = [...done.problems, ...paidWrongly()]
        problems.push(...found.map((problem) => `${turn.way} after ${turn.opened}: ${problem}`))
      }
      const operations = countedByOperation(requests, journal.read().values())
      return { problems, figures: { turns: turns.length, requested: requests.length, forgotten }, operations }
    } finally {
      await nodes.close()
    }
  } finally {
    await servers.close()
  }
}

/** The number of links that a turn opens before the moment that it goes back to, and that are paid after it. */
const linksBefore = 2

type Stage = {
  readonly servers: ServerPair
  readonly nodes: Nodes
  readonly urls: readonly string[]
  readonly merchants: readonly Merchant[]
}

async function takeTurn({ servers, nodes, merchants, ...stage }: Stage, turn: Turn, from: number) {
  const { forgetFrom, goBack } = ways[turn.way]
  const urls = [...stage.urls]
  const payments = startPayments(urls, merchants, from)
  const readers = merchants.map((merchant) => readerOf(urls, merchant))
  await payments.opened(5)
  const payThroughLinks = await payments.openLinks(linksBefore)
  await forgetFrom(servers)
  payThroughLinks()
  await payments.opened(turn.opened)
  if (!turn.underRunningNodes) {
    await payments.stop()
    await reached('each node has written its last payment down', () => haveWritten(nodes, urls, payments.requests))
    await Promise.all(urls.map((_, node) => nodes.kill(node)))
  }
  await goBack(servers)
  if (turn.underRunningNodes) await payments.answered(20)
  else urls.splice(0, urls.length, ...(await Promise.all(urls.map((_, node) => nodes.startAgain(node)))))
  await payments.stop()
  if (turn.way === 'divided') await servers.order('killOther')
  await settledStates(urls)
  // A node that has not noticed yet does so when it uses the database.
  await repeat(urls, payments.requests)
  const states = await settledStates(urls)
  const untruths = await Promise.all(readers.map((reader) => reader.stop()))
  const { problems, forgotten } = await judge({ ...nodes, urls }, payments.requests)
  if (forgotten > 0 && states.some((state) => state !== 'quarantined'))
    problems.push(`${forgotten} payments are forgotten, and the nodes are ${states.join(', ')}`)
  if (states.includes('quarantined')) problems.push(...(await endQuarantine(nodes, urls)))
  // A link from before makes no prompt for a payment that the books have forgotten.
  await repeat(
    urls,
    payments.requests.filter(({ form }) => form),
  )
  const audit = await nodes.sente('audit', '--all', '--json')
  if (audit.code !== 0) problems.push(`the audit: ${audit.stdout}${audit.stderr}`)
  return { requests: payments.requests, forgotten, problems: [...untruths.flat(), ...problems], urls }
}

/** Whether the file of each node, which is written every second, names the last payment that the node has opened. */
function haveWritten({ folder }: Nodes, urls: readonly string[], requests: readonly PaymentRequest[]): boolean {
  return urls.every((_, node) => {
    const own = requests.filter((_, index) => index % urls.length === node)
    const last =
      own
        .flatMap(({ known }) => (known.is === 'opened' ? [known.id] : []))
        .sort()
        .at(-1) ?? ''
    const state = join(folder, `node-${node}`)
    const marks = existsSync(state) ? readdirSync(state).filter((file) => file.endsWith('.mark')) : []
    return marks.some((file) => readFileSync(join(state, file), 'utf8').includes(last))
  })
}

/** The readiness of each node, once it has a database again. */
async function settledStates(urls: readonly string[]): Promise<readonly string[]> {
  await reached('every node is ready or quarantined', async () => !(await statesOf(urls)).includes('not_ready'))
  return statesOf(urls)
}

function statesOf(urls: readonly string[]): Promise<readonly string[]> {
  return Promise.all(urls.map(stateOf))
}

/** The accepted payments that are missing, and the number of forgotten ones. */
async function judge(
  { networksFile, urls }: Pick<Nodes, 'networksFile' | 'urls'>,
  requests: readonly PaymentRequest[],
) {
  const taken = new Set([...crashJournal(networksFile).read().values()].map(({ amount }) => amount))
  const problems = requests.flatMap(({ reference, amount, known }) => {
    const isAccepted = known.is === 'opened' && known.code === 'accepted'
    return isAccepted && !taken.has(amount) ? [`${reference} was answered 201 and never paid`] : []
  })
  const isGone = await Promise.all(requests.map((one) => isForgotten(urls[0] ?? '', one)))
  return { problems, forgotten: isGone.filter((is) => is).length }
}

async function isForgotten(url: string, { known, account }: PaymentRequest): Promise<boolean> {
  if (known.is !== 'opened') return false
  const headers = { Authorization: `Bearer ${account.secretKey}` }
  const shown = await fetch(`${url}/api/v1/transactions/${known.id}`, { headers })
  await shown.arrayBuffer()
  return shown.status === 404
}

/** Ends the quarantine like an operator, so that all nodes accept payments; resolves with the errors. */
async function endQuarantine(nodes: Nodes, urls: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await nodes.sente('quarantine', 'show', '--json')
  const ended = await nodes.sente('quarantine', 'end', '--because', 'compared with the networks', '--json')
  await reached('every node is ready', async () => (await statesOf(urls)).every((state) => state === 'ready'))
  return [
    ...(stdout.includes('"behind_mark"') ? [] : [`the quarantine is shown as ${stdout}`]),
    ...(ended.code === 0 ? [] : [`the quarantine does not end: ${ended.stdout}${ended.stderr}`]),
  ]
}
