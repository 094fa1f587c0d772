import { type DashboardDeps, pagesOf } from '../../../adapters/dashboard/pages.ts'
import { uganda } from '../../../core/sente.ts'
import type { Cookies } from '../../datasets/signInPeople.ts'
import type { Kind } from './kinds.ts'
import type { Targets } from './targets.ts'

type Page = ReturnType<typeof pagesOf>[number]

/** The pages' dependencies. A list of their paths never calls them. */
const listed = new Proxy({ market: uganda, openId: undefined } as Partial<DashboardDeps>, {
  get: (some, name) => (name in some ? Reflect.get(some, name) : () => {}),
})

const pages = pagesOf(listed as DashboardDeps)

/**
 * The number of forms of 2 MB that are sent at once, as by ten people, and the number of files that are requested at
 * once.
 */
const [largeAtOnce, filesAtOnce] = [10, 50]

/** The slowest form of 16 KiB: with as many fields as are read. */
const fields = Array.from({ length: 500 }, (_, nth) => `f${nth}=${'%41'.repeat(8)}`).join('&')

/** Ten thousand wrong lines. */
const wrongLines = [
  'reference,phone_number,amount,currency,network',
  ...Array.from({ length: 10_000 }, (_, nth) => `wage-${nth},254770000002,5000,UGX,MTN`),
].join('\n')

const boundary = '----a-boundary-as-browsers-make-it'
const part = (name: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`

const urlEncoded = 'application/x-www-form-urlencoded'
const inParts = `multipart/form-data; boundary=${boundary}`

/**
 * Every page and every form of another account's manager, of an operator, or of a stranger, each at its most expensive.
 */
export function pageKinds(host: string, { managers, operator }: Cookies, targets: Targets): Kind[] {
  const cookieOf = ({ access, path }: Page) => {
    // After that its session shows no other page.
    if (path === '/sign-out') return managers[2]
    return String(access).startsWith('operator.') ? operator : managers[1]
  }
  const head = (page: Page, method: string) =>
    `${method} ${filledIn(page.path, targets)} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookieOf(page)}\r\n`
  const send = (page: Page, type: string, body: string) =>
    `${head(page, 'POST')}Sec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const formsOf = (page: Page): Kind[] => {
    if (!page.take) return []
    const small = { name: `the form at ${page.path}`, requests: [send(page, urlEncoded, fields)] }
    const large = [
      ['10,000 wrong lines', `${part('reference', 'noise')}${part('lines', wrongLines)}--${boundary}--\r\n`],
      ['empty parts of 2 MB', part('a', '').repeat(20_000)],
    ].map(([what = '', body = '']) => ({
      name: `${small.name}: ${what}`,
      connections: largeAtOnce,
      requests: [send(page, inParts, body)],
    }))
    return [small, ...(page.isLarge ? large : [])]
  }
  return pages.flatMap((page) => [...(page.show ? [pageKind(page, `${head(page, 'GET')}\r\n`)] : []), ...formsOf(page)])
}

/** A page. Files, which have all payments, get fewer requests at once. */
function pageKind({ path }: Page, request: string): Kind {
  return { name: `the page ${path}`, requests: [request], ...(path.endsWith('.csv') && { connections: filesAtOnce }) }
}

/** A path with existing ids, as far as the data has them. */
function filledIn(path: string, { transactionId, eventId, endpointId, batchId }: Targets): string {
  const [id = transactionId] = [
    path.includes('/webhooks/') && endpointId,
    path.includes('/batches/') && batchId,
  ].filter((one) => one !== false)
  return path.replace(':event', eventId).replace(/:\w+/g, id)
}
