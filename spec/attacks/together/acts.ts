import fc from 'fast-check'
import {
  authenticate,
  classifyEntry,
  closeDay,
  decideBatch,
  endLink,
  erasePersonalData,
  type FileRow,
  fundAccount,
  isFinal,
  isRefusal,
  listFloat,
  moveOperatorMoney,
  paysOut,
  reconcile,
  resolveEntries,
  resolveTransaction,
  type Transaction,
  withdrawFunds,
} from '../../../core/sente.ts'
import { testSecrets } from '../../contracts/kit/merchant.ts'
import { everyFate, type Fate } from '../model/stage/network.ts'
import { beginningMs } from '../model/stage/tariffs.ts'
import {
  ask,
  batchesOf,
  keyOf,
  merchantAt,
  type NetworkName,
  networkNames,
  payAll,
  paymentsOf,
  phoneNumberOf,
  type Request,
  type Stage,
} from './stage.ts'

/** Something that happens, and the numbers from which it is made. */
export type Act = {
  readonly does: Deed | 'copy' | 'goBack'
  readonly who: number
  /** Which of those that there are, and another choice. */
  readonly about: number
  readonly choice: number
  readonly amount: number
  readonly network: NetworkName
  readonly fate: Fate
}

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]
const [by, because] = ['amina', 'as the portal says']

/** Everything that may happen; each does something to the books as they are. */
const deeds = {
  async payout(stage: Stage, act: Act) {
    await askOnce(stage, act, { operation: 'payout', reference: `pay-${act.about % 12}` })
  },
  async collection(stage: Stage, act: Act) {
    await askOnce(stage, act, { operation: 'collection', reference: `sale-${act.about % 12}` })
  },
  /** Of a collection, in part or, where no amount is asked for, of all that is left; never of one in question. */
  async refund(stage: Stage, act: Act) {
    const theirs = (await paymentsOf(stage)).filter(
      ({ kind, accountId }) => kind === 'collection' && accountId === merchantAt(stage, act.who).id,
    )
    const questioned = theirs.filter(({ attention, isTakenBack }) => attention !== null || isTakenBack)
    const some = act.choice % 4 === 0 && questioned.length > 0 ? questioned : theirs
    const collection = some[act.about % Math.max(1, some.length)]
    if (!collection) return
    const amount = act.choice % 3 === 0 ? 0 : 500 + (act.amount % 1_500)
    const reference = `back-${collection.reference.slice(0, 40)}-${act.choice % 4}`
    const answer = await askOnce(
      stage,
      { ...act, amount },
      { operation: 'refund', reference, of: collection.reference },
    )
    if (answer.opened !== undefined && (collection.attention !== null || collection.isTakenBack))
      throw new Error(`${reference} refunds ${collection.reference}, which is in question`)
  },
  async batch(stage: Stage, act: Act) {
    const lines = Array.from({ length: 1 + (act.choice % 4) }, (_, index) => ({
      ...{ reference: `line-${(act.about + index * 7) % 30}`, amount: 500 + ((act.amount * (index + 1)) % 2_500) },
      ...{ number: act.choice + index, network: networkNames[(act.choice + index) % 2] ?? 'MTN' },
    }))
    await askOnce(stage, act, { operation: 'batch', reference: `batch-${act.about % 6}`, lines })
  },
  async payBatches(stage: Stage) {
    await payAll(stage)
  },
  async changeBatch(stage: Stage, { about, choice }: Act) {
    const all = await batchesOf(stage)
    const batch = all[about % Math.max(1, all.length)]
    const change = (['approve', 'approve', 'resume', 'pause', 'cancel'] as const)[choice % 5]
    if (batch && change) await decideBatch(stage.ports)({ batchId: batch.id, change, by, because })
  },
  async link(stage: Stage, act: Act) {
    await askOnce(stage, { ...act, choice: act.choice % 3 }, { operation: 'link', reference: `link-${act.about % 2}` })
  },
  async linked(stage: Stage, act: Act) {
    const of = `link-${act.about % 2}`
    const nonce = `${act.choice % 5}`.padStart(32, 'a')
    await askOnce(stage, act, { operation: 'linked', reference: `${of}-${nonce}`, of })
  },
  async endLink(stage: Stage, { who, about }: Act) {
    const caller = await authenticate(stage.ports)({ secretKey: merchantAt(stage, who).secretKey })
    if (isRefusal(caller)) return
    const links = await stage.ports.paymentLinks.list({ accountId: merchantAt(stage, who).id, limit: 10 })
    const link = links[about % Math.max(1, links.length)]
    if (link) await endLink(stage.ports)({ caller, linkId: link.id })
  },
  /** Time passes, and the networks are asked, who tell the truth, or nothing, or that they know nothing. */
  async sweep(stage: Stage, { choice, amount, about }: Act) {
    const { world } = stage
    const mode = (['truth', 'truth', 'silence', 'forgets', 'otherAmount'] as const)[choice % 5] ?? 'truth'
    world.pass(mode === 'forgets' ? 16 * minuteMs : ([secondMs, minuteMs, 20 * minuteMs, 4 * hourMs][about % 4] ?? 0))
    world.forgets = mode === 'forgets'
    for (const name of networkNames) world.networks[name].answers(mode === 'forgets' ? 'truth' : mode)
    // So often that whatever is taken for not known never arrived.
    const rounds = mode === 'forgets' ? 6 : 1 + (amount % 3)
    for (let round = 0; round < rounds; round += 1) {
      await stage.sweep()
      world.pass(mode === 'forgets' ? 16 * minuteMs : 20 * secondMs)
    }
    world.forgets = false
    for (const name of networkNames) world.networks[name].answers('truth')
  },
  /** What a network has open ends there. */
  async atNetwork({ world }: Stage, { network, about, choice }: Act) {
    const all = world.networks[network].journal()
    const open = all.filter(({ known }) => known === 'pending')
    const chosen = open[about % Math.max(1, open.length)]
    const end = (['executed', 'executed', 'declined', 'forgotten'] as const)[choice % 4] ?? 'executed'
    if (chosen) world.networks[network].end(chosen.transaction.providerId, end)
  },
  /** A network takes a collection back, and says so when it is asked. */
  async takeBack(stage: Stage, { network, about }: Act) {
    const { world } = stage
    const all = world.networks[network].journal()
    const collected = all.filter(({ known, transaction }) => known === 'executed' && !paysOut(transaction))
    const taken = collected[about % Math.max(1, collected.length)]
    if (!taken) return
    world.takenBack.add(taken.transaction.providerId)
    await stage.hint({ transactionId: taken.transaction.id })
  },
  async compare(stage: Stage, { network, choice, about }: Act) {
    await compareFile(stage, network, { fault: choice % 8, form: about % 3 })
  },
  /** What a comparison has found is done with; open payments are ended as the rows say where the file is right. */
  async resolve(stage: Stage, { about, choice }: Act) {
    const { ports, honest, world, decided } = stage
    const runs = (await ports.reconciliations.runs({ limit: 100 })).filter(({ ended }) => ended !== null)
    const run = runs[about % Math.max(1, runs.length)]
    if (!run) return
    for (const { item, theirs, amountMinor } of await ports.reconciliations.entries({
      ...{ runId: run.id, buckets: ['not_ours'], open: true, limit: 100 },
    })) {
      await classifyEntry(ports)({ runId: run.id, item, as: 'top-up', by, because })
      if (theirs !== null) world.topUps.set(`${run.network} ${theirs}`, amountMinor)
    }
    const endPayments = choice % 2 === 0 && honest.has(run.id)
    const buckets = endPayments ? (['state_differs'] as const) : (['ambiguous', 'missing_there'] as const)
    const answer = await resolveEntries(ports)({ runId: run.id, buckets: [...buckets], endPayments, by, because })
    if (!isRefusal(answer)) for (const id of answer.payments) decided.add(id)
  },
  async decide(stage: Stage, { about }: Act) {
    const waiting = (await paymentsOf(stage)).filter(({ attention }) => attention !== null)
    const one = waiting[about % Math.max(1, waiting.length)]
    if (one) await decideTruly(stage, one)
  },
  async erase({ ports }: Stage, { about }: Act) {
    await erasePersonalData(ports)({ phoneNumber: phoneNumberOf(about), by, because: 'they asked for it' })
  },
  async funding(stage: Stage, { who, about, amount, network, choice }: Act) {
    await order(stage, {
      ...{
        operation: 'funding',
        who,
        reference: `${choice % 3 === 0 ? 'out' : 'in'}-${about % 8}`,
        amount: 1 + amount * 7,
      },
      ...{ network, number: 0, of: '', lines: [] },
    })
  },
  async move(stage: Stage, { about, amount, network, choice }: Act) {
    await order(stage, {
      ...{
        operation: 'move',
        who: 0,
        reference: `move-${about % 8}`,
        amount: 1 + amount * 11,
        network,
        number: choice % 3,
      },
      ...{ of: '', lines: [] },
    })
  },
  async gather({ ports }: Stage) {
    while (await ports.operatorMoney.gather());
    await listFloat(ports)()
  },
  async closeDay({ ports, world }: Stage) {
    const dateMs = Math.floor(world.clock.nowMs() / (24 * hourMs) - 1) * 24 * hourMs
    const close = await closeDay(ports)({ dateMs })
    if (!isRefusal(close) && !close.audit.ok) throw new Error('a close finds the books damaged')
  },
  async setClock({ world }: Stage, { choice, amount }: Act) {
    world.wasSet = true
    world.clock.jumpMs((choice % 2 === 0 ? -1 : 1) * (amount % 4 === 0 ? 26 * hourMs : amount * secondMs))
  },
} satisfies Record<string, (stage: Stage, act: Act) => Promise<void>>

type Deed = keyof typeof deeds

/** How likely each is. */
const weights: Readonly<Record<Act['does'], number>> = {
  ...{ payout: 5, collection: 6, refund: 8, batch: 4, payBatches: 5, changeBatch: 3, link: 5, linked: 8, endLink: 1 },
  ...{
    sweep: 7,
    atNetwork: 6,
    takeBack: 2,
    compare: 5,
    resolve: 4,
    decide: 3,
    erase: 1,
    funding: 3,
    move: 2,
    gather: 2,
    closeDay: 1,
  },
  ...{ setClock: 2, copy: 4, goBack: 4 },
}

/** Any act. */
export const anyAct: fc.Arbitrary<Act> = fc.record({
  does: fc.oneof(
    ...Object.entries(weights).map(([does, weight]) => ({ weight, arbitrary: fc.constant(does as Act['does']) })),
  ),
  ...{ who: fc.nat(1), about: fc.nat(99), choice: fc.nat(99), amount: fc.nat(3_000) },
  ...{ network: fc.constantFrom(...networkNames), fate: fc.constantFrom<Fate>('succeeds', 'succeeds', ...everyFate) },
})

/** Does it. */
export async function perform(stage: Stage, act: Act): Promise<void> {
  if (act.does === 'copy' || act.does === 'goBack') return
  stage.world.fate = act.fate
  await deeds[act.does](stage, act)
}

type Named = Pick<Request, 'operation' | 'reference'> & Partial<Pick<Request, 'of' | 'lines'>>

/** Asks under a reference; what was asked under it before is asked again. */
function askOnce(stage: Stage, { who, amount, network, choice }: Act, named: Named) {
  const amountAsked = named.operation === 'refund' ? amount : 500 + amount
  const fresh: Request = { who, amount: amountAsked, network, number: choice, of: '', lines: [], ...named }
  return ask(stage, stage.world.asked.get(keyOf(fresh)) ?? fresh)
}

/** Money that the operator moves under a reference; what was moved under it before is asked for again. */
export async function order(stage: Stage, fresh: Request): Promise<void> {
  const { ports, world } = stage
  const request = world.asked.get(keyOf(fresh)) ?? fresh
  world.asked.set(keyOf(request), request)
  const { who, reference, amount, network, number, operation } = request
  const { id: accountId } = merchantAt(stage, who)
  if (operation === 'funding') {
    const funding = { by, accountId, currency: 'UGX', amount, reference }
    await (reference.startsWith('out') ? withdrawFunds(ports)({ ...funding, because }) : fundAccount(ports)(funding))
    return
  }
  const [disbursement, collection] = [`float:${network}:disbursement`, `float:${network}:collection`]
  const moves = [
    { kind: 'top_up', from: 'bank', to: disbursement },
    { kind: 'liquidate', from: collection, to: 'bank' },
    { kind: 'adjust', from: disbursement, to: 'fees_paid' },
  ] as const
  const move = moves[number % 3] ?? moves[0]
  await moveOperatorMoney(ports)({ ...move, currency: 'UGX', amount, reference, by, because })
}

/** Decides about a payment as its network's portal shows it. */
export async function decideTruly(stage: Stage, { id, network, providerId, state }: Transaction): Promise<void> {
  const { ports, world, decided } = stage
  const truth = world.networks[network as NetworkName].truth(providerId) ?? 'void'
  const isTakenBack = world.takenBack.has(providerId)
  const end = isFinal(state)
    ? state === 'succeeded' && truth === 'executed' && (isTakenBack ? 'taken_back' : 'stands')
    : truth === 'open'
      ? undefined
      : truth === 'executed'
        ? 'succeeded'
        : 'failed'
  if (!end) return
  decided.add(id)
  await resolveTransaction(ports)({ transactionId: id, end, by, because })
}

/** What may be wrong with a file: nothing, an amount, a state, a row that is missing. */
const faults = ['amount', 'state', 'missing'] as const

/** Compares a file of the network's own journal: with its ids, with ours, or with none. */
export async function compareFile(
  { ports, world, honest }: Stage,
  network: NetworkName,
  { fault, form }: { readonly fault: number; readonly form: number },
): Promise<string | undefined> {
  const wrong = faults[fault]
  const chosen = world.files
  const rows = world.networks[network].journal().flatMap(({ transaction, atMs, known }, index): FileRow[] => {
    if (known === undefined || known === 'unknown' || known === 'flying') return []
    const { providerId, amountMinor, currency, phoneNumber } = transaction
    const isWrong = wrong !== undefined && index === chosen % 7
    if (isWrong && wrong === 'missing') return []
    const isBack = world.takenBack.has(providerId) && known === 'executed'
    const status = isBack
      ? 'reversed'
      : known === 'executed'
        ? 'succeeded'
        : known === 'declined'
          ? 'failed'
          : 'pending'
    const at = beginningMs + atMs
    return [
      {
        ...{ line: index + 2, atMs: form === 2 ? Math.floor(at / minuteMs) * minuteMs : at },
        ...{ withinMs: form === 2 ? minuteMs - 1 : 0, direction: paysOut(transaction) ? 'out' : 'in', currency },
        amountMinor: isWrong && wrong === 'amount' ? amountMinor + 1n : amountMinor,
        status: isWrong && wrong === 'state' ? (status === 'succeeded' ? 'failed' : 'succeeded') : status,
        ...{ phoneNumber, kind: 'payment', ours: form === 1 ? providerId : null, feeMinor: null, balanceMinor: null },
        theirs: form === 0 ? `ref ${providerId}` : null,
      },
    ]
  })
  const topUp: FileRow = {
    ...{ line: 10_000, atMs: beginningMs, withinMs: 0, direction: 'in', amountMinor: 5_000n, currency: 'UGX' },
    ...{ phoneNumber: null, status: 'succeeded', kind: 'other', ours: null, theirs: `top-up ${chosen % 3}` },
    ...{ feeMinor: null, balanceMinor: null },
  }
  const text = JSON.stringify([network, form, rows.map((row) => ({ ...row, amountMinor: String(row.amountMinor) }))])
  world.files += 1
  const answer = await reconcile(ports)({
    ...{ digest: testSecrets.digest(text), file: `file-${chosen}.csv`, network, profile: 'external-id', by },
    ...{ fromMs: beginningMs - hourMs, toMs: Math.max(world.clock.nowMs(), beginningMs + world.trueMs()) + 1 },
    rows: portions([...rows, topUp]),
  })
  if (isRefusal(answer)) throw new Error(answer.message)
  // Rows without ids are taken for payments by their times.
  if (wrong === undefined && (form !== 2 || !world.wasSet)) honest.add(answer.run.id)
  return answer.run.id
}

async function* portions(rows: readonly FileRow[]): AsyncGenerator<readonly FileRow[]> {
  for (let from = 0; from < rows.length; from += 5) yield rows.slice(from, from + 5)
}
