import {
  acceptBatch,
  authenticate,
  type Caller,
  collectMoney,
  collectThroughLink,
  createLink,
  type FileRow,
  fileRows,
  fundAccount,
  isRefusal,
  type KeyScope,
  type LinkRequest,
  moveOperatorMoney,
  payLink,
  reconcile,
  recordEntry,
  refundMoney,
  sendMoney,
  withdrawFunds,
} from '../../../../core/sente.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'

/** A request as it was made, or another one under its reference. */
type Asked = 'same' | 'other'

/** Makes some operations; each answers `repeat` or `another` when its reference is used, or with a code. */
type Operations = Readonly<Record<string, (asked: Asked) => Promise<string>>>

const who = { by: 'amina', because: 'ticket 4711' }

/** A core after one operation of each kind with a reference, and functions that repeat each. */
export async function openRepeats(store: object) {
  const core = await openCore({}, store)
  const { ports, account, secretKey, payout, network, clock } = core
  const { id: accountId } = account
  const { apikey, pin, phoneNumber } = payout
  const currency = 'UGX'
  const either = <Value>(asked: Asked, same: Value, other: Value) => (asked === 'same' ? same : other)

  /** Requests as a merchant, with a key for this. */
  async function merchant(scope: KeyScope, ask: (caller: Caller) => Promise<object | undefined>) {
    const caller = await authenticate(ports)({ secretKey, scope })
    if (isRefusal(caller)) return caller.refused
    const answer = (await ask(caller)) ?? { refused: 'time' }
    if ('outcome' in answer) await answer.outcome
    if ('isRepeat' in answer) return either(answer.isRepeat ? 'same' : 'other', 'repeat', 'another')
    return 'refused' in answer ? String(answer.refused) : 'done'
  }

  /** Requests as an operator, who gets the first answer again. */
  async function operator(ask: Promise<object>) {
    const answer = await ask
    if (!('refused' in answer)) return 'repeat'
    return /_reused$|^recorded_already$/.test(String(answer.refused)) ? 'another' : String(answer.refused)
  }

  const runId = await forgotten(core)
  const link: LinkRequest = {
    ...{ reference: 'order-17', amount: 5_000, currency, description: 'Coffee', uses: 2, returnUrl: null },
    expiresAtMs: clock.nowMs() + 48 * hourMs,
  }
  let token = ''

  const payments: Operations = {
    payout: (asked) => {
      const request = { ...payout, reference: 'payout-1', amount: either(asked, 5_000, 5_001) }
      return merchant('pay', (caller) => sendMoney(ports)({ caller, request }))
    },
    collection: (asked) => {
      const request = { ...core.request, reference: 'sale', amount: either(asked, 5_000, 5_001) }
      return merchant('collect', (caller) => collectMoney(ports)({ caller, request }))
    },
    refund: (asked) => {
      const request = { apikey, pin, reference: 'refund-1', collection: 'sale', amount: either(asked, 2_000, 2_001) }
      return merchant('refund', (caller) => refundMoney(ports)({ caller, request }))
    },
    'refund of the rest': (asked) => {
      const request = { apikey, pin, reference: 'refund-1', collection: either(asked, 'sale', 'none') }
      return merchant('refund', (caller) => refundMoney(ports)({ caller, request }))
    },
    batch: (asked) => {
      const line = { reference: 'line-1', phoneNumber, currency, network: 'MTN', amount: either(asked, 1_000, 1_001) }
      const request = {
        apikey,
        pin,
        reference: 'salaries',
        lines: [{ request: line }],
        acceptPartial: false,
        confirmRepeats: true,
      }
      return merchant('pay', (caller) => acceptBatch(ports)({ caller, request }))
    },
    link: (asked) =>
      merchant('collect', async (caller) => {
        const made = await createLink(ports)({ caller, request: { ...link, amount: either(asked, 5_000, 5_001) } })
        if (made && 'token' in made) token = made.token
        return made
      }),
  }
  /** A form is one payment, whatever its other fields. */
  async function form() {
    const pay = payLink({ ...ports, collectThroughLink: collectThroughLink(ports) })
    const answer = await pay({ token, nonce: '0'.repeat(32), phoneNumber, network: 'MTN' })
    if (isRefusal(answer)) return answer.refused
    return 'isRepeat' in answer && answer.isRepeat ? 'repeat' : 'done'
  }
  const decisions: Operations = {
    funding: (asked) => {
      const request = { ...who, accountId, currency, reference: 'bank-1', amount: either(asked, 10_000, 10_001) }
      return operator(fundAccount(ports)(request))
    },
    withdrawal: (asked) => {
      const request = { ...who, accountId, currency, reference: 'back-1', amount: either(asked, 1_000, 1_001) }
      return operator(withdrawFunds(ports)(request))
    },
    'move of the float': (asked) => {
      const way = { kind: 'top_up', currency, from: 'bank', to: 'float:MTN:disbursement' } as const
      const request = { ...who, ...way, reference: 'bank-7', amount: either(asked, 50_000, 50_001) }
      return operator(moveOperatorMoney(ports)(request))
    },
    'recorded payment': (asked) => {
      const request = { ...who, runId, item: 2, accountId, reference: either(asked, 'forgotten-1', 'forgotten-2') }
      return operator(recordEntry(ports)(request))
    },
  }

  async function answersTo(operations: Operations, asked: Asked) {
    const answers = new Map<string, string>()
    for (const [name, ask] of Object.entries(operations)) answers.set(name, await ask(asked))
    return Object.fromEntries(answers)
  }

  network.behaves('succeeds')
  const done = [await answersTo(payments, 'same'), await form(), await answersTo(decisions, 'same')]
  return {
    ...core,
    /** The first answers. */
    done,
    merchantAsks: (asked: Asked) => answersTo(payments, asked),
    customerAsks: form,
    operatorAsks: (asked: Asked) => answersTo(decisions, asked),
    /** The traces of requests. */
    async kept() {
      const { transactions } = await ports.books.list({ accountId, limit: 100 })
      const { actions } = await ports.actions.list({ limit: 100 })
      return {
        balances: await ports.books.balances(accountId),
        transactions: transactions.map(({ id }) => id),
        actions: actions.length,
        moves: await ports.operatorMoney.moves({ limit: 9 }),
        links: await ports.paymentLinks.list({ accountId, limit: 9 }),
        batches: await ports.batches.list({ accountId, limit: 9 }),
        submissions: network.received.length,
      }
    },
    /** The payment with a reference. */
    async paymentOf(reference: string) {
      const found = await ports.books.transactionByReference(accountId, reference)
      if (!found) throw new Error(`nothing is called ${reference}`)
      return found
    },
  }
}

/** Compares a file with one payout that the books have forgotten; resolves with the id of the comparison. */
async function forgotten({ ports, clock, payout: { phoneNumber } }: Awaited<ReturnType<typeof openCore>>) {
  const row: FileRow = {
    ...{ line: 2, atMs: clock.nowMs() - hourMs, withinMs: 60_000, direction: 'out', amountMinor: 700n },
    ...{ currency: 'UGX', phoneNumber, status: 'succeeded', kind: 'payment', ours: null, theirs: 'their-7' },
    ...{ feeMinor: null, balanceMinor: null },
  }
  const file = { file: 'export.csv', digest: 'one', network: 'MTN', profile: 'mtn-uganda', by: 'amina' }
  const time = { fromMs: clock.nowMs() - 2 * hourMs, toMs: clock.nowMs() }
  const compared = await reconcile(ports)({ ...file, ...time, rows: fileRows([row]), isSure: true })
  if (isRefusal(compared)) throw new Error(compared.message)
  return compared.run.id
}
