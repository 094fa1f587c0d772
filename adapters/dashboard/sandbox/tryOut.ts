import { setTimeout as pause } from 'node:timers/promises'
import {
  type Caller,
  customerMessagePattern,
  isRefusal,
  type OpenedPayment,
  predictNetworks,
  type Refusal,
  referencePattern,
  toMinor,
  type UseCases,
  uganda,
} from '../../../core/sente.ts'
import { readAmount } from '../../written/amount.ts'
import { readPhoneNumber } from '../../written/phoneNumber.ts'
import { errorPage } from '../layout/errors.tsx'
import type { Answer, Page } from '../page.ts'
import { costRows, unsaidIn } from '../parts/saidBack.tsx'
import type { Form } from '../request/form.ts'
import { currency, type Phones, phonePath } from './phones.ts'
import { type Fault, formsPage, paymentPage, saidPage } from './tryOutViews.tsx'

/** The use cases for a newcomer's trials, and their account. */
export type TryOutDeps = UseCases & {
  /** The sandbox's demo account, once it exists. */
  readonly demo: () => Promise<Demo>
  readonly phones: Phones
  readonly newReference: () => string
  /** Receives errors that occur after a payment was opened. */
  readonly onBreakage: (error: unknown) => void
}

/** An account for trials: its PIN is not secret. */
type Demo = { readonly caller: Caller | Refusal; readonly publicKey: string; readonly pin: string }

/** The pages on which a newcomer sends and collects money with the demo account. */
export function tryOutPages(deps: TryOutDeps): readonly Page[] {
  return [
    {
      path: '/try/',
      access: 'anybody',
      show: () => forms(deps),
      async take(_, form) {
        if (!['send', 'collect'].includes(form.text('do'))) return errorPage('malformed')
        const wanted = await wantedIn(form)
        if (typeof wanted === 'string') return forms(deps, { form, fault: wanted })
        const said = unsaidIn(form, wanted.amount, currency)
        if (said !== undefined) return sayBack(deps, form, { ...wanted, said })
        const opened = await pay(deps, form, wanted)
        if (isRefusal(opened)) return forms(deps, { form, fault: opened.refused })
        await taken(opened, deps)
        const { id, phoneNumber } = opened.transaction
        return { seeOther: isPlayed(form) ? phonePath(phoneNumber) : `/try/${id}` }
      },
    },
    {
      path: '/try/:id',
      access: 'anybody',
      isNoise: true,
      async show({ params }) {
        const { caller } = await deps.demo()
        const found = isRefusal(caller)
          ? caller
          : await deps.lookUpTransaction({ caller, transactionId: params.id ?? '' })
        return isRefusal(found) ? errorPage('notFound') : paymentPage(found)
      },
    },
  ]
}

async function forms(deps: TryOutDeps, tried?: { readonly form: Form; readonly fault: Fault }): Promise<Answer> {
  const { caller, pin } = await deps.demo()
  if (isRefusal(caller)) return errorPage('notFound')
  const [balances, page] = await Promise.all([
    deps.lookUpBalances({ caller }),
    deps.listTransactions({ caller, query: { limit: 10 } }),
  ])
  if (isRefusal(balances) || isRefusal(page)) return errorPage('notFound')
  const given = { balances: balances.balances, transactions: page.transactions, pin, reference: deps.newReference() }
  return formsPage({ ...given, phoneNumbers: deps.phones.ready, tried })
}

type Wanted = { readonly phoneNumber: string; readonly amount: number; readonly customerMessage?: string }

const customerMessage = new RegExp(customerMessagePattern, 'u')
const referenceForm = new RegExp(referencePattern)

/** The request in a form, or its problem. */
async function wantedIn(form: Form): Promise<Wanted | Fault> {
  const [read, message] = [readAmount(form.text('amount'), currency), form.text('message')]
  if ('problem' in read) return 'bad_amount'
  if (message !== '' && !customerMessage.test(message)) return 'bad_message'
  const number = await readPhoneNumber(form.text('phone_number'), uganda)
  if ('problem' in number) return 'bad_phone_number'
  return { ...number, amount: read.amount, ...(message !== '' && { customerMessage: message }) }
}

/** Says the amount of a payment back, with the balance after it. */
async function sayBack(deps: TryOutDeps, form: Form, wanted: Wanted & { readonly said: string }): Promise<Answer> {
  const { phoneNumber, amount, said } = wanted
  const { caller } = await deps.demo()
  if (isRefusal(caller)) return errorPage('notFound')
  const kind = form.text('do') === 'send' ? 'payout' : 'collection'
  const network = networkOf(deps, caller, phoneNumber)
  const [found, quote] = [
    await deps.lookUpBalances({ caller }),
    deps.quoteFees({ caller, query: { kind, currency, network, amount } }),
  ]
  if (isRefusal(found)) return errorPage('notFound')
  if (quote && isRefusal(quote)) return forms(deps, { form, fault: quote.refused })
  const minor = toMinor(amount, currency) ?? 0n
  const changeMinor = kind === 'payout' ? -minor : minor
  return saidPage(form, {
    phoneNumber,
    said,
    rows: costRows(found, currency, { changeMinor, feeMinor: quote?.feeMinor }),
  })
}

/** The network that a payment of a phone number goes over. */
function networkOf({ lookUpMarket }: TryOutDeps, caller: Caller, phoneNumber: string): string {
  const found = lookUpMarket({ caller })
  const { networks = [] } = isRefusal(found) ? {} : (found.market.get(currency) ?? {})
  return predictNetworks(phoneNumber, networks)[0]?.network ?? networks[0]?.name ?? ''
}

/** Makes the payment that a form requests. The simulated customer's phone is picked up first. */
async function pay(deps: TryOutDeps, form: Form, wanted: Wanted): Promise<OpenedPayment | Refusal> {
  const { caller, publicKey: apikey } = await deps.demo()
  if (isRefusal(caller)) return caller
  const network = networkOf(deps, caller, wanted.phoneNumber)
  const given = form.text('reference')
  const reference = referenceForm.test(given) ? given : deps.newReference()
  const request = { ...wanted, apikey, currency, network, reference }
  if (form.text('do') === 'send') return deps.sendMoney({ caller, request: { ...request, pin: form.exact('pin') } })
  if (isPlayed(form)) deps.phones.pickUp(wanted.phoneNumber)
  return deps.collectMoney({ caller, request })
}

/** Waits until the network has a payment, as long as a person at a page waits. */
async function taken({ outcome }: OpenedPayment, { onBreakage }: Pick<TryOutDeps, 'onBreakage'>): Promise<void> {
  await Promise.race([outcome.catch(onBreakage), pause(3_000, undefined, { ref: false })])
}

function isPlayed(form: Form): boolean {
  return form.text('do') === 'collect' && form.text('play') === 'yes'
}
