import {
  type LineRequest,
  type Market,
  predictNetworks,
  referenceForm,
  referencePattern,
  shownNetwork,
} from '../../../../../core/sente.ts'
import { readAmount } from '../../../../written/amount.ts'
import { readPhoneNumber } from '../../../../written/phoneNumber.ts'
import type { Form } from '../../../request/form.ts'
import { newPaymentWords } from './words.ts'

/** The fields of the form, as the page that says it back carries them. */
export const fieldNames = ['phone_number', 'amount', 'currency', 'network', 'description', 'reference', 'made']

const printable = /^[^\p{Cc}\p{Cs}]{0,200}$/u

/**
 * The payment in a form, or its problem. Without a reference it has the one that was made with the form, so that a form
 * is one payment, however often it is sent.
 */
export async function paymentIn(form: Form, market: Market): Promise<LineRequest | string> {
  const text = newPaymentWords.wrong
  const [currency, description] = [form.text('currency'), form.text('description')]
  const reference = form.text('reference') || form.text('made')
  const { networks = [] } = market.get(currency) ?? {}
  const written = form.text('phone_number')
  const number = await readPhoneNumber(written, market, currency)
  if ('problem' in number) return text.phoneNumber(written, number.problem)
  const read = readAmount(form.text('amount'), currency)
  if ('problem' in read) return text.amount(read.problem)
  if (!printable.test(description)) return text.description
  if (!new RegExp(referencePattern).test(reference)) return text.reference(referenceForm)
  const network = form.text('network') || shownNetwork(number.phoneNumber, networks)
  if (!network) return predictNetworks(number.phoneNumber, networks).length > 0 ? text.choose : text.noNetwork
  return { ...number, ...read, reference, currency, network, ...(description !== '' && { description }) }
}
