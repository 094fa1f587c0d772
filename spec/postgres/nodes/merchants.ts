import { setTimeout } from 'node:timers/promises'
import { confirm, type PaymentRequest } from '../../attacks/crashes/load/merchant.ts'
import type { Merchant } from '../../fixtures/processes.ts'
import { reached } from '../../fixtures/until.ts'
import { askedNext, fundedUgx, loadOver } from './load.ts'
import type { Nodes } from './nodes.ts'

/** Merchants who request payments from all nodes until they are told to stop, and look up what was opened. */
export type Merchants = {
  /** Everything that they have asked for so far. */
  readonly requests: readonly PaymentRequest[]
  /** What they were shown that is not true. */
  readonly untruths: readonly string[]
  /** Waits until so many more payments are answered, or the merchants have stopped. */
  answered(more: number): Promise<void>
  /** The longest time since a moment in which no payment was accepted, in milliseconds. */
  longestPauseMs(sinceMs: number): number
  /** How many payments were answered, and how many had to be requested more than once. */
  figures(): { readonly answered: number; readonly repeated: number }
  /** From now on they ask for little. */
  slowDown(): void
  /** Stops asking; resolves when everything is answered, or is not after a long while. */
  stop(): Promise<void>
}

/** How many merchants there are. */
const count = 6

/** How long to rest after an answer, usually and in the end, in milliseconds. The networks' file has to stay small. */
const [usualRestMs, longRestMs] = [50, 1_500]

/** Opens accounts for merchants. */
export function openAccounts(nodes: Pick<Nodes, 'openAccount'>): Promise<Merchant[]> {
  return Promise.all(Array.from({ length: count }, () => nodes.openAccount(fundedUgx)))
}

/** Lets merchants pay, beginning with the payment of this number. */
export function startMerchants({ urls }: Pick<Nodes, 'urls'>, merchants: readonly Merchant[], from = 0): Merchants {
  const requests: PaymentRequest[] = []
  const untruths: string[] = []
  const [answersMs, acceptedMs]: [number[], number[]] = [[], []]
  let [isOver, restMs] = [false, usualRestMs]

  function* payments() {
    for (let index = from; !isOver; index += 1)
      for (const payment of askedNext(merchants, index, requests)) {
        requests.push(payment)
        yield payment
      }
  }

  async function rest({ known }: PaymentRequest) {
    answersMs.push(performance.now())
    if (known.is === 'opened' && known.code === 'accepted') acceptedMs.push(performance.now())
    await setTimeout(restMs)
  }

  /** Looks up one that was answered after the other: each at another node, old and new ones. */
  async function lookUps() {
    for (let nth = 0; !isOver; nth += 1) {
      const known = requests.filter(({ known }) => known.is === 'opened' || known.is === 'repeated')
      const one = known[nth % 2 === 0 ? known.length - 1 : (nth * 7) % (known.length || 1)]
      if (one) untruths.push(...(await shownWrongly(urls[nth % urls.length] ?? '', one)))
      await setTimeout(usualRestMs)
    }
  }

  const done = Promise.all([loadOver(urls, payments(), rest), lookUps()])
  return {
    requests,
    untruths,
    async answered(more) {
      const enough = answersMs.length + more
      await reached(`${more} more payments are answered`, () => isOver || answersMs.length >= enough)
    },
    longestPauseMs(sinceMs) {
      const momentsMs = [sinceMs, ...acceptedMs.filter((ms) => ms > sinceMs)]
      return Math.max(...momentsMs.map((ms, index) => (momentsMs[index + 1] ?? ms) - ms))
    },
    figures: () => ({
      answered: requests.filter(({ known }) => known.is === 'opened' || known.is === 'repeated').length,
      repeated: requests.filter(({ times }) => times > 1).length,
    }),
    slowDown() {
      restMs = longRestMs
    },
    async stop() {
      isOver = true
      await done
    },
  }
}

/** What is wrong with how a payment is shown; that a node can't say is no untruth. */
async function shownWrongly(
  url: string,
  { known, account, reference, amount }: PaymentRequest,
): Promise<readonly string[]> {
  const id = 'id' in known ? known.id : ''
  const headers = { Authorization: `Bearer ${account.secretKey}` }
  const shown = await fetch(`${url}/api/v1/transactions/${id}`, { headers }).catch(() => undefined)
  const text = (await shown?.text().catch(() => undefined)) ?? ''
  if (!shown || shown.status >= 500) return []
  const { data } = JSON.parse(text) as { data?: { reference?: string; amount?: number } }
  if (shown.status === 200 && data?.reference === reference && data.amount === amount) return []
  return [`${reference} was answered with ${id}, and is shown as ${shown.status} ${text}`]
}

/** Asks the nodes once more about every so-manyth payment; resolves with what is wrong. */
export async function confirmed(
  { urls }: Pick<Nodes, 'urls'>,
  requests: readonly PaymentRequest[],
): Promise<readonly string[]> {
  const every = Math.ceil(requests.length / 100)
  const some = requests.filter((_, index) => index % every === 0)
  const found: (string | undefined)[] = []
  // One node each at a time: on a busy machine 100 PINs at once would take longer than a request may.
  for (let from = 0; from < some.length; from += urls.length) {
    const next = some.slice(from, from + urls.length)
    found.push(...(await Promise.all(next.map((one, index) => confirm(urls[index] ?? '', one)))))
  }
  return found.filter((one) => one !== undefined)
}
