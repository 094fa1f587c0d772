import {
  isRefusal,
  type LineRequest,
  type Market,
  type PlannedPayment,
  shownNetwork,
  type Way,
} from '../../../../../core/sente.ts'
import type { Language } from '../../../languages/languages.ts'
import { Form as FormFor, Link } from '../../../layout/links.tsx'
import type { Shown } from '../../../page.ts'
import { Field, type Refusing } from '../../../parts/fields.tsx'
import { PaymentState } from '../../../parts/payments/state.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { costRows, type SaidBack, saidBackPage } from '../../../parts/saidBack.tsx'
import { amountText, Moment } from '../../../parts/values.tsx'
import type { Form } from '../../../request/form.ts'
import { messageFor } from '../../../request/refusing.ts'
import { callerOf } from '../../calling.ts'
import type { HolderDeps } from '../../deps.ts'
import type { Holder } from '../../holding.ts'
import { fieldNames } from './newPaymentForm.ts'
import { newPaymentPaths } from './views.tsx'

/** A payment before it is made. */
export type Checking = {
  readonly who: Holder
  readonly kind: Way
  readonly form: Form
  readonly request: LineRequest
  readonly planned: PlannedPayment
  /** The refusal of its PIN. */
  readonly refused?: Refusing | undefined
}

/** Says a payment back: the amount, the phone and its owner, the network, the fee, and the balance after it. */
export async function checkPage(deps: HolderDeps, checking: Checking): Promise<Shown> {
  const { who, kind, form, request, planned, refused } = checking
  const { amountMinor, feeMinor, availableMinor } = planned
  const { language } = who
  const text = language.texts.newPayment
  const { currency, description = '', reference } = request
  const said = amountText(amountMinor, currency)
  const changeMinor = kind === 'payout' ? -amountMinor : amountMinor
  const balances = [{ accountId: who.accountId, currency, availableMinor, heldMinor: 0n }]
  const rows: SaidBack['rows'] = [
    [text[kind].party, request.phoneNumber],
    [text.name, kind === 'payout' ? await nameOf(deps, checking) : ''],
    [text.network, networkText(request, deps.market, language)],
    [text.description, description],
    [text.reference, reference],
    [text.before, await before(deps, checking)],
    ...costRows({ balances }, currency, { changeMinor, feeMinor }, language),
  ]
  const title = text[kind].say(amountText(amountMinor, currency, language))
  if (planned.needsSecond) return batchPage(title, rows, { request, language })
  return saidBackPage({
    ...{ to: newPaymentPaths[kind], title, said, rows, form, names: fieldNames, refused },
    children: kind === 'payout' && <Field name="pin" label={text.pin} type="password" inputmode="numeric" />,
  })
}

/** The latest payment of this amount with this number within a day: the form may be a second one for the same payment. */
async function before({ searchSeenPayments, clock }: HolderDeps, { who, kind, request, planned }: Checking) {
  const { amountMinor: minor } = planned
  const { phoneNumber, currency } = request
  const same = { kind, phoneNumber, currency, amountsMinor: { from: minor, to: minor } }
  const query = { ...same, states: notFailed, createdFromMs: clock.nowMs() - dayMs, limit: 1 }
  const [found] = (await searchSeenPayments({ who, query })).transactions
  if (!found) return null
  return (
    <>
      <Link to={`/dashboard/transactions/${found.id}`}>{found.reference}</Link> <Moment ms={found.createdAtMs} />{' '}
      <PaymentState state={found.state} />
    </>
  )
}

const dayMs = 86_400_000
const notFailed = ['submitting', 'pending', 'succeeded'] as const

/** The owner of a phone number by its network; empty if the network is not asked for names. */
async function nameOf(deps: HolderDeps, { who, request }: Checking): Promise<string> {
  const { names } = who.language.texts.newPayment
  const caller = await callerOf(deps, who, 'look')
  const found = isRefusal(caller) ? caller : await deps.lookUpRecipient({ caller, query: request })
  const network = displayNameOf(request.network, request, deps.market)
  if (!isRefusal(found)) {
    const { isRegistered, name, canReceive } = found
    if (!isRegistered) return names.unregistered(network)
    return canReceive === false ? names.cannotReceive(name ?? request.phoneNumber, network) : (name ?? '')
  }
  if (found.refused === 'no_name_look_up') return ''
  if (found.refused === 'name_unknown') return names.unknown(network)
  return found.refused === 'limit_reached' ? names.tooMany : messageFor(found, who.language)
}

/** The network by its name for customers, with a warning if the number begins like one of another. */
function networkText(request: LineRequest, market: Market, { texts }: Language): string {
  const { networks = [] } = market.get(request.currency) ?? {}
  const shown = shownNetwork(request.phoneNumber, networks)
  const name = displayNameOf(request.network, request, market)
  const isOther = shown !== undefined && shown !== request.network
  return isOther ? `${name}, ${texts.newPayment.otherNetwork(displayNameOf(shown, request, market))}` : name
}

function displayNameOf(name: string, { currency }: LineRequest, market: Market): string {
  return market.get(currency)?.networks.find((network) => network.name === name)?.displayName ?? name
}

/** A payment for two people, which becomes a batch of one line. */
function batchPage(
  title: string,
  rows: SaidBack['rows'],
  { request, language }: { readonly request: LineRequest; readonly language: Language },
): Shown {
  const text = language.texts.newPayment
  const { phoneNumber, amount, currency, network, reference, description = '' } = request
  const columns = Object.entries({ reference, phone_number: phoneNumber, amount, currency, network, description })
  const csv = [0, 1].map((row) => columns.map((column) => cell(String(column[row]))).join(','))
  const main = (
    <>
      <h1>{title}</h1>
      <p>{text.two}</p>
      <Rows of={rows} />
      <FormFor to="/dashboard/batches/new/check" label={text.batch}>
        <input type="hidden" name="reference" value={reference} />
        <input type="hidden" name="lines" value={csv.join('\r\n')} />
        <button type="submit">{text.batch}</button>
      </FormFor>
    </>
  )
  return { title, main, isNarrow: true }
}

function cell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
