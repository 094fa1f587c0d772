import { type MoneyRequest, type OperatorPosition, toMinor } from '../../../../core/sente.ts'
import { readAmount } from '../../../written/amount.ts'
import type { Answer, Page, Shown, Wrong } from '../../page.ts'
import { asRefused, Password } from '../../parts/fields.tsx'
import type { Row } from '../../parts/rows.tsx'
import { saidBackPage, unsaidIn } from '../../parts/saidBack.tsx'
import { amountText } from '../../parts/values.tsx'
import type { Form } from '../../request/form.ts'
import { isAbout } from '../../request/refusing.ts'
import { decide } from '../decisions/decide.ts'
import { decisionWords } from '../decisions/words.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { accountName } from '../parts/ownAccounts.ts'
import { Money, moneyPath, type Notice } from './views.tsx'
import { moneyWords as text } from './words.ts'

/** How many of the latest moves are shown. */
const shownAtOnce = 50

/** The operator's own money, and the form that records a move of it, which may require two people. */
export function moneyPages(deps: OperatorDeps): readonly Page[] {
  const { listFloat, operatorMoney, market } = deps

  async function shown(notice: Notice): Promise<Shown> {
    const [position, moves] = await Promise.all([listFloat(), operatorMoney.moves({ limit: shownAtOnce })])
    const main = <Money position={position} moves={moves} market={market} notice={notice} />
    return { title: text.title, main, ...asRefused(notice.refused) }
  }

  /** Says the amount back, with the balance of both accounts after the move. */
  async function sayBack(form: Form, request: MoneyRequest, said: string, refused?: Wrong): Promise<Answer> {
    return saidBackPage({
      to: `${moneyPath}/move`,
      title: text.say(said, accountName(request.from), accountName(request.to)),
      said,
      rows: [
        [text.reference, request.reference],
        [decisionWords.because, form.text('because')],
        ...balancesAfter(await listFloat(), request),
      ],
      form,
      names: ['currency', 'amount', 'from', 'to', 'reference', 'because'],
      children: <Password />,
      refused,
    })
  }

  /** Asks again for a wrong password only, and shows the form as it was typed after any other refusal. */
  async function refusedAs(form: Form, request: MoneyRequest, refused: Wrong): Promise<Answer> {
    return isAbout(refused, 'password') ? sayBack(form, request, form.text('said'), refused) : shown({ form, refused })
  }

  return [
    {
      path: moneyPath,
      access: 'operator.look',
      show: (asked) => asOperator(asked, () => shown({ done: asked.query.get('done') ?? undefined })),
    },
    {
      path: `${moneyPath}/move`,
      access: 'operator.money',
      take: (asked, form) =>
        asOperator(asked, async (operator): Promise<Answer> => {
          if (form.text('change') !== '') return shown({ form })
          const request = moveIn(form)
          if ('problem' in request)
            return shown({ form, refused: { field: 'amount', message: text.wrongAmount(request.problem) } })
          const said = unsaidIn(form, request.amount, request.currency)
          if (said !== undefined) return sayBack(form, request, said)
          const decided = await decide(deps, operator, { form, change: { kind: 'float.move', request } })
          if ('refused' in decided) return refusedAs(form, request, decided.refused)
          if ('proposal' in decided) return { seeOther: `/operator/proposals/${decided.proposal}` }
          return { seeOther: `${moneyPath}?done=${decided.made.moved?.isNew ? 'recorded' : 'standing'}` }
        }),
    },
  ]
}

/** The move in a form, of the kind that its accounts show. */
function moveIn(form: Form): MoneyRequest | { readonly problem: string } {
  const [currency, from] = [form.text('currency'), form.text('from')]
  const [to, reference] = [form.text('to'), form.text('reference')]
  const read = readAmount(form.text('amount'), currency)
  return 'problem' in read ? read : { kind: kindOf(from, to), currency, amount: read.amount, from, to, reference }
}

/** A top-up goes from the bank into a float, and a liquidation back; any other move is an adjustment. */
function kindOf(from: string, to: string): MoneyRequest['kind'] {
  if (from === 'bank' && to.startsWith('float:')) return 'top_up'
  return from.startsWith('float:') && to === 'bank' ? 'liquidate' : 'adjust'
}

function balancesAfter({ balances }: OperatorPosition, request: MoneyRequest): readonly Row[] {
  const { currency, amount, from, to } = request
  const minor = toMinor(amount, currency) ?? 0n
  const after = (account: string, change: bigint): Row[] =>
    balances
      .filter((one) => one.currency === currency && one.account === account)
      .map((one) => [text.after(accountName(account)), amountText(one.minor + change, currency)])
  return [...after(from, -minor), ...after(to, minor)]
}
