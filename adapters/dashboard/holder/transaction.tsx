import { isRefusal } from '../../../core/sente.ts'
import { errorPage } from '../layout/errors.tsx'
import type { Page } from '../page.ts'
import { PaymentDetails } from '../parts/details.tsx'
import type { HolderDeps } from './deps.ts'
import { asHolder } from './holding.ts'

/** One payment of an account. */
export function transactionPage({ findSeenPayment }: HolderDeps): Page {
  return {
    path: '/dashboard/transactions/:id',
    access: 'holder',
    show: (asked) =>
      asHolder(asked, async (who) => {
        const found = await findSeenPayment({ who, transactionId: asked.params.id ?? '' })
        if (isRefusal(found)) return errorPage('notFound')
        const { state, reference } = found.transaction
        const isOpen = state === 'submitting' || state === 'pending'
        return {
          title: reference,
          main: <PaymentDetails found={found} under="/dashboard/transactions" />,
          ...(isOpen && { againSeconds: 5 }),
        }
      }),
  }
}
