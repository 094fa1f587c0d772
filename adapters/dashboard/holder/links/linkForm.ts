import { type LinkRequest, linkReferencePattern, mostUses } from '../../../../core/sente.ts'
import { readAmount } from '../../../written/amount.ts'
import { spanOf, type Today } from '../../../written/moment.ts'
import type { Texts } from '../../languages/english/texts.ts'
import type { Language } from '../../languages/languages.ts'
import type { Wrong } from '../../page.ts'
import type { Form } from '../../request/form.ts'

const readable = /^[^\p{Cc}\p{Cs}]{1,200}$/u

/** The request in a form, or its first wrong field. */
export function linkIn(form: Form, today: Today, { texts }: Language): LinkRequest | Wrong {
  const text = texts.links.wrong
  const [reference, description, returnUrl] = ['reference', 'description', 'return_url'].map((name) => form.text(name))
  const [uses, expires] = [form.text('uses'), form.text('expires')]
  const currency = form.text('currency')
  const expiresAtMs = expires === '' ? null : spanOf(expires, today)?.toMs
  if (!reference || !new RegExp(linkReferencePattern).test(reference))
    return { field: 'reference', message: text.reference }
  const amount = amountIn(form, currency, texts)
  if (typeof amount !== 'number' && 'message' in amount) return amount
  if (!description || !readable.test(description)) return { field: 'description', message: text.description }
  if (uses !== '' && !(/^[0-9]{1,4}$/.test(uses) && Number(uses) >= 1 && Number(uses) <= mostUses))
    return { field: 'uses', message: text.uses }
  if (expiresAtMs === undefined) return { field: 'expires', message: texts.days.wrongDay(expires) }
  if (returnUrl && !isHttps(returnUrl)) return { field: 'return_url', message: text.returnUrl }
  return {
    reference,
    amount,
    currency,
    description,
    expiresAtMs,
    uses: uses === '' ? null : Number(uses),
    returnUrl: returnUrl ? new URL(returnUrl).href : null,
  }
}

/** The amount in a form, or the bounds of an amount; or its first wrong field. */
function amountIn(form: Form, currency: string, texts: Texts): LinkRequest['amount'] | Wrong {
  const text = texts.links.wrong
  const names = ['minimum', 'maximum'].some((name) => form.text(name) !== '') ? ['minimum', 'maximum'] : ['amount']
  if (form.text('amount') !== '' && names.length > 1) return { field: 'amount', message: text.oneOfBoth }
  const amounts: number[] = []
  for (const field of names) {
    const written = form.text(field)
    if (written === '') return { field, message: text.oneOfBoth }
    const read = readAmount(written, currency)
    if ('problem' in read) return { field, message: texts.amountFaults[read.fault](read) }
    amounts.push(read.amount)
  }
  const [minimum = 0, maximum] = amounts
  if (maximum === undefined) return minimum
  return minimum < maximum ? { minimum, maximum } : { field: 'maximum', message: text.bounds }
}

function isHttps(text: string): boolean {
  return text.length <= 2_000 && URL.canParse(text) && new URL(text).protocol === 'https:'
}
