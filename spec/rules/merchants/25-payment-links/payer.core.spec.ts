import { expect } from 'chai'
import {
  auditBooks,
  type FileRow,
  followLink,
  type LinkPayment,
  type PaidLink,
  type Refusal,
  recordEntry,
  type Transaction,
  usualLinkMs,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { rule, table } from '../../../rule.ts'
import { openWorld } from '../../operators/120-reconciliation/paidWorld.ts'
import { openLinks, paymentIn, settled } from './openLinks.ts'

const [first, second, third] = ['256770000001', '256780000002', '256770000003'] as const

/** The answer to a form that was sent before with other values. */
function otherIn(answer: PaidLink | Refusal | undefined): LinkPayment {
  if (!answer || !('other' in answer)) throw new Error(JSON.stringify(answer))
  return answer.other
}

describe('25 Payment links: messages for a payer', () => {
  /** A link, and a form of its page that is sent repeatedly. */
  async function openForm(...given: Parameters<typeof openLinks>) {
    const core = await openLinks(...given)
    const { nonce } = await core.shown()
    const sendForm = (phoneNumber: string, network?: string) =>
      core.pay({ token: core.token, nonce, phoneNumber, ...(network !== undefined && { network }) })
    /** Records a row of its network's file that the books have forgotten; resolves with the transaction. */
    async function recorded({ reference, ...change }: { readonly reference: string } & Partial<FileRow>) {
      const { compare } = await openWorld(core.ports, core.clock)
      const atMs = core.clock.nowMs() - 60 * 60_000
      const row: FileRow = {
        ...{ line: 2, atMs, withinMs: 60_000, direction: 'in', amountMinor: 5_000n, currency: 'UGX', feeMinor: null },
        ...{
          phoneNumber: first,
          kind: 'payment',
          status: 'succeeded',
          balanceMinor: null,
          ours: null,
          theirs: 'their-7',
          ...change,
        },
      }
      const { run } = await compare([row], { fromMs: atMs - 60 * 60_000, toMs: core.clock.nowMs() })
      const who = { by: 'amina', because: 'restored' }
      const done = await recordEntry(core.ports)({
        runId: run.id,
        item: 2,
        accountId: core.account.id,
        reference,
        ...who,
      })
      if ('refused' in done) throw new Error(done.message)
      return done.transaction
    }
    return { ...core, nonce, sendForm, recorded, opened: async () => (await core.stands()).payments.length }
  }

  rule(
    '25.29',
    'another number or network in the same form is another attempt once the first has failed, and makes no prompt before',
    {
      'while the first is open, or in doubt': table(
        ['payments', 'the first', 'then sent', 'network'],
        [
          [1, 'accepts', second, undefined],
          [1, 'losesAnswer', second, undefined],
          [1, 'accepts', first, 'AIRTEL'],
          [null, 'accepts', second, undefined],
          [null, 'losesAnswer', second, undefined],
          [null, 'accepts', first, 'AIRTEL'],
        ] as const,
        async (uses, behaviour, phoneNumber, network) => {
          const core = await openForm({ uses })
          core.network.behaves(behaviour)
          const { paymentId } = paymentIn(await core.sendForm(first))
          const other = otherIn(await core.sendForm(phoneNumber, network))
          expect(other).to.include({ paymentId, state: 'pending', phoneNumber: first, network: 'MTN' })
          expect(await core.opened()).to.equal(1)
          expect(core.networks.AIRTEL?.received).to.deep.equal([])
        },
      ),
      'once the first was paid': async () => {
        const core = await openForm({ uses: 2 })
        core.network.behaves('succeeds')
        const { paymentId } = paymentIn(await core.sendForm(first))
        await settled(core, paymentId, 'succeeded')
        expect(otherIn(await core.sendForm(second))).to.include({ paymentId, state: 'succeeded' })
        expect(await core.opened()).to.equal(1)
      },
      'once it has failed': async () => {
        const core = await openForm()
        core.network.behaves('declines')
        const failed = paymentIn(await core.sendForm(first))
        await settled(core, failed.paymentId, 'failed')
        core.network.behaves('accepts')
        const corrected = await core.sendForm(second)
        expect(corrected).to.include({ isRepeat: false })
        expect(paymentIn(corrected)).to.include({ state: 'pending', phoneNumber: second })
        const ids = async (number: string) => paymentIn(await core.sendForm(number)).paymentId
        expect(await ids(second)).to.equal(paymentIn(corrected).paymentId)
        expect(await ids(first)).to.equal(failed.paymentId)
        expect(otherIn(await core.sendForm(third)).paymentId).to.equal(paymentIn(corrected).paymentId)
        expect((await core.stands()).payments.map(({ reference }) => reference)).to.deep.equal([
          `order-17-${core.nonce}-2`,
          `order-17-${core.nonce}`,
        ])
      },
      'many numbers at once, also after a failure': async () => {
        for (const uses of [1, null]) {
          const core = await openForm({ uses })
          const sendAll = () => Promise.all(['1', '2', '3', '4', '5'].map((n) => core.sendForm(`25677000001${n}`)))
          core.network.behaves('accepts')
          const answers = await sendAll()
          const [one, ...more] = answers.flatMap((answer) => ('payment' in answer ? [answer.payment] : []))
          expect(more).to.deep.equal([])
          const others = answers.flatMap((answer) => ('other' in answer ? [answer.other.paymentId] : []))
          expect([others.length, ...new Set(others)]).to.deep.equal([4, one?.paymentId])
          core.network.answersEnquiry({ outcome: 'declined', reason: 'customer_rejected', seen: {} })
          core.clock.forwardMs(15 * 60_000)
          await core.sweep()
          await settled(core, one?.paymentId ?? '', 'failed')
          await sendAll()
          expect(await core.opened()).to.equal(2)
          expect(core.network.received).to.have.length(2)
        }
      },
      'nine times at most': async () => {
        const core = await openForm({ uses: null })
        core.network.behaves('declines')
        const sent = (n: number) => core.sendForm(`25677000001${n}`)
        for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await settled(core, paymentIn(await sent(n)).paymentId, 'failed')
        expect(otherIn(await sent(0))).to.include({ state: 'failed', phoneNumber: '256770000019' })
        expect(await core.opened()).to.equal(9)
      },
      'even if the first number was erased meanwhile': async () => {
        const core = await openForm()
        core.network.behaves('declines')
        const { paymentId } = paymentIn(await core.sendForm(first))
        await settled(core, paymentId, 'failed')
        core.ports.secrets.pseudonym = (number) => `erased-${number.slice(-1)}`
        const { transaction } = core.ports.books
        const erased = async (one: Transaction | undefined) => one && { ...one, phoneNumber: 'erased-1' }
        const { transactionByReference } = core.ports.books
        core.ports.books.transactionByReference = async (...given) => erased(await transactionByReference(...given))
        core.ports.books.transaction = async (id) => erased(await transaction(id))
        expect(paymentIn(await core.sendForm(first))).to.include({ paymentId, phoneNumber: null })
      },
    },
  )

  rule(
    '25.30',
    'a link says whether it is open, waits for a phone, or was paid, and shows only the last three digits of that phone',
    {
      'a link for one payment': async () => {
        const core = await openForm()
        const reported = async () => {
          const { state, askedNumber } = await core.shown()
          return [state, askedNumber, (await core.stands()).state]
        }
        expect(await reported()).to.deep.equal(['open', null, 'open'])
        core.network.behaves('accepts')
        const { paymentId } = paymentIn(await core.sendForm('256770000123'))
        expect(await reported()).to.deep.equal(['asked', '…123', 'used_up'])
        core.clock.forwardMs(usualLinkMs)
        expect(await reported()).to.deep.equal(['asked', '…123', 'expired'])
        core.network.answersEnquiry({ outcome: 'succeeded', providerRef: null, seen: {} })
        core.clock.forwardMs(60 * 60_000)
        await core.sweep()
        await settled(core, paymentId, 'succeeded')
        expect(await reported()).to.deep.equal(['paid', null, 'paid'])
        expect((await core.end()) as object).to.include({ refused: 'link_is_over' })
      },
      'one with a failed payment': async () => {
        const core = await openForm()
        core.network.behaves('declines')
        await settled(core, paymentIn(await core.sendForm(first)).paymentId, 'failed')
        expect(await core.shown()).to.include({ state: 'open', askedNumber: null })
      },
      'one for two payments': async () => {
        const core = await openForm({ uses: 2 })
        core.network.behaves('succeeds')
        await settled(core, paymentIn(await core.sendForm(first)).paymentId, 'succeeded')
        expect(await core.shown()).to.include({ state: 'open', askedNumber: null })
        const { paymentId } = paymentIn(await core.sends('accepts', second))
        expect(await core.shown()).to.include({ state: 'used_up', askedNumber: null })
        core.network.answersEnquiry({ outcome: 'succeeded', providerRef: null, seen: {} })
        core.clock.forwardMs(15 * 60_000)
        await core.sweep()
        await settled(core, paymentId, 'succeeded')
        expect(await core.shown()).to.include({ state: 'paid', askedNumber: null })
        await core.end()
        expect(await core.stands()).to.include({ state: 'paid', used: 2 })
      },
    },
  )

  rule(
    '25.31',
    'a failed payment that waits for a person still counts as one of the link’s payments, since it may have been paid',
    async () => {
      const core = await openForm()
      core.network.behaves('declines')
      const { paymentId } = paymentIn(await core.sendForm(first))
      await settled(core, paymentId, 'failed')
      core.network.answersEnquiry({ outcome: 'succeeded', providerRef: null, seen: {} })
      core.clock.forwardMs(15 * 60_000)
      await core.sweep()
      expect(await core.ports.books.transaction(paymentId)).to.include({ state: 'failed', attention: 'contradiction' })
      expect(otherIn(await core.sendForm(second))).to.include({ paymentId })
      expect(await core.sends('accepts', second)).to.include({ refused: 'link_is_over', because: 'used_up' })
      expect(await core.stands()).to.include({ used: 1, state: 'used_up' })
      expect(await core.shown()).to.include({ state: 'used_up', askedNumber: null })
      expect(core.network.received).to.have.length(1)
    },
  )

  rule(
    '25.32',
    'the sender of a number sees the whole number until the payment, then the last three digits',
    async () => {
      const core = await openForm()
      core.network.behaves('accepts')
      const sent = paymentIn(await core.sendForm('256770000123'))
      const number = async () => {
        const found = await followLink(core.page)({ token: core.token, paymentId: sent.paymentId })
        return 'payment' in found && found.payment.phoneNumber
      }
      expect([sent.phoneNumber, await number()]).to.deep.equal(['256770000123', '256770000123'])
      core.network.answersEnquiry({ outcome: 'succeeded', providerRef: null, seen: {} })
      core.clock.forwardMs(15 * 60_000)
      await core.sweep()
      await settled(core, sent.paymentId, 'succeeded')
      expect(await number()).to.equal('…123')
    },
  )

  rule(
    '25.33',
    'while its account is closed a link says that no payments are taken, and still shows the end of a payment',
    async () => {
      const core = await openForm()
      core.network.behaves('accepts')
      const { paymentId } = paymentIn(await core.sendForm(first))
      const other = await core.create({ reference: 'order-18' })
      const { token = '' } = (other ?? {}) as { token?: string }
      await core.change((account) => ({ ...account, closed: true, version: account.version + 1 }))
      const { nonce, ...shown } = await core.shown(token)
      expect(shown).to.include({ merchant: 'Duka', state: 'unavailable' })
      expect(codeOf(await core.pay({ token, nonce, phoneNumber: second }))).to.equal('account_not_found')
      expect(core.network.received).to.have.length(1)
      expect(paymentIn(await core.sendForm(first)).paymentId).to.equal(paymentId)
      expect(await followLink(core.page)({ token: core.token, paymentId })).to.have.nested.property(
        'payment.state',
        'pending',
      )
      expect((await auditBooks({ ...core.ports, secrets: testSecrets })()).broken).to.deep.equal([])
    },
  )

  rule(
    '25.34',
    'a payment through a link that is recorded from a file counts as one of its payments, by its reference',
    {
      'one with the amount of the link': async () => {
        const core = await openForm()
        const recorded = await core.recorded({ reference: `order-17-${core.nonce}` })
        expect(recorded).to.include({ kind: 'collection', state: 'succeeded', linkId: core.link.id })
        expect(await core.stands()).to.include({ used: 1, state: 'paid' })
        expect((await core.stands()).payments).to.have.length(1)
        expect((await core.shown()).state).to.equal('paid')
        expect(await core.sends('accepts')).to.include({ refused: 'link_is_over', because: 'used_up' })
        expect(paymentIn(await core.sendForm(first))).to.include({ state: 'succeeded' })
        expect(core.network.received).to.deep.equal([])
        expect((await auditBooks({ ...core.ports, secrets: testSecrets })()).broken).to.deep.equal([])
      },
      'a later attempt of a form': async () => {
        const core = await openForm()
        const recorded = await core.recorded({ reference: `order-17-${core.nonce}-2` })
        expect(recorded).to.include({ linkId: core.link.id })
      },
      'other payments': table(
        ['reference', 'amount', 'direction'],
        [
          ['order-17', 5_000, 'in'],
          [`order-17-${'a'.repeat(31)}`, 5_000, 'in'],
          [`order-17-${'a'.repeat(32)}-1`, 5_000, 'in'],
          [`order-18-${'a'.repeat(32)}`, 5_000, 'in'],
          [`order-17-${'a'.repeat(32)}`, 5_001, 'in'],
          [`order-17-${'a'.repeat(32)}`, 5_000, 'out'],
        ] as const,
        async (reference, amount, direction) => {
          const core = await openForm()
          const recorded = await core.recorded({ reference, amountMinor: BigInt(amount), direction })
          expect([recorded.reference, recorded.linkId]).to.deep.equal([reference, null])
        },
      ),
    },
  )
})
