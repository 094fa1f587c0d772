import {
  type LineRequest,
  type Market,
  predictNetworks,
  referencePattern,
  shownNetwork,
} from '../../../../../core/sente.ts'
import { readAmount } from '../../../../written/amount.ts'
import { readPhoneNumber } from '../../../../written/phoneNumber.ts'
import type { Language } from '../../../languages/languages.ts'
import type { Wrong } from '../../../page.ts'
import type { Form } from '../../../request/form.ts'

/** The fields of the form, as the page that says it back carries them. */
export const fieldNames = ['phone_number', 'amount', 'currency', 'network', 'description', 'reference', 'made']

const printable = /^[^\p{Cc}\p{Cs}]{0,200}$/u

/**
 * The payment in a form, or its problem. Without a reference it has the one that was made with the form, so that a form
 * is one payment, however often it is sent.
 */
export async function paymentIn(form: Form, market: Market, { texts }: Language): Promise<LineRequest | Wrong> {
  const text = texts.newPayment.wrong
  const [currency, description] = [form.text('currency'), form.text('description')]
  const reference = form.text('reference') || form.text('made')
  const { networks = [] } = market.get(currency) ?? {}
  const written = form.text('phone_number')
  const number = await readPhoneNumber(written, market, currency)
  if ('problem' in number)
    return { field: 'phone_number', message: text.phoneNumber[number.fault](written, number.candidates) }
  const read = readAmount(form.text('amount'), currency)
  if ('problem' in read) return { field: 'amount', message: texts.amountFaults[read.fault](read) }
  if (!printable.test(description)) return { field: 'description', message: text.description }
  if (!new RegExp(referencePattern).test(reference)) return { field: 'reference', message: text.reference }
  const network = form.text('network') || shownNetwork(number.phoneNumber, networks)
  if (!network) {
    const mayBe = predictNetworks(number.phoneNumber, networks).length > 0
    return { field: 'network', message: mayBe ? text.choose : text.noNetwork }
  }
  return { ...number, ...read, reference, currency, network, ...(description !== '' && { description }) }
}
