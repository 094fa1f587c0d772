import { isRefusal, type Transaction } from '../../../core/sente.ts'
import { errorPage } from '../layout/errors.tsx'
import type { Page } from '../page.ts'
import { PaymentDetails } from '../parts/details.tsx'
import type { Row } from '../parts/rows.tsx'
import { Moment } from '../parts/values.tsx'
import type { OperatorDeps } from './deps.ts'
import { AccountLink, type AccountNames, namesOf } from './names.tsx'
import { asOperator } from './operating.ts'
import { deskWords } from './words.ts'

/** One payment of any account, with every exchange with its network. */
export function deskPaymentPage({ findSeenPayment, findAccount }: OperatorDeps): Page {
  return {
    path: '/operator/payments/:id',
    access: 'operator',
    show: (asked) =>
      asOperator(asked, async (who) => {
        const found = await findSeenPayment({ who, transactionId: asked.params.id ?? '' })
        if (isRefusal(found)) return errorPage('notFound')
        const { transaction } = found
        const rows = rowsOf(transaction, await namesOf(findAccount, [transaction]))
        return {
          title: transaction.reference,
          main: <PaymentDetails found={found} under="/operator/payments" rows={rows} />,
        }
      }),
  }
}

function rowsOf(payment: Transaction, names: AccountNames): readonly Row[] {
  const text = deskWords.payment
  const { attention, followUp } = payment
  return [
    [text.attention, attention && deskWords.attentions[attention]],
    [text.account, <AccountLink id={payment.accountId} names={names} />],
    [text.providerId, <code>{payment.providerId}</code>],
    [text.providerRef, payment.providerRef],
    [text.nextEnquiry, followUp.askAtMs === null ? null : <Moment ms={followUp.askAtMs} withSeconds />],
  ]
}
