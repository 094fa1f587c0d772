import { expect } from 'chai'
import { isRefusal, openOwnPayment, type Recipient } from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { formsIn } from '../../../fixtures/http/forms.ts'
import { twoAbove } from '../../../fixtures/http/operators.ts'
import { signedIn } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'
import { openHolder } from './holder.ts'

const [payPath, askPath] = ['/dashboard/pay', '/dashboard/ask']
const person = { phone_number: '0770 000 001', amount: '5,000' }

describe('27 The account’s users in the browser: a new payment', () => {
  /** An owner who fills in the forms of one payment as browsers do. */
  async function openHands(...given: Parameters<typeof openHolder>) {
    const holder = await openHolder(...given)
    const { get, post, ports, network } = holder
    network.behaves('accepts')
    /** The form of a page, with these values. */
    const filled = ({ body }: { readonly body: string }, action: string, values: Record<string, string>) => {
      const found = formsIn(body).find((form) => form.action === action && form.method === 'post')
      return { ...Object.fromEntries(found?.fields ?? []), ...values }
    }
    const form = async (path: string, values: Record<string, string> = {}) =>
      filled(await get(path), path, { ...person, ...values })
    const made = async () => (await ports.books.list({ limit: 9 })).transactions
    return {
      ...holder,
      form,
      made,
      filled,
      /** Fills in both pages, and sends them. */
      async make(path: string, values: Record<string, string> = {}, pin = '4071') {
        const checked = await post(path, await form(path, values))
        return { checked, sent: await post(path, filled(checked, path, path === payPath ? { pin } : {})) }
      },
    }
  }

  rule(
    '27.24',
    'an owner pays a person without a program: number and amount, a page that says the payment back, the PIN',
    {
      'from the first page to the page of the payment': async () => {
        const { get, make, made, balance, network, doneBy, follow } = await openFollowed()
        expect((await get('/dashboard/')).body).to.include('href="/dashboard/pay"')
        const { checked, sent } = await make(payPath, { description: 'Wages of May' })
        expect(checked.statusCode).to.equal(200)
        expect(textOf(checked))
          .to.include('Send UGX 5,000 To 256770000001')
          .and.include('Network MTN MoMo What for Wages of May Reference pay-')
          .and.include('Available balance after it UGX 95,000')
        const [payment, ...others] = await made()
        expect(others).to.deep.equal([])
        expect(sent.headers.location).to.equal(`/dashboard/transactions/${payment?.id}`)
        expect(payment).to.deep.include({ kind: 'payout', phoneNumber: '256770000001', network: 'MTN' })
        expect(payment).to.deep.include({ amountMinor: 5_000n, currency: 'UGX', description: 'Wages of May' })
        expect(payment?.reference).to.match(/^pay-[0-9a-f]{8}$/)
        expect(network.received).to.have.length(1)
        expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
        expect(await doneBy()).to.deep.equal(['payout.open'])
        expect(textOf(await get('/dashboard/actions'))).to.include('payout opened')
        expect(textOf(await follow(sent))).to.include('UGX 5,000 to send open')
      },
      'nothing is sent before the PIN': async () => {
        const { post, form, made } = await openHands()
        await post(payPath, await form(payPath))
        expect(await made()).to.deep.equal([])
      },
      'with the fee': async () => {
        const schedules = [aSchedule({ tiers: [aTier({ flatMinor: 300n, percentE4: 0n })] })]
        const { make } = await openHands({}, { fees: { schedules, cashOuts: [] } })
        expect(textOf((await make(payPath)).checked)).to.include('Fee UGX 300 Available balance after it UGX 94,700')
      },
      'the name, where the network gives one': table(
        ['the network knows', 'shown'],
        [
          ['Okello John', 'Name J. OKELLO Network'],
          ['Okello John, who may receive nothing', 'Name J. OKELLO, who cannot be paid now, says MTN MoMo Network'],
          ['nobody', 'Name none: MTN MoMo has no wallet with this number Network'],
          ['nothing', 'Name MTN MoMo gives no name for it Network'],
        ],
        async (known, shown) => {
          const { make, network } = await openHands()
          const name = { given: 'John', family: 'Okello' }
          const recipients: Readonly<Record<string, Recipient>> = {
            'Okello John': { isRegistered: true, name, canReceive: null },
            'Okello John, who may receive nothing': { isRegistered: true, name, canReceive: false },
            nobody: { isRegistered: false, name: null, canReceive: null },
          }
          network.knows(recipients[known])
          expect(textOf((await make(payPath)).checked)).to.include(shown)
        },
      ),
      'over the chosen network, with a warning if the number begins like one of another': async () => {
        const { make, made } = await openHands()
        const { checked } = await make(payPath, { network: 'AIRTEL' })
        expect(textOf(checked)).to.include('Network Airtel Money, but by its beginning a number of MTN MoMo')
        expect((await made())[0]).to.include({ network: 'AIRTEL' })
      },
      'the same payment of the last day is shown': async () => {
        const { make, clock } = await openHands()
        const { checked, sent } = await make(payPath)
        expect(textOf(checked)).not.to.include('The same within a day')
        const again = await make(payPath)
        expect(textOf(again.checked)).to.include('The same within a day pay-')
        expect(again.checked.body).to.include(`href="${sent.headers.location}"`)
        clock.forwardMs(86_400_001)
        expect(textOf((await make(payPath)).checked)).not.to.include('The same within a day')
      },
    },
  )

  /** The same with a browser that follows redirects. */
  async function openFollowed() {
    const hands = await openHands()
    return {
      ...hands,
      follow: (sent: { headers: { location?: string | undefined } }) => hands.get(sent.headers.location ?? ''),
    }
  }

  rule('27.25', 'a form makes one payment: a double tap, back and reload lead to the same one', {
    'two taps at once': table(['page'], [[payPath], [askPath]], async (path) => {
      const { post, form, filled, made } = await openHands()
      const checked = await post(path, await form(path))
      const sure = filled(checked, path, path === payPath ? { pin: '4071' } : {})
      const sent = await Promise.all([post(path, sure), post(path, sure)])
      const [payment, ...others] = await made()
      expect(others).to.deep.equal([])
      for (const { headers } of sent) expect(headers.location).to.equal(`/dashboard/transactions/${payment?.id}`)
    }),
    'back to the first page, sent again': async () => {
      const { post, form, filled, made } = await openHands()
      const first = await form(payPath)
      const send = async () => post(payPath, filled(await post(payPath, first), payPath, { pin: '4071' }))
      const [one, other] = [await send(), await send()]
      expect(one.headers.location).to.equal(other.headers.location)
      expect(await made()).to.have.length(1)
    },
    'back, with another amount: nothing is sent, and the next form is another payment': async () => {
      const { post, form, filled, made } = await openHands()
      const first = await form(payPath)
      const send = async (values: Record<string, string>) =>
        post(payPath, filled(await post(payPath, values), payPath, { pin: '4071' }))
      const { headers } = await send(first)
      const changed = await send({ ...first, amount: '6000' })
      expect(changed.statusCode).to.equal(422)
      expect(textOf(changed)).to.include('this reference belongs to another payment')
      expect(changed.body).to.include(`href="${headers.location}"`)
      expect(await made()).to.have.length(1)
      await send(filled(changed, payPath, {}))
      expect((await made()).map(({ amountMinor }) => amountMinor)).to.deep.equal([6_000n, 5_000n])
    },
    'another form is another payment': async () => {
      const { make, made } = await openHands()
      await make(payPath)
      await make(payPath)
      expect(await made()).to.have.length(2)
    },
    'with a reference of one’s own': async () => {
      const { make, made } = await openHands()
      for (const _ of [1, 2]) await make(payPath, { reference: 'wages-may-1' })
      expect((await made()).map(({ reference }) => reference)).to.deep.equal(['wages-may-1'])
    },
  })

  rule('27.26', 'a refused form of a payment sends nothing, says why, and keeps its values', {
    '': table(
      ['field', 'typed', 'message'],
      [
        ['phone_number', '0770', '“0770” is not a phone number'],
        ['phone_number', '+44 7911 123456', 'No network here has such a phone number'],
        ['amount', '5.000', 'The amount “5.000” can mean UGX 5000 or 5'],
        ['amount', '499', 'Amount must be at least 500 for UGX'],
        ['amount', '5,000,001', 'Amount cannot exceed 5000000 for UGX'],
        ['network', 'VODA', 'Invalid network for UGX. Available networks: AIRTEL, MTN'],
        ['reference', 'two words', 'The reference must be'],
        ['description', 'x'.repeat(201), 'The purpose must be at most 200 printable characters'],
      ],
      async (field, typed, message) => {
        const { post, form, made, doneBy } = await openHands()
        const refused = await post(payPath, await form(payPath, { [field]: typed }))
        expect(refused.statusCode).to.equal(422)
        expect(textOf(refused)).to.include(message)
        const kept = Object.fromEntries(formsIn(refused.body).find(({ action }) => action === payPath)?.fields ?? [])
        // The first option of a choice is read, whichever is chosen.
        expect(kept).to.deep.include({ ...person, ...(field !== 'network' && { [field]: typed }) })
        expect(await made()).to.deep.equal([])
        expect(await doneBy()).to.deep.equal([])
      },
    ),
    'a wrong PIN is asked for again, on the page that says the payment back': async () => {
      const { post, make, filled, made } = await openHands()
      const { sent } = await make(payPath, {}, '9182')
      expect(sent.statusCode).to.equal(422)
      expect(textOf(sent)).to.include('Send UGX 5,000').and.include('Invalid PIN')
      expect(sent.body).not.to.include('9182')
      expect(await made()).to.deep.equal([])
      expect((await post(payPath, filled(sent, payPath, { pin: '4071' }))).statusCode).to.equal(303)
      expect(await made()).to.have.length(1)
    },
    'more than the balance': async () => {
      const { make, made } = await openHands()
      const { checked, sent } = await make(payPath, { amount: '100,001' })
      expect(textOf(checked)).to.include('Available balance after it too little: UGX 100,000 is available')
      expect(textOf(sent)).to.include('Insufficient balance for UGX')
      expect(await made()).to.deep.equal([])
    },
    'the page that says it back leads back to the form': async () => {
      const { post, form, filled } = await openHands()
      const typed = { ...person, description: 'Tea', reference: 'tea-1' }
      const checked = await post(payPath, await form(payPath, typed))
      const back = await post(payPath, filled(checked, payPath, { change: 'yes' }))
      expect(back.statusCode).to.equal(200)
      expect(filled(back, payPath, {})).to.deep.include(typed)
    },
  })

  rule('27.27', 'an owner asks a customer without a program; the customer approves on the phone', async () => {
    const { get, make, made, network, balance, doneBy } = await openHands()
    expect((await get('/dashboard/transactions')).body).to.include('href="/dashboard/ask"')
    const { checked, sent } = await make(askPath, { description: 'Two kilograms of coffee' })
    expect(textOf(checked))
      .to.include('Ask for UGX 5,000 From 256770000001 Network MTN MoMo')
      .and.include('Available balance after it UGX 105,000')
      .and.not.include('PIN')
    const [payment, ...others] = await made()
    expect(others).to.deep.equal([])
    expect(sent.headers.location).to.equal(`/dashboard/transactions/${payment?.id}`)
    expect(payment).to.deep.include({ kind: 'collection', amountMinor: 5_000n, phoneNumber: '256770000001' })
    expect(payment?.reference).to.match(/^ask-[0-9a-f]{8}$/)
    expect(network.received).to.have.length(1)
    expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    expect(await doneBy()).to.deep.equal(['collection.open'])
  })

  rule('27.28', 'a payout that would wait for a second person as a batch is not made by one person', {
    'it becomes a batch of one line, which another person who may pay approves': async () => {
      const { make, made, post, filled, ports, accountId, userOf } = await openHands(
        {},
        { fourEyes: twoAbove(4_999n, 'batches') },
      )
      const { checked } = await make(payPath, { description: 'Rent, "June"' })
      expect(textOf(checked)).to.include('Send UGX 5,000').and.include('Two people make a payment of this amount')
      expect(await made()).to.deep.equal([])
      const path = '/dashboard/batches/new'
      const lines = await post(`${path}/check`, filled(checked, `${path}/check`, {}))
      expect(textOf(lines)).to.include('1 line can be paid')
      await post(`${path}/accept`, filled(lines, `${path}/accept`, { pin: '4071', password }))
      const [batch] = await ports.batches.list({ accountId, limit: 9 })
      expect(batch).to.include({ state: 'awaiting_approval', lines: 1 })
      const other = await userOf('owner', 'second@shop.example')
      expect((await other.post(`/dashboard/batches/${batch?.id}/approve`, { password })).statusCode).to.equal(303)
      expect((await ports.batches.byId(batch?.id ?? ''))?.state).to.equal('paying')
    },
    'though its form is sent as if it were said back': async () => {
      const { post, form, made } = await openHands({}, { fourEyes: twoAbove(4_999n, 'batches') })
      const sent = await post(payPath, { ...(await form(payPath)), said: 'UGX 5,000', pin: '4071' })
      expect(textOf(sent)).to.include('another person who may pay approves')
      expect(await made()).to.deep.equal([])
    },
    'at most the amount for one person': async () => {
      const { make, made } = await openHands({}, { fourEyes: twoAbove(5_000n, 'batches') })
      await make(payPath)
      expect(await made()).to.have.length(1)
    },
    'if batches need no second person': async () => {
      const { make, made } = await openHands({}, { fourEyes: twoAbove(4_999n, 'keys') })
      await make(payPath)
      expect(await made()).to.have.length(1)
    },
    'a customer may be asked for any amount': async () => {
      const { make, made } = await openHands({}, { fourEyes: twoAbove(4_999n, 'batches') })
      await make(askPath)
      expect(await made()).to.have.length(1)
    },
    'a payment that was made before two people were needed is found by its form': async () => {
      const { ports, useCases, user, token } = await openHands()
      const who = await signedIn(ports, { token })
      const request = { reference: 'wages-1', phoneNumber: '256770000001', amount: 5_000, currency: 'UGX' }
      const payment = { who, kind: 'payout' as const, request: { ...request, network: 'MTN' }, pin: '4071' }
      const opened = await useCases.openOwnPayment(payment)
      if (isRefusal(opened)) throw new Error(opened.refused)
      const { sendMoney, collectMoney } = useCases
      const later = { ...ports, sendMoney, collectMoney, fourEyes: twoAbove(4_999n, 'batches') }
      const { id: transactionId } = opened.transaction
      const repeat = { refused: 'duplicate_reference', transactionId, isRepeat: true }
      expect(await openOwnPayment(later)(payment), user.name).to.deep.equal(repeat)
      const another = { ...payment, request: { ...payment.request, reference: 'wages-2' } }
      expect(codeOf(await openOwnPayment(later)(another))).to.equal('second_person_needed')
    },
  })

  rule('27.29', 'viewers, and users of other accounts, make no payment of the account', async () => {
    const { userOf, form, made, strangerOf, ports, accountId } = await openHands()
    const [viewer, stranger] = [await userOf('viewer'), await strangerOf()]
    for (const path of [payPath, askPath]) {
      const sent = { ...(await form(path)), said: 'UGX 5,000', pin: '4071' }
      expect((await viewer.get(path)).statusCode).to.equal(404)
      expect((await viewer.post(path, sent)).statusCode).to.equal(404)
      await stranger.post(path, sent)
    }
    for (const path of ['/dashboard/', '/dashboard/transactions'])
      expect((await viewer.get(path)).body)
        .not.to.include('/dashboard/pay')
        .and.not.include('/dashboard/ask')
    expect((await made()).filter((one) => one.accountId === accountId)).to.deep.equal([])
    expect((await ports.books.balances(accountId))[0]?.availableMinor).to.equal(100_000n)
  })
})
