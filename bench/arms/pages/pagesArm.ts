import { got } from 'got'
import { few, lookUpData, many } from '../../datasets/lookUpRows.ts'
import type { Cookies } from '../../datasets/signInPeople.ts'
import type { Arm, ArmOptions } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'
import { type Workbench, withWorkbench } from '../../workbench/workbench.ts'

const rounds = 50
const target = { atMost: 1.2 }

/** Pages, and the cookies that open them. */
const pages: readonly (readonly [page: string, cookieOf: (cookies: Cookies) => string | undefined])[] = [
  ...[
    'dashboard/',
    'dashboard/transactions',
    'dashboard/transactions?kind=collection',
    'dashboard/transactions?state=failed',
    'dashboard/transactions?text=order-11',
    'dashboard/transactions?text=256770000001',
  ].map((page) => [page, ({ managers }: Cookies) => managers[0]] as const),
  ...['operator/', 'operator/payments', 'operator/payments?state=open', 'operator/accounts'].map(
    (page) => [page, ({ operator }: Cookies) => operator] as const,
  ),
]

/** The cost of pages among many payments. */
export const pagesArm: Arm = {
  name: 'pages',
  summary:
    'a page for people, among 10 million payments of others and a million of one’s own, against 10 and 1 thousand',
  run: (options) =>
    withWorkbench(options, async (bench) => {
      const both = [await opened(options, bench, few), await opened(options, bench, many)]
      const details = []
      for (const [page, cookieOf] of pages) details.push(await compared(page, both.map(asking(cookieOf))))
      const findings = details.map(({ page, ms: [little = 0, much = 0] }) => [
        { what: `/${page}: among many`, value: much, unit: 'ms' },
        { what: `/${page}: as a multiple of that among few`, value: much / little, unit: '', target },
      ])
      return { findings: findings.flat(), doubts: details.flatMap(({ doubts }) => doubts), details }
    }),
}

async function opened(options: ArmOptions, bench: Workbench, transactions: number) {
  const ready = await lookUpData(options, transactions)
  const { url, cookies } = await bench.server('sente', { name: `sente, ${transactions} rows`, ready, people: true })
  if (!cookies) throw new Error('nobody is signed in')
  return { url, cookies }
}

function asking(cookieOf: (typeof pages)[number][1]) {
  return ({ url, cookies }: Awaited<ReturnType<typeof opened>>) =>
    got.extend({ prefixUrl: url, headers: { cookie: cookieOf(cookies) }, followRedirect: false, retry: { limit: 0 } })
}

/** Opens a page of both in turn, so that the machine's other work affects both. */
async function compared(page: string, both: readonly ReturnType<ReturnType<typeof asking>>[]) {
  const ms = both.map((): number[] => [])
  const rows: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [index, ask] of both.entries()) {
      const begun = performance.now()
      const { body } = await ask(page)
      ms[index]?.push(performance.now() - begun)
      rows[index] = body.split('<tr').length
    }
  }
  const doubts = rows[0] === rows[1] ? [] : [`/${page}: ${rows.join(' and ')} rows`]
  return { page, ms: ms.map(median), rows, doubts }
}
