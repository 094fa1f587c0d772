import type { ComponentChildren } from 'preact'
import { type AccountWithBalances, type BalanceRow, toMinor } from '../../../core/sente.ts'
import { type Language, languages } from '../languages/languages.ts'
import { Form, Link, type PageBase } from '../layout/links.tsx'
import type { Shown } from '../page.ts'
import type { Form as Filled } from '../request/form.ts'
import { asRefused, Refused, type Refusing } from './fields.tsx'
import { type Row, Rows } from './rows.tsx'
import { amountText } from './values.tsx'

/** A form with an amount, before it moves money. */
export type SaidBack = {
  /** The path that receives it. */
  readonly to: string
  /** The page that it comes from. Without one, the form goes back as it is, with the field `change`. */
  readonly back?: string
  /** The act and the amount in one sentence, also on the button. */
  readonly title: string
  /** The amount as it was understood, from `unsaidIn`. */
  readonly said: string
  /** The rest of the form for people, and the balance after it. */
  readonly rows: readonly Row[]
  /** The form, except its secrets. */
  readonly form: Filled
  readonly names: readonly string[]
  /** The fields for secrets. */
  readonly children?: ComponentChildren
  /** The refusal of a secret. */
  readonly refused?: Refusing | undefined
}

/**
 * The amount of a form in words that can't be misread, in English unless a language is given, until the form comes from
 * the page that said it back. Undefined also for an amount that is refused anyway.
 */
export function unsaidIn(form: Filled, amount: number, currency: string, language?: Language): string | undefined {
  const minor = toMinor(amount, currency)
  return minor === undefined ? undefined : unlessSaid(form, amountText(minor, currency, language))
}

/** A text for people, unless the form comes from the page that said it back. */
export function unlessSaid(form: Filled, said: string): string | undefined {
  return form.text('said') === said ? undefined : said
}

/** The page that says an amount back, with the form to be sent again. */
export function saidBackPage(of: SaidBack): Shown {
  const { title, refused } = of
  return { title, main: <SayBack {...of} />, isNarrow: true, ...asRefused(refused) }
}

function SayBack({ to, back, title, said, rows, form, names, children, refused }: SaidBack, { language }: PageBase) {
  const { back: change } = language.texts.saidBack
  return (
    <>
      <h1>{title}</h1>
      <Refused message={refused} />
      <Rows of={rows} />
      <Form to={to} label={title}>
        <input type="hidden" name="said" value={said} />
        {names.map((name) => (
          <input type="hidden" name={name} value={form.text(name)} />
        ))}
        {children}
        <button type="submit">{title}</button>{' '}
        {back === undefined && (
          <button type="submit" name="change" value="yes" class="plain" formNoValidate>
            {change}
          </button>
        )}
      </Form>
      {back !== undefined && (
        <p>
          <Link to={back}>{change}</Link>
        </p>
      )}
    </>
  )
}

/** The row with an available balance after a change of it. */
export function balanceAfter(
  { balances }: { readonly balances: readonly Pick<BalanceRow, 'currency' | 'availableMinor'>[] },
  currency: string,
  changeMinor: bigint,
  language = languages.en,
): readonly [name: string, value: string] {
  const { availableMinor = 0n } = balances.find((one) => one.currency === currency) ?? {}
  const afterMinor = availableMinor + changeMinor
  const { after, tooLittle } = language.texts.saidBack
  return [
    after,
    afterMinor < 0n
      ? tooLittle(amountText(availableMinor, currency, language))
      : amountText(afterMinor, currency, language),
  ]
}

/** The rows with a payment's fee, if it has one, and with the available balance after both. */
export function costRows(
  found: Pick<AccountWithBalances, 'balances'>,
  currency: string,
  { changeMinor, feeMinor = 0n }: { readonly changeMinor: bigint; readonly feeMinor?: bigint | undefined },
  language = languages.en,
): SaidBack['rows'] {
  const fee = feeMinor === 0n ? '' : amountText(feeMinor, currency, language)
  return [[language.texts.saidBack.fee, fee], balanceAfter(found, currency, changeMinor - feeMinor, language)]
}
