import { isRefusal, type Transaction } from '../../../../core/sente.ts'
import type { Visitor } from '../../asked.ts'
import { errorPage } from '../../layout/errors.tsx'
import type { Page, Shown } from '../../page.ts'
import { asRefused, Done, type Refusing } from '../../parts/fields.tsx'
import { PaymentDetails } from '../../parts/payments/details.tsx'
import type { Row } from '../../parts/rows.tsx'
import { Moment } from '../../parts/values.tsx'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { AccountLink, type AccountNames, namesOf } from '../parts/names.tsx'
import { operatorWords } from '../words.ts'
import { decide } from './decide.ts'
import { Deciding, decisionIn } from './end.tsx'
import { decisionWords } from './words.ts'

const path = '/operator/payments'

type Notice = { readonly refused?: Refusing; readonly done?: string | null }

/** One payment of any account, with every exchange with its network, and an operator's decision about it. */
export function operatorPaymentPages(deps: OperatorDeps): readonly Page[] {
  const { findSeenPayment, findAccount, listProposals } = deps

  async function shown(who: Visitor, transactionId: string, { refused, done }: Notice): Promise<Shown> {
    const found = await findSeenPayment({ who, transactionId })
    if (isRefusal(found)) return errorPage('notFound')
    const { transaction } = found
    const rows = rowsOf(transaction, await namesOf(findAccount, [transaction]))
    return {
      title: transaction.reference,
      ...asRefused(refused),
      main: (
        <>
          {done === 'decided' && <Done>{decisionWords.payment.done}</Done>}
          <PaymentDetails found={found} under={path} rows={rows} />
          <Deciding payment={transaction} proposals={await listProposals()} refused={refused} />
        </>
      ),
    }
  }

  return [
    {
      path: `${path}/:id`,
      access: 'operator.look',
      show: (asked) => asOperator(asked, (who) => shown(who, asked.params.id ?? '', { done: asked.query.get('done') })),
    },
    {
      path: `${path}/:id/decision`,
      access: 'operator.decide',
      take: (asked, form) =>
        asOperator(asked, async (who) => {
          const [transactionId, end] = [asked.params.id ?? '', decisionIn(form)]
          const refuse = (refused: Refusing) => shown(who, transactionId, { refused })
          if (!end) return refuse({ field: 'end', message: decisionWords.payment.noEnd })
          const change = { kind: 'transaction.resolve', request: { transactionId, end } } as const
          const decided = await decide(deps, who, { form, change })
          if ('refused' in decided) return refuse(decided.refused)
          return { seeOther: `${path}/${transactionId}${'made' in decided ? '?done=decided' : ''}` }
        }),
    },
  ]
}

function rowsOf(payment: Transaction, names: AccountNames): readonly Row[] {
  const text = operatorWords.payment
  const { attention, followUp } = payment
  return [
    [text.attention, attention && operatorWords.attentions[attention]],
    [text.takenBack, payment.isTakenBack ? text.byNetwork : null],
    [text.account, <AccountLink id={payment.accountId} names={names} />],
    [text.providerId, <code>{payment.providerId}</code>],
    [text.providerRef, payment.providerRef],
    [text.nextEnquiry, followUp.askAtMs === null ? null : <Moment ms={followUp.askAtMs} withSeconds />],
  ]
}
