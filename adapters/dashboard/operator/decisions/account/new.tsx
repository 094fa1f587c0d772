import { type CreatedAccount, isRefusal } from '../../../../../core/sente.ts'
import { Form, Link } from '../../../layout/links.tsx'
import type { Page, Shown } from '../../../page.ts'
import {
  asRefused,
  Choice,
  Field,
  idIn,
  MadeId,
  Password,
  Refused,
  type Refusing,
  Tick,
} from '../../../parts/fields.tsx'
import { confirmed } from '../../../request/confirmed.ts'
import { refusing } from '../../../request/refusing.ts'
import type { OperatorDeps } from '../../deps.ts'
import { asOperator } from '../../operating.ts'
import { Because } from '../because.tsx'
import { accountWords } from './words.ts'

const path = '/operator/new-account'

/** A new account, once a form, with its keys, which are shown once. */
export function newAccountPage({ market, ids, confirmPassword, createAccountAsOperator }: OperatorDeps): Page {
  const currencies = [...market.keys()]

  function again(refused: Refusing): Shown {
    return asked({ id: ids.ordered(), currencies, refused })
  }

  return {
    path,
    access: 'operator.create_account',
    show: (about) => asOperator(about, () => asked({ id: ids.ordered(), currencies })),
    take: (about, form) =>
      asOperator(about, async (operator) => {
        const who = await confirmed(confirmPassword, operator, form)
        if (isRefusal(who)) return again(refusing(who))
        const made = await createAccountAsOperator({
          who,
          id: idIn(form) ?? ids.ordered(),
          name: form.text('name'),
          activate: form.all('currency'),
          kyc: form.text('kyc') === 'complete' ? 'complete' : 'incomplete',
          because: form.text('because') || undefined,
        })
        return isRefusal(made) ? again(refusing(made)) : created(made)
      }),
  }
}

function asked(about: {
  readonly id: string
  readonly currencies: readonly string[]
  readonly refused?: Refusing
}): Shown {
  const { id, currencies, refused } = about
  const text = accountWords.new
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      <Form to={path} label={text.title}>
        <MadeId value={id} />
        <Field name="name" label={text.name} hint={text.nameHint} />
        <Choice name="kyc" label={text.kyc} options={text.kycs} />
        <fieldset>
          <legend>{text.currencies}</legend>
          {currencies.map((currency) => (
            <Tick name="currency" value={currency} checked={currencies.length === 1}>
              {currency}
            </Tick>
          ))}
        </fieldset>
        <Because isOptional />
        <Password />
        <button type="submit">{text.submit}</button>
      </Form>
    </>
  )
  return { title: text.title, main, isNarrow: true, ...asRefused(refused) }
}

function created({ account, secretKey, publicKey }: CreatedAccount): Shown {
  const text = accountWords.new
  const main = (
    <>
      <h1>{account.name}</h1>
      <div class="note" role="status">
        <p>{text.once}</p>
        <h2>{text.secret}</h2>
        <pre>{secretKey}</pre>
        <h2>{text.public}</h2>
        <pre>{publicKey}</pre>
      </div>
      <p>
        <Link to={`/operator/accounts/${account.id}`}>{text.goOn}</Link>
      </p>
    </>
  )
  return { title: account.name, main, isNarrow: true }
}
