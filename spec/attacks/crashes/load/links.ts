import { payWords } from '../../../../adapters/dashboard/pay/words.ts'
import { type Known, type PaymentRequest, post } from './merchant.ts'

/** A link for one payment, and the forms of its page that two customers have opened before either has paid. */
export type CrashLink = {
  readonly reference: string
  /** How often a merchant has asked for it: once more under another reference when no answer came, since its URL is told once. */
  times: number
  opening?: Promise<void> | undefined
  forms?: { readonly path: string; readonly nonces: readonly string[] }
}

/** The form of one of them. */
export type LinkForm = { readonly link: CrashLink; readonly customer: number }

/** A collection as two customers of one link ask for it, of whom one can pay; their numbers are paid soon. */
export function customersOf(collection: PaymentRequest): readonly PaymentRequest[] {
  const link: CrashLink = { reference: collection.reference, times: 0 }
  return [0, 1].map((customer) => {
    const number = String(100_000 + ((Number(collection.order.number) + customer) % 10))
    return {
      ...{ ...collection, order: { ...collection.order, number }, form: { link, customer } },
      /** The form's own once it was opened. */
      get reference() {
        return `${link.reference}-${link.times}-${link.forms?.nonces[customer] ?? `unopened-${customer}`}`
      },
    }
  })
}

/** Sends a form, the same one each time; rejects when no answer comes, or none that is about the payment. */
export async function payThrough(
  url: string,
  request: PaymentRequest,
  { link, customer }: LinkForm,
  place: Readonly<Record<'phone_number' | 'network', string>>,
): Promise<Known> {
  link.opening ??= openForms(url, request, link)
  const { opening } = link
  await opening.catch((error) => {
    if (link.opening === opening) link.opening = undefined
    throw error
  })
  const { path = '', nonces = [] } = link.forms ?? {}
  const body = new URLSearchParams({ ...place, nonce: nonces[customer] ?? '' })
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', redirect: 'manual', headers, body })
  const [text, to] = [await answer.text(), answer.headers.get('Location') ?? '']
  if (answer.status === 303 && to === path) return { is: 'refused', code: 'link_is_over' }
  // The page does not wait for the network.
  if (answer.status === 303) return { is: 'opened', id: to.slice(path.length + 1), code: 'outcome_unknown' }
  if (text.includes(payWords.problems.network_unavailable)) return { is: 'refused', code: 'network_unavailable' }
  throw new Error(`a form was answered ${answer.status}`)
}

/** Makes the link, and opens its page twice. */
async function openForms(url: string, { account, amount }: PaymentRequest, link: CrashLink): Promise<void> {
  link.times += 1
  const about = { amount, currency: 'UGX', description: 'A table', uses: 1 }
  const body = { ...about, reference: `${link.reference}-${link.times}` }
  const { status, text } = await post(`${url}/api/v1/payment-links`, account.secretKey, body)
  if (status !== 201) throw new Error(`a link was answered ${status}`)
  const path = new URL((JSON.parse(text) as { data: { url: string } }).data.url).pathname
  const open = async () => {
    const page = await (await fetch(`${url}${path}`)).text()
    const [, nonce] = /name="nonce" value="(\w+)"/.exec(page) ?? []
    if (nonce === undefined) throw new Error(`a page has no form: ${page}`)
    return nonce
  }
  link.forms = { path, nonces: [await open(), await open()] }
}
