import { got } from 'got'
import { compare } from '../../comparison/comparison.ts'
import { answering, ratios } from '../../comparison/findings.ts'
import type { Arm } from '../../figures/arm.ts'
import { type Server, withWorkbench } from '../../workbench/workbench.ts'

/** One person is signed in for each account. */
const people = 100

/** The time between two pages of each person. */
const everyMs = 10_000

const pages = ['dashboard/', 'dashboard/transactions', 'dashboard/transactions?kind=payout', 'dashboard/statement']

/** The cost to payments of people who look at pages. */
export const peopleArm: Arm = {
  name: 'people',
  summary: '100 people signed in, each of whom opens a page every ten seconds, against nobody, 256 in flight',
  async run(options) {
    const looked = { pages: 0, refused: 0 }
    const compared = await withWorkbench(options, async (bench) => {
      const making = { accounts: people }
      const alone = await bench.server('sente', { name: 'sente', ...making })
      const watched = await bench.server('sente', { name: 'sente, with people', ...making, people: true })
      const stop = lookAround(watched, looked)
      try {
        return await compare([alone, watched], { ...options, inFlight: 256, mayWait: true })
      } finally {
        stop()
      }
    })
    return {
      findings: [
        ...answering(compared.baseline),
        ...answering(compared.measured),
        ...ratios(compared, { rate: 0.95 }),
        { what: 'pages that were looked at', value: looked.pages, unit: '' },
      ],
      doubts: [...compared.doubts, ...(looked.refused > 0 ? [`${looked.refused} pages were not shown`] : [])],
      details: { compared, looked },
    }
  },
}

/** Opens pages, evenly over time, until the returned function is called. */
function lookAround({ url, cookies }: Server, looked: { pages: number; refused: number }): () => void {
  const managers = cookies?.managers ?? []
  const ask = got.extend({ prefixUrl: url, followRedirect: false, throwHttpErrors: false, retry: { limit: 0 } })
  let next = 0
  async function look() {
    const cookie = managers[next % managers.length]
    const page = pages[Math.floor(next / managers.length) % pages.length] ?? ''
    next += 1
    const { statusCode } = await ask(page, { headers: { cookie } })
    looked.pages += 1
    if (statusCode !== 200) looked.refused += 1
  }
  // The server is stopped before this is.
  const timer = setInterval(() => void look().catch(() => undefined), everyMs / people)
  return () => clearInterval(timer)
}
