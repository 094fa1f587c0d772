import {
  accountLimitNames,
  type Change,
  isRefusal,
  type NewLimits,
  type OperatorRefusal,
  type PeopleRefusal,
  toMinor,
} from '../../../../../core/sente.ts'
import { readAmount } from '../../../../written/amount.ts'
import type { Asked, Visitor } from '../../../asked.ts'
import { errorPage } from '../../../layout/errors.tsx'
import { questionPage } from '../../../layout/question.tsx'
import type { Access, Answer, Page, Question, Shown, Wrong } from '../../../page.ts'
import { asRefused, Password, Refused, type Refusing } from '../../../parts/fields.tsx'
import { balanceAfter, saidBackPage, unsaidIn } from '../../../parts/saidBack.tsx'
import { confirmed } from '../../../request/confirmed.ts'
import type { Form } from '../../../request/form.ts'
import { isAbout, refusing } from '../../../request/refusing.ts'
import type { OperatorDeps } from '../../deps.ts'
import { asOperator } from '../../operating.ts'
import { decide } from '../decide.ts'
import { decisionWords } from '../words.ts'
import { AccountForms } from './forms.tsx'
import { accountWords } from './words.ts'

const accounts = '/operator/accounts'

/** The outcome of a form: a refusal for its page, the path of another page, or a page of its own. */
type Taken = { readonly refused: Wrong } | { readonly to: string } | { readonly answer: Shown }

/** An operator's changes of an account: KYC, API access, currencies, limits and money, and its closing. */
export function accountChangePages(deps: OperatorDeps): readonly Page[] {
  const { lookUpAccount, showLimits, market, ids, confirmPassword, changeCurrencyAsOperator, closeAccountAsOperator } =
    deps

  async function shown(accountId: string, notice: { refused?: Refusing; done?: boolean }): Promise<Shown> {
    const [found, limited] = await Promise.all([lookUpAccount({ accountId }), showLimits({ accountId })])
    if (isRefusal(found) || isRefusal(limited)) return errorPage('notFound')
    const { account, balances } = found
    const held = balances.map(({ currency }) => currency)
    const currencies = [...new Set([...market.keys(), ...account.activatedCurrencies, ...held])]
    const about = { account, limits: limited.limits, currencies, reference: `operator-${ids.random()}` }
    const title = accountWords.change.title(account.name)
    return {
      title,
      main: <AccountForms of={about} notice={notice} />,
      ...asRefused(notice.refused),
    }
  }

  /** A form of the page, and its work. A refusal is shown on the page. */
  function taking(
    name: string,
    access: Access,
    take: (operator: Visitor, accountId: string, form: Form) => Promise<Taken>,
    question?: Page['question'],
  ): Page {
    return {
      path: `${accounts}/:id/${name}`,
      access,
      ...(question && { question }),
      take: (asked, form) =>
        asOperator(asked, async (operator): Promise<Answer> => {
          const accountId = asked.params.id ?? ''
          const done = await take(operator, accountId, form)
          if ('answer' in done) return done.answer
          return 'refused' in done ? shown(accountId, { refused: done.refused }) : { seeOther: done.to }
        }),
    }
  }

  /** A form that requests a change, which may require two people. */
  function changing(name: string, access: Access, changeOf: (accountId: string, form: Form) => Change | Wrong): Page {
    return taking(name, access, async (operator, accountId, form) => {
      const change = changeOf(accountId, form)
      return 'message' in change ? { refused: change } : makeChange(operator, accountId, form, change)
    })
  }

  async function makeChange(operator: Visitor, accountId: string, form: Form, change: Change): Promise<Taken> {
    const decided = await decide(deps, operator, { form, change })
    if ('refused' in decided) return decided
    return { to: 'made' in decided ? doneAt(accountId) : `/operator/proposals/${decided.proposal}` }
  }

  /** Says the amount of a funding or withdrawal back, with the balance after it. */
  async function sayBack(
    accountId: string,
    about: { readonly form: Form; readonly said: string; readonly amount: number; readonly refused?: Wrong },
  ): Promise<Taken> {
    const { form, said, amount, refused } = about
    const found = await lookUpAccount({ accountId })
    if (isRefusal(found)) return { refused: refusing(found) }
    const text = accountWords.change
    const [currency, isWithdrawal] = [form.text('currency'), form.text('kind') === 'withdraw']
    const minor = toMinor(amount, currency) ?? 0n
    const answer = saidBackPage({
      to: `${accounts}/${accountId}/money`,
      back: `${accounts}/${accountId}/change`,
      title: isWithdrawal ? text.sayWithdraw(said, found.account.name) : text.sayFund(said, found.account.name),
      said,
      rows: [
        [text.reference, form.text('reference')],
        [decisionWords.because, form.text('because')],
        balanceAfter(found, currency, isWithdrawal ? -minor : minor),
      ],
      form,
      names: ['kind', 'currency', 'amount', 'reference', 'because'],
      children: <Password />,
      refused,
    })
    return { answer }
  }

  /** Asks for the password as well, so that it is given once. */
  async function beforeClose({ params }: Pick<Asked, 'params'>, refused?: Wrong): Promise<Question | undefined> {
    const found = await lookUpAccount({ accountId: params.id ?? '' })
    if (isRefusal(found)) return undefined
    const { id, name } = found.account
    const { askClose, closeHint, close } = accountWords.change
    const back = `${accounts}/${id}/change`
    const children = (
      <>
        <Refused message={refused} />
        <Password />
      </>
    )
    return { title: askClose(name), hint: closeHint, submit: close, back, children }
  }

  async function closeAgain(accountId: string, form: Form, refused: Wrong): Promise<Taken> {
    const question = await beforeClose({ params: { id: accountId } }, refused)
    if (!question) return { refused }
    return { answer: { ...questionPage(question, form, `${accounts}/${accountId}/close`), ...asRefused(refused) } }
  }

  const ended = (done: object | OperatorRefusal | PeopleRefusal, accountId: string) =>
    isRefusal(done) ? { refused: refusing(done) } : { to: doneAt(accountId) }

  return [
    {
      path: `${accounts}/:id/change`,
      access: 'operator.look',
      show: (asked) =>
        asOperator(asked, () => shown(asked.params.id ?? '', { done: asked.query.get('done') === 'yes' })),
    },
    changing('kyc', ['operator.set_account', 'operator.block'], (accountId, form) => {
      const kyc = form.text('kyc') === 'complete' ? 'complete' : 'incomplete'
      return { kind: 'account.set', request: { accountId, settings: { kyc } } }
    }),
    changing('api-access', ['operator.set_account', 'operator.block'], (accountId, form) => {
      const apiAccess = form.text('access') === 'on'
      return { kind: 'account.set', request: { accountId, settings: { apiAccess } } }
    }),
    taking('money', 'operator.money', async (operator, accountId, form) => {
      const kind = form.text('kind') === 'withdraw' ? 'account.withdraw' : 'account.fund'
      const [currency, reference] = [form.text('currency'), form.text('reference')]
      const read = readAmount(form.text('amount'), currency)
      if ('problem' in read) return { refused: wrongAmount('amount', read.problem) }
      const said = unsaidIn(form, read.amount, currency)
      if (said !== undefined) return sayBack(accountId, { form, said, amount: read.amount })
      const request = { accountId, currency, amount: read.amount, reference }
      const made = await makeChange(operator, accountId, form, { kind, request })
      const isSecret = 'refused' in made && isAbout(made.refused, 'password')
      return isSecret ? sayBack(accountId, { form, said: form.text('said'), ...read, refused: made.refused }) : made
    }),
    changing('limits', 'operator.limit', (accountId, form) => {
      const currency = form.text('currency')
      const limits = limitsIn(form, currency)
      if ('message' in limits) return limits
      if (Object.keys(limits).length === 0) return { field: accountLimitNames[0], message: accountWords.change.noLimit }
      return { kind: 'account.limit', request: { accountId, currency, limits } }
    }),
    changing('clear-limits', 'operator.limit', (accountId, form) => ({
      kind: 'account.unlimit',
      request: { accountId, currency: form.text('currency'), limits: accountLimitNames },
    })),
    taking('currency', ['operator.activate', 'operator.deactivate'], async (operator, accountId, form) => {
      const [currency, isActivated] = [form.text('currency'), form.text('activated') === 'yes']
      const who = isActivated ? await confirmed(confirmPassword, operator, form) : operator
      if (isRefusal(who)) return { refused: refusing(who) }
      return ended(await changeCurrencyAsOperator({ who, accountId, currency, isActivated }), accountId)
    }),
    taking(
      'close',
      'operator.close_account',
      async (operator, accountId, form) => {
        const who = await confirmed(confirmPassword, operator, form)
        if (isRefusal(who)) return closeAgain(accountId, form, refusing(who))
        const because = form.text('because') || undefined
        return ended(await closeAccountAsOperator({ who, accountId, because }), accountId)
      },
      (asked) => beforeClose(asked),
    ),
  ]
}

function doneAt(accountId: string): string {
  return `${accounts}/${accountId}/change?done=yes`
}

function wrongAmount(field: string, problem: string): Wrong {
  return { field, message: accountWords.change.wrongAmount(problem) }
}

/** The limits in a form, or the first wrong one. */
function limitsIn(form: Form, currency: string): NewLimits | Wrong {
  const limits: { -readonly [Limit in keyof NewLimits]: NewLimits[Limit] } = {}
  for (const limit of accountLimitNames) {
    const given = form.text(limit)
    if (given === '') continue
    const read = given === 'none' ? { amount: null } : readAmount(given, currency)
    if ('problem' in read) return wrongAmount(limit, read.problem)
    limits[limit] = read.amount
  }
  return limits
}
