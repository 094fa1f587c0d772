import { type Act, isRefusal, type LineRequest, type Way } from '../../../../../core/sente.ts'
import type { Answer, Page } from '../../../page.ts'
import type { Refusing } from '../../../parts/fields.tsx'
import { unsaidIn } from '../../../parts/saidBack.tsx'
import type { Form } from '../../../request/form.ts'
import { isAbout, refusing } from '../../../request/refusing.ts'
import type { HolderDeps } from '../../deps.ts'
import { asHolder, type Holder } from '../../holding.ts'
import { checkPage } from './check.tsx'
import { paymentIn } from './newPaymentForm.ts'
import { type Notice, newPaymentPage, newPaymentPaths } from './views.tsx'

const access = { payout: 'payment.send', collection: 'payment.collect' } as const satisfies Record<Way, Act>

/** The pages on which a user pays one person, or asks one customer, without a program. */
export function newPaymentPages(deps: HolderDeps): readonly Page[] {
  return [pageFor(deps, 'payout'), pageFor(deps, 'collection')]
}

function pageFor(deps: HolderDeps, kind: Way): Page {
  const { market, newReference, lookUpAccount } = deps

  /** The form. Its reference is made with it, unless the form is shown again. */
  async function formPage({ accountId, language }: Holder, notice: Notice = {}): Promise<Answer> {
    const found = await lookUpAccount({ accountId })
    const activated = isRefusal(found) ? [] : found.account.activatedCurrencies.filter((code) => market.has(code))
    const currencies = activated.length > 0 ? activated : [...market.keys()]
    const made = `${kind === 'payout' ? 'pay' : 'ask'}-${newReference().slice(0, 8)}`
    return newPaymentPage({ language, kind, market, currencies, made, ...notice })
  }

  async function open(who: Holder, form: Form, request: LineRequest): Promise<Answer> {
    const opened = await deps.openOwnPayment({ who, kind, request, pin: form.exact('pin') })
    if (!isRefusal(opened)) {
      opened.outcome.catch(deps.onBreakage)
      return toPayment(opened.transaction.id)
    }
    if (opened.refused === 'duplicate_reference') {
      const { isRepeat, transactionId } = opened
      if (isRepeat) return toPayment(transactionId)
      return formPage(who, {
        form,
        refused: { field: 'reference', message: who.language.texts.newPayment.used },
        other: transactionId,
      })
    }
    const refused = refusing(opened, who.language)
    return isAbout(refused, 'pin') ? check(who, form, request, refused) : formPage(who, { form, refused })
  }

  async function check(who: Holder, form: Form, request: LineRequest, refused?: Refusing): Promise<Answer> {
    const planned = await deps.planOwnPayment({ who, kind, request })
    if (isRefusal(planned)) return formPage(who, { form, refused: refusing(planned, who.language) })
    return checkPage(deps, { who, kind, form, request, planned, refused })
  }

  return {
    path: newPaymentPaths[kind],
    access: access[kind],
    isTranslated: true,
    show: (asked) => asHolder(asked, (who) => formPage(who)),
    take: (asked, form) =>
      asHolder(asked, async (who) => {
        if (form.text('change') !== '') return formPage(who, { form })
        const request = await paymentIn(form, market, who.language)
        if ('message' in request) return formPage(who, { form, refused: request })
        const isSaid = unsaidIn(form, request.amount, request.currency) === undefined
        return isSaid ? open(who, form, request) : check(who, form, request)
      }),
  }
}

function toPayment(id: string): Answer {
  return { seeOther: `/dashboard/transactions/${id}` }
}
