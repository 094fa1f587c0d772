import { setTimeout } from 'node:timers/promises'
import { confirm, type PaymentRequest } from '../../attacks/crashes/load/merchant.ts'
import type { Merchant } from '../../fixtures/processes.ts'
import { reached } from '../../fixtures/until.ts'
import { askedNext, fundedUgx, loadOver } from './load.ts'
import type { Nodes } from './nodes.ts'

/** Merchants who request payments from all nodes until they are stopped, and look up the opened ones. */
export type Merchants = {
  /** All their requests so far. */
  readonly requests: readonly PaymentRequest[]
  /** The false answers that they got. */
  readonly untruths: readonly string[]
  /** Waits until this many more payments are answered, or the merchants have stopped. */
  answered(more: number): Promise<void>
  /** The longest time without an accepted payment since a moment, in milliseconds. */
  longestPauseMs(sinceMs: number): number
  /** The number of answered payments, and of those requested more than once. */
  figures(): { readonly answered: number; readonly repeated: number }
  /** From now on they make few requests. */
  slowDown(): void
  /** Stops the requests; resolves when all are answered, or after a long while. */
  stop(): Promise<void>
}

/** The number of merchants. */
const count = 6

/** The pause after an answer, usually and in the end, in milliseconds. The networks' file has to stay small. */
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

  /** Looks up one answered payment after the other, each at another node, old and new ones. */
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

/** The error of a payment's look-up; a node without an answer is not false. */
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

/** Asks the nodes once more about every nth payment; resolves with the errors. */
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
