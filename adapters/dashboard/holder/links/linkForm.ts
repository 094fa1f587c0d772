import { type LinkRequest, linkReferenceForm, linkReferencePattern, mostUses } from '../../../../core/sente.ts'
import { readAmount } from '../../../written/amount.ts'
import { spanOf, type Today } from '../../../written/moment.ts'
import type { Wrong } from '../../page.ts'
import type { Form } from '../../request/form.ts'
import { words } from '../../words.ts'
import { linkWords } from './words.ts'

const readable = /^[^\p{Cc}\p{Cs}]{1,200}$/u

/** The request in a form, or its first wrong field. */
export function linkIn(form: Form, today: Today): LinkRequest | Wrong {
  const text = linkWords.wrong
  const [reference, description, returnUrl] = ['reference', 'description', 'return_url'].map((name) => form.text(name))
  const [amount, uses, expires] = [form.text('amount'), form.text('uses'), form.text('expires')]
  const currency = form.text('currency')
  const read = readAmount(amount, currency)
  const expiresAtMs = expires === '' ? null : spanOf(expires, today)?.toMs
  if (!reference || !new RegExp(linkReferencePattern).test(reference))
    return { field: 'reference', message: text.reference(linkReferenceForm) }
  if ('problem' in read) return { field: 'amount', message: text.amount(read.problem) }
  if (!description || !readable.test(description)) return { field: 'description', message: text.description }
  if (uses !== '' && !(/^[0-9]{1,4}$/.test(uses) && Number(uses) >= 1 && Number(uses) <= mostUses))
    return { field: 'uses', message: text.uses }
  if (expiresAtMs === undefined) return { field: 'expires', message: words.filters.wrongDay(expires) }
  if (returnUrl && !isHttps(returnUrl)) return { field: 'return_url', message: text.returnUrl }
  return {
    reference,
    amount: read.amount,
    currency,
    description,
    expiresAtMs,
    uses: uses === '' ? null : Number(uses),
    returnUrl: returnUrl ? new URL(returnUrl).href : null,
  }
}

function isHttps(text: string): boolean {
  return text.length <= 2_000 && URL.canParse(text) && new URL(text).protocol === 'https:'
}
