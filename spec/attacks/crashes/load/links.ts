import { payWords } from '../../../../adapters/dashboard/languages/english/pay.ts'
import type { CrashAccount } from './operator.ts'
import { post } from './post.ts'

/** A link for one payment, and the forms of its page that two customers opened before either paid. */
export type CrashLink = {
  readonly reference: string
  /**
   * The number of requests for it: without an answer once more under another reference, since its URL is shown once.
   */
  times: number
  opening?: Promise<void> | undefined
  forms?: { readonly path: string; readonly nonces: readonly string[] }
}

/** The form of one of them. */
export type LinkForm = { readonly link: CrashLink; readonly customer: number }

/** The owner of a link, and the outcome of each of its payments. */
type OfLink = { readonly account: CrashAccount; readonly amount: number }

/** Sends a form, the same one each time; rejects without an answer about the payment. */
export async function payThrough(
  url: string,
  of: OfLink,
  { link, customer }: LinkForm,
  place: Readonly<Record<'phone_number' | 'network', string>>,
) {
  await openLink(url, of, link)
  const { path = '', nonces = [] } = link.forms ?? {}
  const body = new URLSearchParams({ ...place, nonce: nonces[customer] ?? '' })
  const headers = { ...cameFrom(of), 'Sec-Fetch-Site': 'same-origin' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', redirect: 'manual', headers, body })
  const [text, to] = [await answer.text(), answer.headers.get('Location') ?? '']
  if (answer.status === 303 && to === path) return { is: 'refused', code: 'link_is_over' } as const
  // The page does not wait for the network.
  if (answer.status === 303) return { is: 'opened', id: to.slice(path.length + 1), code: 'outcome_unknown' } as const
  if (text.includes(payWords.problems.network_unavailable))
    return { is: 'refused', code: 'network_unavailable' } as const
  throw new Error(`a form was answered ${answer.status}`)
}

/** Makes a link and opens its forms, unless that was done; rejects without an answer. */
export async function openLink(url: string, of: OfLink, link: CrashLink): Promise<void> {
  link.opening ??= openForms(url, of, link)
  const { opening } = link
  await opening.catch((error) => {
    if (link.opening === opening) link.opening = undefined
    throw error
  })
}

/**
 * Each link has customers of its own, who come over a proxy from an address of their own, because of the limits of an
 * address.
 */
function cameFrom({ amount }: OfLink): Record<string, string> {
  const address = `10.${[amount >> 16, amount >> 8, amount].map((part) => part & 255).join('.')}`
  return { 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' }
}

/** Makes the link, and opens its page twice. */
async function openForms(url: string, of: OfLink, link: CrashLink): Promise<void> {
  const { account, amount } = of
  link.times += 1
  const about = { amount, currency: 'UGX', description: 'A table', uses: 1 }
  const body = { ...about, reference: `${link.reference}-${link.times}` }
  const { status, text } = await post(`${url}/api/v1/payment-links`, account.secretKey, body)
  if (status !== 201) throw new Error(`a link was answered ${status}`)
  const path = new URL((JSON.parse(text) as { data: { url: string } }).data.url).pathname
  const open = async () => {
    const page = await (await fetch(`${url}${path}`, { headers: cameFrom(of) })).text()
    const [, nonce] = /name="nonce" value="(\w+)"/.exec(page) ?? []
    if (nonce === undefined) throw new Error(`a page has no form: ${page}`)
    return nonce
  }
  link.forms = { path, nonces: [await open(), await open()] }
}
