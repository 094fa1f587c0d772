import { RateLimiterMemory } from 'rate-limiter-flexible'
import {
  hasOneAmount,
  isRefusal,
  type Market,
  type PaidLink,
  type Refusal,
  type ShownLink,
  toMinor,
  type UseCases,
} from '../../../core/sente.ts'
import { readAmount } from '../../written/amount.ts'
import { readPhoneNumber } from '../../written/phoneNumber.ts'
import type { Asked } from '../asked.ts'
import { errorPage } from '../layout/errors.tsx'
import type { Answer, Page } from '../page.ts'
import { unsaidIn } from '../parts/saidBack.tsx'
import type { Form } from '../request/form.ts'
import { named } from '../request/named.ts'
import { boundsText, linkPage, otherPage, paymentPage } from './views.tsx'

/** How often payments may be begun from one network: many customers of a mobile network share an address. */
const attempts = { points: 120, duration: 600 }

/** The dependencies of the page of a payment link. */
type PayDeps = Pick<UseCases, 'openLink' | 'payLink' | 'followLink'> & { readonly market: Market }

/**
 * The page of a payment link, for everybody with its URL: the payer enters a number, approves on the phone, and sees
 * the outcome.
 */
export function payPages({ openLink, payLink, followLink, market }: PayDeps): readonly Page[] {
  const limiter = new RateLimiterMemory(attempts)

  async function take(asked: Asked, form: Form, link: ShownLink): Promise<Answer> {
    const { token = '' } = asked.params
    const text = asked.language.texts.pay
    const [written, nonce, network] = [form.text('phone_number'), form.text('nonce'), form.text('network')]
    const amount = hasOneAmount(link) ? undefined : amountIn(form, link)
    if (amount === null) {
      const message = text.wrongAmount(...boundsText(link, asked.language))
      const given = { written, nonce, amount: form.text('amount') }
      return linkPage(token, link, { ...given, problem: { field: 'amount', message } })
    }
    const again = { written, nonce, ...(amount !== undefined && { amount: form.text('amount'), named: amount }) }
    const read = await readPhoneNumber(written, market, link.currency)
    if ('problem' in read) {
      const problem = { field: 'phone_number', message: text.noPhoneNumber[read.fault](read.candidates) }
      return linkPage(token, link, { ...again, problem })
    }
    if (amount !== undefined && unsaidIn(form, amount, link.currency, asked.language))
      return linkPage(token, link, again)
    if (!(await isAdmitted(limiter, asked))) return linkPage(token, link, { ...again, problem: text.tooMany })
    const paid = await payLink({
      token,
      nonce,
      ...read,
      ...(amount !== undefined && { amount }),
      ...(network !== '' && { network }),
    })
    if (isRefusal(paid)) return refused(asked, paid, again, link)
    return ofPaid(token, paid, again, link)
  }

  /** The language of the merchant. */
  async function language({ params: { token = '' } }: Asked): Promise<string | null> {
    const link = await openLink({ token })
    return isRefusal(link) ? null : link.language
  }

  const forPayers = { access: 'anybody', isForPayers: true, isTranslated: true, language } as const

  return [
    {
      ...forPayers,
      path: '/pay/:token',
      async show({ params: { token = '' } }) {
        const link = await openLink({ token })
        return isRefusal(link) ? errorPage('notFound') : linkPage(token, link)
      },
      async take(asked, form) {
        const link = await openLink({ token: asked.params.token ?? '' })
        return isRefusal(link) ? errorPage('notFound') : take(asked, form, link)
      },
    },
    {
      ...forPayers,
      path: '/pay/:token/:payment',
      isNoise: true,
      async show({ params: { token = '', payment: paymentId = '' }, today: { nowMs } }) {
        const [link, found] = await Promise.all([openLink({ token }), followLink({ token, paymentId })])
        if (isRefusal(link) || isRefusal(found)) return errorPage('notFound')
        return paymentPage(token, link, found.payment, nowMs)
      },
    },
  ]
}

type Again = {
  readonly written: string
  readonly nonce: string
  readonly amount?: string
  readonly named?: number
}

/** The amount in a form, in major units; null if it is none within the bounds of the link. */
function amountIn(form: Form, { minimumMinor, maximumMinor, currency }: ShownLink): number | null {
  const read = readAmount(form.text('amount'), currency)
  const minor = 'problem' in read ? undefined : toMinor(read.amount, currency)
  if ('problem' in read || minor === undefined) return null
  return minimumMinor <= minor && minor <= maximumMinor ? read.amount : null
}

function ofPaid(token: string, paid: PaidLink, again: Again, link: ShownLink): Answer {
  if ('other' in paid) return otherPage(token, link, paid.other)
  if ('choose' in paid) return linkPage(token, link, { ...again, choose: paid.choose })
  return { seeOther: `/pay/${token}/${paid.payment.paymentId}` }
}

/** Shows a payer the reason of a refusal. A link that is over by now is shown as such. */
function refused({ params, language }: Asked, { refused }: Refusal, again: Again, link: ShownLink): Answer {
  const { token = '' } = params
  const { problems, notNow } = language.texts.pay
  if (refused === 'link_not_found') return errorPage('notFound')
  if (refused === 'link_is_over') return { seeOther: `/pay/${token}` }
  const { named: _, ...unsaid } = again
  // Another amount helps, so that its field is shown again.
  const isAmount = refused === 'amount_below_minimum' || refused === 'amount_above_maximum'
  return linkPage(token, link, { ...(isAmount ? unsaid : again), problem: named(problems, refused) ?? notNow })
}

async function isAdmitted(limiter: RateLimiterMemory, { client: { network } }: Asked): Promise<boolean> {
  return limiter.consume(network).then(
    () => true,
    () => false,
  )
}
