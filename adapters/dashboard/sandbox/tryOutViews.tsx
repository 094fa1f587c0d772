import { type BalanceRow, type Refusal, type Transaction, toMajor } from '../../../core/sente.ts'
import { Form, Link } from '../layout/links.tsx'
import type { Answer } from '../page.ts'
import { type SaidBack, saidBackPage } from '../parts/saidBack.tsx'
import { Moment } from '../parts/values.tsx'
import type { Form as Filled } from '../request/form.ts'
import { phonePath } from './phones.ts'
import { sandboxWords } from './words.ts'

/** The problem of a form: a malformed value, or a refusal of the core. */
export type Fault = 'bad_phone_number' | 'bad_amount' | 'bad_message' | Refusal['refused']

/** The contents of the page with the forms. */
type Shown = {
  readonly balances: readonly BalanceRow[]
  /** The latest first. */
  readonly transactions: readonly Transaction[]
  /** The suggested phone numbers. */
  readonly phoneNumbers: readonly string[]
  readonly pin: string
  /** The reference of the next payment. */
  readonly reference: string
  /** The earlier values of the form, and their problem. */
  readonly tried: { readonly form: Filled; readonly fault: Fault } | undefined
}

/** The page with a form to send money and one to collect it. */
export function formsPage({ balances, transactions, phoneNumbers, pin, reference, tried }: Shown): Answer {
  const { title, text, docs, calls, phones } = sandboxWords.tryOut
  const tries = (does: Does) => (tried?.form.text('do') === does ? tried : undefined)
  const main = (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <Balances balances={balances} />
      <div class="figures">
        <Payment does="send" given={{ phoneNumbers, reference, tried: tries('send') }} pin={pin} />
        <Payment does="collect" given={{ phoneNumbers, reference, tried: tries('collect') }} />
      </div>
      <Payments transactions={transactions} />
      <p class="onward">
        <Link to="/phone/">{phones}</Link> · <Link to="/docs">{docs}</Link> · <Link to="/reference">{calls}</Link>
      </p>
    </>
  )
  return { title, main, ...(tried && { status: 422 }) }
}

/** The page that says the amount of a payment back. The demo account's PIN is no secret. */
export function saidPage(
  form: Filled,
  { phoneNumber, said, rows }: Pick<SaidBack, 'said' | 'rows'> & { readonly phoneNumber: string },
): Answer {
  const text = sandboxWords.tryOut
  const does = form.text('do') === 'send' ? text.send : text.collect
  return saidBackPage({
    to: '/try/',
    back: '/try/',
    title: does.say(said),
    said,
    rows: [[does.phone, phoneNumber], [text.message, form.text('message')], ...rows],
    form,
    names: ['do', 'reference', 'phone_number', 'amount', 'message', 'pin', 'play'],
  })
}

function Balances({ balances }: Pick<Shown, 'balances'>) {
  const { available, held } = sandboxWords.tryOut
  return (
    <ul class="figures">
      {balances.map(({ currency, availableMinor, heldMinor }) => (
        <>
          <li>
            <strong>{money(availableMinor, currency)}</strong> {available}
          </li>
          <li>
            <strong>{money(heldMinor, currency)}</strong> {held}
          </li>
        </>
      ))}
    </ul>
  )
}

type Does = 'send' | 'collect'
type Given = Pick<Shown, 'phoneNumbers' | 'reference' | 'tried'>

function Payment({ does, given, pin }: { does: Does; given: Given; pin?: string }) {
  const { phoneNumbers, reference, tried } = given
  const { [does]: words, numbers, amount, message, messageHint, ...all } = sandboxWords.tryOut
  const filled = (name: string, usual: string) => tried?.form.text(name) ?? usual
  return (
    <Form to="/try/" class="box">
      <h2 id={does}>{words.title}</h2>
      {tried && <FaultNote fault={tried.fault} id={`${does}-fault`} />}
      <input type="hidden" name="do" value={does} />
      <input type="hidden" name="reference" value={reference} />
      <label>
        {words.phone}
        <small id={`${does}-numbers`}>{numbers(phoneNumbers)}</small>
        <input
          name="phone_number"
          inputmode="tel"
          autocomplete="off"
          required
          value={filled('phone_number', phoneNumbers[0] ?? '')}
          aria-describedby={`${does}-numbers`}
        />
      </label>
      <label>
        {amount}
        <input name="amount" inputmode="decimal" autocomplete="off" required value={filled('amount', '5000')} />
      </label>
      <label>
        {message}
        <small id={`${does}-message`}>{messageHint}</small>
        <input name="message" autocomplete="off" value={filled('message', '')} aria-describedby={`${does}-message`} />
      </label>
      {pin === undefined ? (
        <label>
          <input type="checkbox" name="play" value="yes" checked={!tried || tried.form.text('play') === 'yes'} />{' '}
          {all.play}
        </label>
      ) : (
        <label>
          {all.pin}
          <input name="pin" inputmode="numeric" autocomplete="off" required value={filled('pin', pin)} />
        </label>
      )}
      <button type="submit">{words.title}</button>
    </Form>
  )
}

function FaultNote({ fault, id }: { fault: Fault; id: string }) {
  const { faults, refused, meaning } = sandboxWords.tryOut
  const own = Object.hasOwn(faults, fault) ? faults[fault as keyof typeof faults] : undefined
  return (
    <p class="note bad" id={id} role="alert">
      {own ?? (
        <>
          {refused} <code>{fault}</code>. <Link to={`/errors/${fault}`}>{meaning}</Link>
        </>
      )}
    </p>
  )
}

function Payments({ transactions }: Pick<Shown, 'transactions'>) {
  const { payments, noPayments, columns, kinds } = sandboxWords.tryOut
  if (transactions.length === 0) return <p>{noPayments}</p>
  return (
    <table class="cards">
      <caption>{payments}</caption>
      <thead>
        <tr>
          {Object.entries(columns).map(([name, column]) => (
            <th scope="col" class={name === 'amount' ? 'amount' : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <tr>
            <th scope="row">
              <Link to={`/try/${transaction.id}`}>
                {kinds[transaction.kind]} <Moment ms={transaction.createdAtMs} />
              </Link>
            </th>
            <td class="amount">{money(transaction.amountMinor, transaction.currency)}</td>
            <td>
              <Link to={phonePath(transaction.phoneNumber)}>{transaction.phoneNumber}</Link>
            </td>
            <td>
              <State transaction={transaction} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function State({ transaction: { state, reason } }: { transaction: Transaction }) {
  return (
    <>
      <span class={`state ${colours[state]}`}>{sandboxWords.tryOut.states[state]}</span>
      {reason !== null && (
        <>
          {' '}
          <code>{reason}</code>
        </>
      )}
    </>
  )
}

const colours = { submitting: 'wait', pending: 'wait', succeeded: 'good', failed: 'bad' }

/** The page about one payment. It reloads until the payment has ended. */
export function paymentPage(transaction: Transaction): Answer {
  const { kinds, fields, back } = sandboxWords.tryOut
  const { kind, amountMinor, currency, state, phoneNumber, network, networkReceipt, reference } = transaction
  const title = `${money(amountMinor, currency)} ${kinds[kind]}`
  const main = (
    <>
      <h1>{title}</h1>
      <dl>
        <dt>{fields.state}</dt>
        <dd>
          <State transaction={transaction} />
        </dd>
        <dt>{fields.phone}</dt>
        <dd>
          <Link to={phonePath(phoneNumber)}>{phoneNumber}</Link>
        </dd>
        <dt>{fields.network}</dt>
        <dd>{network}</dd>
        <dt>{fields.receipt}</dt>
        <dd>{networkReceipt ?? '–'}</dd>
        <dt>{fields.reference}</dt>
        <dd>{reference}</dd>
      </dl>
      <p class="onward">
        <Link to="/try/">{back}</Link>
      </p>
    </>
  )
  const isOpen = state === 'submitting' || state === 'pending'
  return { title, main, isNarrow: true, ...(isOpen && { againSeconds: 2 }) }
}

function money(amountMinor: bigint, currency: string): string {
  return `${currency} ${toMajor(amountMinor, currency).toLocaleString('en')}`
}
