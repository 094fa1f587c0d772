import { isRefusal, mayDo } from '../../../../core/sente.ts'
import type { Asked } from '../../asked.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Link } from '../../layout/links.tsx'
import type { Answer, Page } from '../../page.ts'
import { asRefused, Done, Refused, type Refusing } from '../../parts/fields.tsx'
import { PaymentDetails } from '../../parts/payments/details.tsx'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'
import { hasReceipt, receiptPath } from './receipt.tsx'
import { DeliveriesOf, RefundsOf, refund } from './refunds.tsx'

const path = '/dashboard/transactions/:id'

/** One payment of an account. Its refunds, and its deliveries, which can be sent again. */
export function transactionPages(deps: HolderDeps): readonly Page[] {
  const { findSeenPayment, lookUpRefunds, webhooks, newReference } = deps

  async function shown(
    { params, query }: Asked,
    who: Holder,
    notice: { readonly refused?: Refusing } = {},
  ): Promise<Answer> {
    const found = await findSeenPayment({ who, transactionId: params.id ?? '' })
    if (isRefusal(found)) return errorPage('notFound')
    const { transaction } = found
    const { state, reference } = transaction
    const refunds = await lookUpRefunds(transaction)
    const isOpen = state === 'submitting' || state === 'pending'
    const main = (
      <>
        <Refused message={notice.refused} />
        {query.get('done') === 'redelivered' && <Done>{who.language.texts.deliveries.again}</Done>}
        <PaymentDetails found={found} under="/dashboard/transactions" />
        {hasReceipt(transaction) && (
          <p>
            <Link to={receiptPath(transaction.id)}>{who.language.texts.receipt.title}</Link>
          </p>
        )}
        <RefundsOf
          of={transaction}
          refunds={refunds}
          reference={mayDo(who.user, 'refund.open') ? `refund-${newReference().slice(0, 8)}` : undefined}
        />
        {mayDo(who.user, 'webhook.redeliver') && webhooks && <DeliveriesOf of={found} />}
      </>
    )
    return { title: reference, main, ...asRefused(notice.refused), ...(isOpen && { againSeconds: 5 }) }
  }

  return [
    { path, access: 'look', isTranslated: true, show: (asked) => asHolder(asked, (who) => shown(asked, who)) },
    {
      path: `${path}/refund`,
      access: 'refund.open',
      isTranslated: true,
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const found = await findSeenPayment({ who, transactionId: asked.params.id ?? '' })
          if (isRefusal(found)) return errorPage('notFound')
          const done = await refund(deps, who, found.transaction, form)
          if ('sayBack' in done) return done.sayBack
          if ('problem' in done) return shown(asked, who, { refused: done.problem })
          return { seeOther: `/dashboard/transactions/${done.refundId}` }
        }),
    },
  ]
}
