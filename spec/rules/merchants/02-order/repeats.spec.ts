import { expect } from 'chai'
import {
  beginQuarantine,
  changeAccount,
  closeAccount,
  collectMoney,
  deactivateCurrency,
  endLink,
  erasePersonalData,
  isRefusal,
  type Market,
  pauseNetwork,
  refundMoney,
  sendMoney,
  uganda,
  withdrawFunds,
} from '../../../../core/sente.ts'
import { inStep } from '../../../contracts/kit/bookActs.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { fifthOf } from '../../../night.ts'
import { rule, table } from '../../../rule.ts'
import { stores } from '../../../stages/everyStore.ts'
import { openRepeats } from './openRepeats.ts'

type Core = Awaited<ReturnType<typeof openRepeats>>

const who = { by: 'amina', because: 'ticket 4711' }

/** Possible changes since, and the merchant's answer, when it is not a repeat. */
const changes: Readonly<Record<string, { happens(core: Core): unknown; merchant?: string }>> = {
  nothing: { happens: () => undefined },
  'the phone number was erased': {
    async happens({ ports, clock, payout: { phoneNumber } }) {
      clock.forwardMs(100 * hourMs)
      const erased = await erasePersonalData(ports)({ ...who, phoneNumber })
      if (isRefusal(erased)) throw new Error(erased.refused)
    },
  },
  'less than the smallest amount is left of the collection': { happens: (core) => refund(core, 2_600) },
  'nothing is left of the collection': { happens: (core) => refund(core, 3_000) },
  'the network contradicts the collection': { happens: (core) => change(core, { attention: 'contradiction' }) },
  'the network gave the collection back': { happens: (core) => change(core, { isTakenBack: true }) },
  'the market lost the currency': { happens: (core) => market(core, () => []) },
  'the currency lost the network': { happens: (core) => market(core, (ugx) => [{ ...ugx, networks: [] }]) },
  'the network takes other numbers': {
    happens: (core) =>
      market(core, ({ networks, ...ugx }) => [
        { ...ugx, networks: networks.map((network) => ({ ...network, phoneNumbers: /^2567899/ })) },
      ]),
  },
  'the smallest amount has risen': { happens: (core) => market(core, (ugx) => [{ ...ugx, minimum: 60_000 }]) },
  'the largest amount has fallen': { happens: (core) => market(core, (ugx) => [{ ...ugx, maximum: 600 }]) },
  'the currency is no longer activated': {
    happens: ({ ports, account }) => deactivateCurrency(ports)({ ...who, accountId: account.id, currency: 'UGX' }),
  },
  'the account has reached its limits': {
    happens: ({ change }) =>
      change((account) => ({ ...account, limits: { UGX: { payouts_a_day: 0n, collections_a_day: 0n } } })),
  },
  'the phone got too many prompts': {
    async happens({ ports, caller, request, network }) {
      network.behaves('accepts')
      for (const reference of ['one', 'two', 'three'])
        await collectMoney(ports)({ caller: await caller(), request: { ...request, reference } })
    },
  },
  'the PIN is locked': {
    async happens({ ports, caller, payout }) {
      const wrong = { ...payout, pin: '9999', reference: 'a guess' }
      for (let guess = 0; guess < 5; guess += 1) await sendMoney(ports)({ caller: await caller(), request: wrong })
    },
  },
  'the PIN is another': { happens: (core) => settings(core, { pin: '5309' }) },
  'there is no PIN': { happens: (core) => settings(core, { pin: null }) },
  'the balance is empty': {
    async happens({ ports, account, balance }) {
      const amount = Number((await balance()).available)
      const all = { ...who, accountId: account.id, currency: 'UGX', reference: 'all', amount }
      await withdrawFunds(ports)(all)
    },
  },
  'the network is paused': { happens: ({ ports }) => pauseNetwork(ports)({ ...who, network: 'MTN' }) },
  'the books are quarantined': { happens: ({ ports }) => beginQuarantine(ports)(who) },
  'the link was ended': {
    async happens({ ports, account, caller }) {
      const [link] = await ports.paymentLinks.list({ accountId: account.id, limit: 1 })
      await endLink(ports)({ caller: await caller(), linkId: link?.id ?? '' })
    },
  },
  'the link has expired': { happens: ({ clock }) => clock.forwardMs(49 * hourMs) },
  'the KYC is incomplete': { happens: (core) => settings(core, { kyc: 'incomplete' }), merchant: 'kyc_incomplete' },
  'API access is off': { happens: (core) => settings(core, { apiAccess: false }), merchant: 'api_access_off' },
  'the key has no scopes any more': {
    happens: ({ change }) =>
      change(({ keys, ...account }) => ({ ...account, keys: keys.map((key) => ({ ...key, scopes: [] })) })),
    merchant: 'key_not_allowed',
  },
  'the account was closed': {
    happens: ({ ports, account }) => closeAccount(ports)({ ...who, accountId: account.id }),
    merchant: 'account_not_found',
  },
}

async function refund({ ports, caller, payout: { apikey, pin } }: Core, amount: number) {
  const request = { apikey, pin, reference: 'refund-2', collection: 'sale', amount }
  const refunded = await refundMoney(ports)({ caller: await caller(), request })
  if (isRefusal(refunded)) throw new Error(refunded.refused)
  await refunded.outcome
}

async function change(core: Core, changed: { attention?: 'contradiction'; isTakenBack?: true }) {
  const sale = await core.paymentOf('sale')
  await inStep(core.ports, sale, (work) => work.record({ ...sale, ...changed }))
}

type CurrencyMarket = NonNullable<ReturnType<Market['get']>>

function market({ ports }: Core, changed: (ugx: CurrencyMarket) => CurrencyMarket[]) {
  const ugx = uganda.get('UGX')
  Object.assign(ports, { market: new Map(ugx && changed(ugx).map((one) => ['UGX', one])) })
}

const settings = ({ ports, account }: Core, changed: Parameters<ReturnType<typeof changeAccount>>[0]['settings']) =>
  changeAccount(ports)({ ...who, accountId: account.id, settings: changed })

const merchantIs = (answer: string) => ({
  payout: answer,
  collection: answer,
  refund: answer,
  'refund of the rest': answer,
  batch: answer,
  link: answer,
})

const operatorIs = (answer: string) => ({
  funding: answer,
  withdrawal: answer,
  'move of the float': answer,
  'recorded payment': answer,
})

/** Makes every operation, changes something, and repeats every operation. */
async function tryAgain(open: (typeof stores)[string], what: string) {
  const store = await open()
  try {
    const core = await openRepeats(store)
    const { merchant = 'repeat' } = changes[what] ?? {}
    expect(core.done).to.deep.equal([
      { ...merchantIs('done'), 'refund of the rest': 'repeat' },
      'done',
      operatorIs('repeat'),
    ])
    await changes[what]?.happens(core)
    const kept = await core.kept()
    expect(await core.merchantAsks('same'), what).to.deep.equal(merchantIs(merchant))
    const another = merchant === 'repeat' ? 'another' : merchant
    expect(await core.merchantAsks('other'), what).to.deep.equal(merchantIs(another))
    expect(await core.customerAsks(), what).to.equal('repeat')
    expect(await core.operatorAsks('same'), what).to.deep.equal(operatorIs('repeat'))
    expect(await core.operatorAsks('other'), what).to.deep.equal(operatorIs('another'))
    expect(await core.kept(), what).to.deep.equal(kept)
  } finally {
    await store.close?.()
  }
}

/** In memory every change, elsewhere by day one in five. */
function over([name, open]: [string, (typeof stores)[string]]) {
  const all = Object.entries(changes).map(([what, { merchant }]): [string, string] => [what, merchant ?? 'repeat'])
  if (name === 'in memory')
    return [name, table<[string, string]>(['change', 'the merchant'], all, (what) => tryAgain(open, what))] as const
  const some = async () => {
    for (const what of Object.keys(fifthOf(changes))) await tryAgain(open, what)
  }
  return [name, some] as const
}

describe('2 The order of the rules: repeats', () => {
  rule(
    '2.18',
    'a request under a used reference is answered as a repeat, or as another one, and does nothing, whatever has changed since; a refused caller learns no more than the refusal',
    Object.fromEntries(Object.entries(stores).map(over)),
  )
})
