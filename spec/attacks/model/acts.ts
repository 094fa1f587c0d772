import fc from 'fast-check'
import {
  type AccountSettings,
  activateCurrency,
  authenticate,
  batchChanges,
  type Caller,
  changeAccount,
  changeBatch,
  closeAccount,
  createKey,
  createLink,
  deactivateCurrency,
  decideBatch,
  endLink,
  fundAccount,
  isRefusal,
  keyScopes,
  pauseNetwork,
  type Refusal,
  resolveTransaction,
  resumeNetwork,
  revokeKey,
  rotateKey,
  type Transaction,
  withdrawFunds,
} from '../../../core/sente.ts'
import { changeBatch as changeModelBatch } from './reference/batches.ts'
import { decide, decideLine, endLink as endModelLink, fund, linkAnswer } from './reference/payments.ts'
import { keyAnswer, keyAt, type ModelAccount, modelPin } from './reference/rules.ts'
import { beginBatch, beginLinked, beginRequest } from './requests.ts'
import { crash, giveTurn, giveTurns, newest, startRun } from './sequence.ts'
import { type EnquiryMode, everyFate, type Fate } from './stage/network.ts'
import { begin, codeOf, networkOf, portsOf, type Stage, same, transactionsOf, truthOf } from './stage/stage.ts'

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]

const oneOf = <const T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const often = <const T, const Other>(usual: T, ...others: Other[]): fc.Arbitrary<T | Other> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
const numbered = (name: string, most: number) => fc.nat(most).map((number) => `${name}-${number}`)

/** Picks one of the existing ones. */
const about = fc.nat(30)
const account = oneOf<number>(0, 0, 0, 1)
/** The number of turns that an action gets at once, before the sequence goes on beside it. */
const turns = fc.oneof({ weight: 3, arbitrary: fc.constant(1_000) }, { weight: 2, arbitrary: fc.nat(9) })
const network = oneOf('MTN', 'AIRTEL')
/** The account's secret key by its place, and the caller's address. */
const key = fc.nat(3)
const from = often('office', 'elsewhere')
const pin = often<string, string>('4071', '5309', '9999')
const fate = oneOf<Fate>(...everyFate)

/** A requested payment, and the number of requests. Its flaw is any error but its amount and PIN. */
const payment = {
  kind: oneOf('payout', 'collection'),
  account,
  reference: numbered('order', 11),
  amount: oneOf<number>(500, 1_000, 4_000, 12_000, 499, 5_000_000, 5_000_001, 700.5),
  pin: often<string, string>('4071', '5309', '9999', 'no pin'),
  network,
  fate,
  flaw: often('none', 'none', 'secretKey', 'apikey', 'currency', 'network', 'phoneNumber'),
  key,
  from,
  times: often<number, number>(1, 2),
  turns,
}

type Given<Fields> = { [Name in keyof Fields]: Fields[Name] extends fc.Arbitrary<infer Value> ? Value : never }

/** A possible act: its weight, its parameters, and its function, which throws when a rule is broken. */
function act<Fields extends Record<string, fc.Arbitrary<unknown>>>(
  weight: number,
  fields: Fields,
  perform: (stage: Stage, given: Given<Fields>) => unknown,
) {
  return { weight, fields, perform }
}

/** A requested payment. */
export type Wish = Given<typeof payment>

/** A valid request, which gets all its turns. */
export const usualRequest: Wish = {
  ...{ kind: 'payout', account: 0, reference: 'order-0', amount: 5_000, pin: '4071', network: 'MTN' },
  ...{ fate: 'accepts', flaw: 'none', key: 0, from: 'office', times: 1, turns: 1_000 },
}

async function request(stage: Stage, { fate, times, turns, ...given }: Wish): Promise<void> {
  const { kind, reference, amount, pin, from } = given
  for (let time = 0; time < times; time += 1) {
    const asked = { kind, reference, amount, pin, from, ...keysOf(stage, given), ...placeOf(given) }
    await giveTurns(stage, turns, beginRequest(stage, newest(stage), asked, fate))
  }
}

const returned = {
  ...{ about, isOfNew: fc.boolean(), isByOther: often(false, true), reference: numbered('order', 11) },
  ...{ amount: often<number, number>(500, 1_000, 4_000, 499), pin, fate, key, from },
  ...{ times: fc.integer({ min: 1, max: 4 }), turns },
}

/** Refunds of a collection by its merchant, or by the other one; of none if there is none. */
async function refund(stage: Stage, given: Given<typeof returned>): Promise<void> {
  const { about, isOfNew, amount, pin, from, fate, times, turns } = given
  const sale = `sale-${about}`
  if (isOfNew)
    await request(stage, { ...usualRequest, kind: 'collection', reference: sale, amount: 1_000, fate: 'succeeds' })
  const all = (await transactionsOf(stage)).filter(({ kind }) => kind === 'collection')
  const found = all.find(({ reference }) => isOfNew && reference === sale) ?? all[about % (all.length + 1)]
  const { id: collection = 'none', network = 'MTN', phoneNumber = '256770000001' } = found ?? {}
  const owner = found ? stage.accountIds.indexOf(found.accountId) : 0
  const account = given.isByOther ? 1 - owner : owner
  for (let time = 0; time < times; time += 1) {
    // The last repeats the one before it.
    const reference = `${given.reference}-${Math.min(time, 2)}`
    const place = { phoneNumber, currency: 'UGX', network }
    const asked = { kind: 'refund', collection, reference, amount, pin, from, ...place } as const
    const keys = keysOf(stage, { account, key: given.key })
    await giveTurns(stage, turns, beginRequest(stage, newest(stage), { ...asked, ...keys }, fate))
  }
}

const line = fc.record({
  ...{ reference: numbered('order', 15), network, number: fc.nat(3), fate },
  amount: often<number, number>(500, 501, 1_000, 1_999, 499, 12_000, 700.5),
  flaw: often('none', 'none', 'none', 'network', 'phoneNumber'),
})
const wishedBatch = {
  ...{ account, reference: numbered('batch', 5), pin, flaw: often('none', 'secretKey', 'apikey'), key, from },
  ...{ isPartial: fc.boolean(), lines: fc.array(line, { minLength: 1, maxLength: 5 }) },
  ...{ times: often<number, number>(1, 2), turns },
}

async function batch(stage: Stage, given: Given<typeof wishedBatch>): Promise<void> {
  const { account, reference, pin, from, isPartial, times, turns } = given
  for (const { reference, fate } of given.lines) stage.fates.set(`${stage.accountIds[account]} ${reference}`, fate)
  const lines = given.lines.map((line) => ({ reference: line.reference, amount: line.amount, ...placeOf(line) }))
  for (let time = 0; time < times; time += 1) {
    const asked = { reference, pin, isPartial, lines, from, ...keysOf(stage, given) }
    await giveTurns(stage, turns, beginBatch(stage, newest(stage), asked))
  }
}

function keysOf(stage: Stage, { account, key, flaw = 'none' }: { account: number; key: number; flaw?: string }) {
  const { owner } = accountAt(stage, account)
  const { secret } = keyAt(owner, key)
  return {
    secretKey: flaw === 'secretKey' ? 'unknown' : secret,
    apikey: flaw === 'apikey' ? secret : owner.publicKey,
  }
}

/** The other side of a payment, one of some phone numbers. */
function placeOf({ network, flaw, number = 1 }: { network: string; flaw: string; number?: number }) {
  return {
    phoneNumber: flaw === 'phoneNumber' ? '254770000001' : `25677000000${number}`,
    currency: flaw === 'currency' ? 'KES' : 'UGX',
    network: flaw === 'network' ? 'VODACOM' : network,
  }
}

const wishedLink = {
  ...{
    account,
    reference: numbered('link', 3),
    amount: oneOf<number>(500, 1_000),
    uses: oneOf<number | null>(null, 1, 1, 2),
  },
  lastsMs: oneOf<number>(2 * minuteMs, 2 * hourMs, 100 * hourMs, 100 * hourMs),
}

/** Makes a link; a merchant with a revoked key, or a closed account, makes none. */
async function makeLink(stage: Stage, { account, lastsMs, ...given }: Given<typeof wishedLink>): Promise<void> {
  const { owner } = accountAt(stage, account)
  const caller = await callerOf(stage, owner)
  if (isRefusal(caller)) return
  const expiresAtMs = operatorsMs(stage) + lastsMs
  const asked = { ...given, expiresAtMs, currency: 'UGX', description: 'A sale', returnUrl: null }
  const wanted = linkAnswer(stage.model, owner, given.reference)
  const answer = await createLink(operating(stage))({ caller, request: asked })
  same(`answer to link ${given.reference}`, answer ? codeOf(answer) : 'nothing', wanted)
  if (!answer || isRefusal(answer)) return
  const { link, token } = answer
  stage.model.links.set(link.id, { account: owner, ...given, token, expiresAtMs, isEnded: false })
}

const linkPayment = {
  /** One of some forms to send, and one of some phone numbers to prompt. */
  ...{ about: fc.nat(3), form: fc.nat(4), number: fc.nat(2), network, fate },
  ...{ times: fc.integer({ min: 1, max: 3 }), turns },
}

/** Each time with another form and another phone; the last is sent again in its turn. */
async function payThroughLink(stage: Stage, given: Given<typeof linkPayment>): Promise<void> {
  const [id, found] = pick([...stage.model.links], given.about) ?? []
  if (!found || id === undefined) return
  const { account, token, amount, reference } = found
  for (let time = 0; time < given.times; time += 1) {
    const nonce = String(given.form + time).padStart(32, '0')
    const number = (given.number + time) % 3
    const known = {
      ...keysOf(stage, { account: stage.model.accounts.indexOf(account), key: 0 }),
      from: 'office',
      pin: '',
    }
    const asked = { kind: 'collection', amount, link: id, reference: `${reference}-${nonce}` } as const
    const request = { ...known, ...asked, ...placeOf({ network: given.network, flaw: 'none', number }) }
    const actor = beginLinked(stage, newest(stage), request, { token, nonce, fate: given.fate })
    await giveTurns(stage, given.turns, actor)
  }
}

async function endOneLink(stage: Stage, { about }: { about: number }): Promise<void> {
  const [linkId, link] = pick([...stage.model.links], about) ?? []
  const caller = link && (await callerOf(stage, link.account))
  if (!caller || linkId === undefined || isRefusal(caller)) return
  const wanted = endModelLink(stage.model, linkId, operatorsMs(stage))
  same(`answer to the end of link ${linkId}`, codeOf(await endLink(operating(stage))({ caller, linkId })), wanted)
}

/** The merchant as a caller that collects, by the first key. */
function callerOf(stage: Stage, owner: ModelAccount): Promise<Caller | Refusal> {
  const secretKey = keyAt(owner, 0).secret
  return authenticate(operating(stage))({ secretKey, scope: 'collect', isFrom: () => true })
}

async function payBatches(stage: Stage, { rounds, turns }: { rounds: number; turns: number }): Promise<void> {
  const { paying, payer } = newest(stage)
  for (let round = 0; round < rounds; round += 1) {
    begin(stage, paying.sweep)
    await giveTurns(stage, turns, payer)
  }
}

/** The same refusals of a merchant's and of the operator's, in the model's words. */
const batchRefusals: Readonly<Record<string, string>> = {
  ...{ batch_ended: 'over', batch_is_over: 'over', batch_waits: 'waits', batch_awaits_approval: 'waits' },
}

const batchChange = {
  about,
  change: oneOf('resume', 'approve', 'approve', ...batchChanges),
  isByOperator: fc.boolean(),
  key,
}

/** Changes a batch as its merchant, if allowed, or else as the operator. */
async function changeOneBatch(stage: Stage, { about, change, ...given }: Given<typeof batchChange>): Promise<void> {
  const [batchId, found] = pick([...stage.model.batches], about) ?? []
  if (!found || batchId === undefined) return
  const { account } = found
  const ports = operating(stage)
  const secretKey = keyAt(account, given.key).secret
  const caller = await authenticate(ports)({ secretKey, scope: 'pay', isFrom: () => true })
  const mayThey = account.rights.kyc && account.rights.apiAccess && !given.isByOperator
  const isTheirs = !isRefusal(caller) && mayThey
  const answer = isTheirs
    ? await changeBatch(ports)({ caller, batchId, change })
    : await decideBatch(ports)({ batchId, change, because: 'they asked for it', by })
  const code = codeOf(answer)
  const wanted = changeModelBatch(stage.model, batchId, change, isTheirs ? secretKey : undefined)
  same(`answer to ${change} of batch ${batchId}`, batchRefusals[code] ?? code, wanted)
}

const keyChange = {
  ...{ account, about: key, deed: oneOf('create', 'create', 'rotate', 'revoke'), name: oneOf('till', 'office') },
  scopes: often('all', 'pay', 'collect'),
  lastsMs: oneOf<number | null>(null, null, 2 * secondMs, minuteMs, 2 * hourMs),
  isOfOffice: fc.boolean(),
}

/** Adds a key, adds one in the place of another, or revokes one. */
export async function changeKeys(stage: Stage, given: Given<typeof keyChange>): Promise<void> {
  const { deed, name, scopes, lastsMs } = given
  const ports = operating(stage)
  const { owner, accountId } = accountAt(stage, given.account)
  const key = keyAt(owner, given.about)
  if (deed === 'revoke') {
    same('answer to a revocation', codeOf(await revokeKey(ports)({ by, keyId: key.id })), 'done')
    key.active = false
    return
  }
  const expiresAtMs = lastsMs === null ? null : operatorsMs(stage) + lastsMs
  const addresses = given.isOfOffice ? ['office'] : null
  const terms = { name, scopes: scopes === 'all' ? keyScopes : [scopes] }
  const some = { ...(addresses && { addresses }), ...(expiresAtMs !== null && { expiresAtMs }) }
  const isNew = deed === 'create'
  const answer = isNew
    ? await createKey(ports)({ by, accountId, ...terms, ...some })
    : await rotateKey(ports)({ by, accountId, kind: 'secret', keyId: key.id, expiresAtMs })
  const wanted = keyAnswer(owner, deed, isNew ? name : key.name, operatorsMs(stage))
  same(`answer to ${deed} a key`, codeOf(answer), wanted)
  if ('refused' in answer) return
  const added = { id: answer.keyId, secret: answer.key, active: true, expiresAtMs }
  owner.issued.push({ ...(isNew ? { ...terms, addresses } : key), ...added })
}

/** The use of the newest key at once, and whether it then expires. */
const newestKeyUse = {
  use: oneOf('payout', 'batch'),
  from: oneOf('office', 'elsewhere'),
  turns: fc.nat(9),
  isLate: fc.boolean(),
}

async function changeAndUseKeys(
  stage: Stage,
  { use, from, turns, isLate, ...given }: Given<typeof keyChange & typeof newestKeyUse>,
): Promise<void> {
  const { account, about, lastsMs } = given
  await changeKeys(stage, given)
  const key = accountAt(stage, account).owner.issued.length - 1
  const order = { ...usualRequest, amount: 500, reference: `order-${about}`, account, key, from, turns }
  if (use === 'payout') await request(stage, order)
  else await batch(stage, { ...order, flaw: 'none', isPartial: true, lines: [{ ...order, flaw: 'none', number: 0 }] })
  if (isLate && lastsMs !== null) stage.clock.pass(lastsMs)
}

function hint(stage: Stage, transactionId: string): void {
  begin(stage, () => newest(stage).followUp.hint({ transactionId }))
}

const ended = { about, end: oneOf('executed', 'executed', 'declined', 'forgotten'), calls: fc.nat(2) }

async function endAtNetwork(stage: Stage, { about, end, calls }: Given<typeof ended>): Promise<void> {
  const open = (await transactionsOf(stage)).filter(
    ({ network, providerId }) => networkOf(stage, network).truth(providerId) === 'open',
  )
  const chosen = pick(open, about)
  if (!chosen || !networkOf(stage, chosen.network).end(chosen.providerId, end)) return
  if (end === 'forgotten') stage.mistaken.add(chosen.id)
  for (let call = 0; call < calls; call += 1) hint(stage, chosen.id)
}

/** The pause between two sweeps of a follow-up: real time, or a jump of one or both clocks. */
const pauses = {
  time: ({ clock }: Stage, ms: number) => clock.pass(ms),
  sleep: ({ clock }: Stage, ms: number) => clock.pass(ms, true),
  jump: ({ clock }: Stage, ms: number) => clock.jump(ms),
  jumpAndCrash(stage: Stage, ms: number) {
    stage.clock.jump(ms)
    return crash(stage, newest(stage).config)
  },
}

const following = {
  rounds: fc.integer({ min: 1, max: 7 }),
  pauseMs: oneOf<number>(5 * secondMs, minuteMs, 15 * minuteMs, 40 * minuteMs),
  after: often('time', 'sleep', 'jump', 'jumpAndCrash'),
}

async function followUp(stage: Stage, { rounds, pauseMs, after }: Given<typeof following>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await pauses[after](stage, pauseMs)
    const { followUp, actor } = newest(stage)
    begin(stage, followUp.sweep)
    await giveTurns(stage, Number.POSITIVE_INFINITY, actor)
  }
}

/** Guesses the PIN several times, then pays with the right one, and again. */
async function guess(stage: Stage, given: { account: number; times: number; rounds: number }): Promise<void> {
  const { account, times, rounds } = given
  for (let round = 1; round <= rounds; round += 1) {
    const payout = { ...usualRequest, account, amount: 500, reference: `guess-${times}-${round}` }
    await request(stage, { ...payout, pin: '9999', times })
    await request(stage, payout)
  }
}

const money = {
  account: fc.nat(1),
  reference: numbered('funding', 5),
  amount: oneOf<number>(500, 10_000, -500, -3_000, -10_000),
}

/** Funds an account; an amount below zero is a withdrawal. */
async function fundOrWithdraw(stage: Stage, given: Given<typeof money>): Promise<void> {
  const { reference, amount } = given
  const { owner, accountId } = accountAt(stage, given.account)
  const asked = { by, accountId, currency: 'UGX', reference, amount: Math.abs(amount) }
  const answer = await (amount > 0
    ? fundAccount(operating(stage))(asked)
    : withdrawFunds(operating(stage))({ ...asked, because: 'the merchant asked for it' }))
  same(`answer to ${reference}`, codeOf(answer), fund(stage.model, owner, reference, amount))
}

/** An operator's change of an account: its settings, and the model's rights. */
const changes = {
  kyc: { settings: { kyc: 'incomplete' }, rights: { kyc: false } },
  apiAccess: { settings: { apiAccess: false }, rights: { apiAccess: false } },
  currency: { rights: { activated: false } },
  otherPin: { settings: { pin: '5309' } },
  noPin: { settings: { pin: null } },
  close: { rights: { closed: true } },
  mend: {
    settings: { kyc: 'complete', apiAccess: true, pin: '4071' },
    rights: { kyc: true, apiAccess: true, activated: true },
  },
} as const satisfies Record<string, { settings?: AccountSettings; rights?: Partial<ModelAccount['rights']> }>

const change = {
  account: fc.nat(1),
  change: oneOf('mend', 'mend', 'mend', 'kyc', 'apiAccess', 'currency', 'otherPin', 'noPin', 'close'),
}

async function changeRights(stage: Stage, given: Given<typeof change>): Promise<void> {
  const ports = operating(stage)
  const { owner, accountId } = accountAt(stage, given.account)
  const { settings, rights }: { settings?: AccountSettings; rights?: Partial<ModelAccount['rights']> } =
    changes[given.change]
  if (settings) await changeAccount(ports)({ by, accountId, settings })
  if (rights?.closed) await closeAccount(ports)({ by, accountId })
  if (rights?.activated !== undefined)
    await (rights.activated ? activateCurrency : deactivateCurrency)(ports)({ by, accountId, currency: 'UGX' })
  Object.assign(owner.rights, rights)
  if (settings?.pin !== undefined) owner.pin = modelPin(settings.pin)
}

/** Decides a transaction truthfully; the truth about one that is open at its network is not known yet. */
export async function decideTruly(stage: Stage, transaction: Transaction | undefined): Promise<void> {
  const truth = transaction && truthOf(stage, transaction)
  if (!transaction || truth === 'open') return
  const { id: transactionId } = transaction
  const end = truth === 'executed' ? 'succeeded' : 'failed'
  const because = 'the portal says so'
  const answer = await resolveTransaction(operating(stage))({ transactionId, end, because, by })
  same(`decision of ${transactionId}`, codeOf(answer), decide(stage.model, transactionId, end, operatorsMs(stage)))
}

const lineDecision = { network, decision: oneOf('pause', 'resume', 'resume') }

/** Pauses all payments over a network, or takes them again. */
async function decideOneLine(stage: Stage, { network, decision }: Given<typeof lineDecision>): Promise<void> {
  const decideIt = decision === 'pause' ? pauseNetwork : resumeNetwork
  const answer = await decideIt(operating(stage))({ network, by, because: 'the network says so' })
  same(`${decision} of ${network}`, codeOf(answer), decideLine(stage.model, network, decision))
}

const by = 'amina'
const operating = (stage: Stage) => portsOf(stage, 'operator')
const operatorsMs = (stage: Stage) => operating(stage).clock.nowMs()

const pick = <T>(all: readonly T[], about: number): T | undefined => all[about % all.length]

function accountAt({ model, accountIds }: Stage, index: number): { owner: ModelAccount; accountId: string } {
  const [owner, accountId] = [model.accounts[index], accountIds[index]]
  if (!owner || accountId === undefined) throw new Error(`no account ${index}`)
  return { owner, accountId }
}

/** All acts; the most important happen most often. */
const acts = {
  request: act(8, payment, request),
  refund: act(4, returned, refund),
  batch: act(3, wishedBatch, batch),
  makeLink: act(2, wishedLink, makeLink),
  payLink: act(5, linkPayment, payThroughLink),
  endLink: act(1, { about: fc.nat(3) }, endOneLink),
  payBatches: act(4, { rounds: fc.integer({ min: 1, max: 3 }), turns }, payBatches),
  changeBatch: act(2, batchChange, changeOneBatch),
  changeKeys: act(2, { ...keyChange, ...newestKeyUse }, changeAndUseKeys),
  sweep: act(3, { turns }, (stage, { turns }) => {
    const { followUp, actor } = newest(stage)
    begin(stage, followUp.sweep)
    return giveTurns(stage, turns, actor)
  }),
  hint: act(2, { about, turns }, async (stage, { about, turns }) => {
    const transactions = await transactionsOf(stage)
    hint(stage, transactions[about % (transactions.length + 1)]?.id ?? 'forged')
    await giveTurns(stage, turns, newest(stage).actor)
  }),
  giveTurns: act(3, { picks: fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }) }, async (stage, { picks }) => {
    for (const pick of picks) await giveTurn(stage, pick)
  }),
  giveAllTurns: act(2, {}, (stage) => giveTurns(stage)),
  followUp: act(3, following, followUp),
  networkEnds: act(4, ended, endAtNetwork),
  networkAnswers: act(
    2,
    { network, mode: oneOf<EnquiryMode>('truth', 'truth', 'silence', 'otherAmount', 'otherCurrency', 'otherNumber') },
    (stage, { network, mode }) => networkOf(stage, network).answers(mode),
  ),
  timePasses: act(
    3,
    {
      ms: oneOf<number>(secondMs, 4 * secondMs, 6 * secondMs, 70 * secondMs, 16 * minuteMs, 2 * hourMs, 30 * hourMs),
      isAsleep: often(false, true),
    },
    ({ clock }, { ms, isAsleep }) => clock.pass(ms, isAsleep),
  ),
  clockJumps: act(2, { ms: oneOf<number>(-2 * hourMs, -minuteMs, 2 * minuteMs, 3 * hourMs) }, ({ clock }, { ms }) =>
    clock.jump(ms),
  ),
  crash: act(2, { config: often('A', 'B') }, (stage, { config }) => crash(stage, config)),
  startBeside: act(1, {}, (stage) => startRun(stage, newest(stage).config)),
  fund: act(2, money, fundOrWithdraw),
  change: act(2, change, changeRights),
  decide: act(2, { about }, async (stage, { about }) => decideTruly(stage, pick(await transactionsOf(stage), about))),
  decideLine: act(1, lineDecision, decideOneLine),
  guess: act(
    1,
    { account: fc.nat(1), times: fc.integer({ min: 3, max: 6 }), rounds: fc.integer({ min: 1, max: 4 }) },
    guess,
  ),
}

type Acts = typeof acts

/** One act in a sequence. */
export type Action = { [Does in keyof Acts]: { does: Does } & Given<Acts[Does]['fields']> }[keyof Acts]

/** Any action. */
export const anyAction = fc.oneof(
  ...Object.entries<Acts[keyof Acts]>(acts).map(([does, { weight, fields }]) => ({
    weight,
    arbitrary: fc.record({ does: fc.constant(does), ...fields }),
  })),
) as fc.Arbitrary<Action>

/** Performs one action. Throws when that breaks a rule. */
export async function perform(stage: Stage, { does, ...given }: Action): Promise<void> {
  await (acts[does].perform as (stage: Stage, given: object) => unknown)(stage, given)
}

/** Whether an action is a fault of a process, a clock, a network or a connection. */
export function isFault(action: Action): boolean {
  if (action.does === 'networkAnswers') return action.mode !== 'truth'
  if (action.does === 'timePasses') return action.isAsleep
  if (action.does === 'request' || action.does === 'refund')
    return !['accepts', 'succeeds', 'declines'].includes(action.fate)
  return ['crash', 'startBeside', 'clockJumps'].includes(action.does)
}
