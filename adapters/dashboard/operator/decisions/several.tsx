import { isFinal, isRefusal, type SeenPayment, type Transaction } from '../../../../core/sente.ts'
import type { Asked, Visitor } from '../../asked.ts'
import type { Page, Shown } from '../../page.ts'
import { asRefused, type Refusing } from '../../parts/fields.tsx'
import { filterIn } from '../../parts/payments/filters.tsx'
import { confirmed } from '../../request/confirmed.ts'
import type { Form } from '../../request/form.ts'
import { refusing } from '../../request/refusing.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { namesOf } from '../parts/names.tsx'
import { type End, endIn } from './end.tsx'
import { ResultTable, Scope, SeveralList } from './severalViews.tsx'
import { decisionWords } from './words.ts'

const path = '/operator/attention'

/** One decision about several payments: chosen from a list, shown with its effects, then made line by line. */
export function severalPages(deps: OperatorDeps): readonly Page[] {
  const { searchSeenPayments, findAccount, figures, books, confirmPassword, endTogether, market } = deps
  const text = decisionWords.several

  const needingAttention = async () => (await figures.attention()).reduce((sum, { payments }) => sum + payments, 0)

  /** The payments of a form that have not changed since it was shown, and the number of the others. */
  async function chosenIn(form: Form) {
    const seen = seenIn(form)
    const now = await Promise.all(seen.map(({ id }) => books.transaction(id)))
    const same = now.filter((payment, index) => payment !== undefined && isAsSeen(payment, seen[index]))
    return { payments: same.filter((payment) => payment !== undefined), changed: seen.length - same.length }
  }

  async function scope(form: Form, end: End, refused?: Refusing): Promise<Shown> {
    const { payments, changed } = await chosenIn(form)
    const [all, because] = [await needingAttention(), form.text('because')]
    return {
      title: text.title,
      ...asRefused(refused),
      main: <Scope of={{ payments, changed, all, end, because }} refused={refused} />,
    }
  }

  async function list(asked: Asked, who: Visitor, refused?: Refusing): Promise<Shown> {
    const accountId = asked.query.get('account')?.trim() || undefined
    const { sought, query, problem } = await filterIn(asked, market, {
      states: ['submitting', 'pending'],
      attention: true,
      ...(accountId !== undefined && { accountId }),
    })
    const found = await searchSeenPayments({ who, ...(sought && { sought }), query: { ...query, limit: perPage } })
    const names = await namesOf(findAccount, found.transactions)
    const message = refused ?? problem
    const main = <SeveralList query={asked.query} found={{ ...found, names, market }} refused={message} />
    return { title: text.title, main, ...asRefused(message) }
  }

  const noEnd: Refusing = { field: 'end', message: decisionWords.payment.noEnd }
  return [
    { path, access: 'operator.end_payments', show: (asked) => asOperator(asked, (who) => list(asked, who)) },
    {
      path: `${path}/check`,
      access: 'operator.end_payments',
      take: (asked, form) =>
        asOperator(asked, (who) => {
          const end = endIn(form)
          if (!end) return list(asked, who, noEnd)
          return seenIn(form).length === 0 ? list(asked, who, text.noneChosen) : scope(form, end)
        }),
    },
    {
      path: `${path}/decide`,
      access: 'operator.end_payments',
      take: (asked, form) =>
        asOperator(asked, async (operator) => {
          const end = endIn(form)
          if (!end) return list(asked, operator, noEnd)
          const who = await confirmed(confirmPassword, operator, form)
          if (isRefusal(who)) return scope(form, end, refusing(who))
          const because = form.text('because') || undefined
          const ended = await endTogether({ who, because, end, payments: seenIn(form) })
          if (isRefusal(ended)) return scope(form, end, refusing(ended))
          const payments = await Promise.all(ended.map(({ id }) => books.transaction(id)))
          const lines = ended.map((line, index) => ({ line, payment: payments[index] }))
          return { title: text.title, main: <ResultTable of={lines} /> }
        }),
    },
  ]
}

const perPage = 50

/** The payments chosen in a form, in the state that its page has shown. */
function seenIn(form: Form): readonly SeenPayment[] {
  return form.all('payment').flatMap((given) => {
    const [id = '', state, attention] = given.split(' ')
    const isState = state === 'submitting' || state === 'pending'
    return isState ? [{ id, state, attention: (attention || null) as SeenPayment['attention'] }] : []
  })
}

function isAsSeen({ state, attention }: Transaction, seen: SeenPayment | undefined): boolean {
  return !isFinal(state) && state === seen?.state && attention === seen.attention
}
