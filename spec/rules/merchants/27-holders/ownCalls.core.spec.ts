import { expect } from 'chai'
import { readSearch } from '../../../../adapters/written/search.ts'
import {
  type Act,
  callAsUser,
  changeOwnApiAccess,
  changeOwnCurrency,
  changeOwnPin,
  confirmPassword,
  createLink,
  createOwnKey,
  endLink,
  findSeenPayment,
  isRefusal,
  listOwnActions,
  makeChange,
  type OwnActionPage,
  type OwnActionQuery,
  refundMoney,
  revokeOwnKey,
  rotateOwnKey,
  type SignedIn,
  searchSeenPayments,
  type TransactionQuery,
} from '../../../../core/sente.ts'
import { openMerchant } from '../../../contracts/kit/merchant.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { minuteMs, openCore } from '../../../fixtures/core.ts'
import { cheapPasswords, goodPassword, joined, signedIn } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'

/** A signed-in user; `confirmed` is an owner who has just entered the password again. */
type Somebody = 'owner' | 'confirmed' | 'viewer' | 'administrator' | 'half signed in' | 'stranger'

describe('27 The account’s users in the browser: permissions in the core', () => {
  async function openUsers() {
    const core = await openCore()
    const { ports, account, clock } = core
    const owner = await joined(ports, { accountId: account.id })
    const other = await openMerchant(ports)
    clock.forwardMs(1)
    return {
      ...core,
      other,
      async somebody(kind: Somebody): Promise<SignedIn> {
        const who = await signedIn(ports, owner)
        if (kind === 'owner') return who
        if (kind === 'half signed in') return { ...who, needs: 'second_step' }
        if (kind === 'confirmed') {
          const { session } = who
          await confirmPassword({ ...ports, passwords: cheapPasswords })({ session, password: goodPassword })
          return signedIn(ports, owner)
        }
        const accountId = { viewer: account.id, administrator: null, stranger: other.account.id }[kind]
        const role = kind === 'stranger' ? 'owner' : kind
        return signedIn(ports, await joined(ports, { accountId, role, name: `${kind}@duka.example` }))
      },
    }
  }

  rule(
    '27.17',
    'the core decides the permissions of a signed-in user, on every page',
    table(
      ['who', 'look', 'change', 'change things that a stolen session must not'],
      [
        ['owner', 'done', 'done', 'password_needed'],
        ['confirmed', 'done', 'done', 'done'],
        ['viewer', 'done', 'not_allowed', 'not_allowed'],
        ['administrator', 'not_allowed', 'not_allowed', 'not_allowed'],
        ['half signed in', 'not_allowed', 'not_allowed', 'not_allowed'],
      ] as const,
      async (kind, look, change, changeConfirmed) => {
        const { ports, account, somebody } = await openUsers()
        const who = await somebody(kind)
        const may = async (to: Act) => codeOf(await callAsUser(ports)({ who, to }))
        expect([await may('look'), await may('link.create'), await may('webhook.add')]).to.deep.equal([
          look,
          change,
          changeConfirmed,
        ])
        const before = { account: await ports.accounts.byId(account.id), actions: await actionsOf(ports) }
        const confirmed = [
          await changeOwnPin(ports)({ who, pin: '8302' }),
          await changeOwnApiAccess(ports)({ who, apiAccess: true }),
          await createOwnKey(ports)({ who, name: 'till', scopes: ['read'] }),
          await rotateOwnKey(ports)({ who, kind: 'public' }),
        ]
        expect(confirmed.map(codeOf)).to.deep.equal(Array(4).fill(changeConfirmed))
        if (changeConfirmed !== 'done') {
          const after = { account: await ports.accounts.byId(account.id), actions: await actionsOf(ports) }
          expect(after).to.deep.equal(before)
        }
        const known = await ports.accounts.byId(account.id)
        const keyId = known?.keys.find(({ kind }) => kind === 'secret')?.id ?? ''
        const quick = [
          await listOwnActions(ports)({ who, query: { limit: 1 } }),
          await changeOwnCurrency(ports)({ who, currency: 'UGX', isActivated: false }),
          await revokeOwnKey(ports)({ who, keyId }),
          await changeOwnApiAccess(ports)({ who, apiAccess: false }),
        ]
        expect(quick.map(codeOf)).to.deep.equal(Array(4).fill(change))
        if (change !== 'done') expect(await actionsOf(ports)).to.deep.equal(before.actions)
      },
    ),
  )

  rule('27.18', 'a user acts for the current account, under the user’s name, and not for a closed one', async () => {
    const { ports, change, somebody } = await openUsers()
    const who = await somebody('owner')
    const call = () => callAsUser(ports)({ who, to: 'link.create' })
    const changed = await change((one) => ({ ...one, name: 'Duka ya Pili' }))
    const { id: keyId, name: user } = who.user
    expect(await call()).to.deep.equal({ account: changed, keyId, keyDigest: '', user, role: 'owner' })
    await change((one) => ({ ...one, closed: true }))
    expect(codeOf(await call())).to.equal('account_not_found')
    const gone = { ...who, user: { ...who.user, accountId: 'gone' } }
    expect(codeOf(await callAsUser(ports)({ who: gone, to: 'look' }))).to.equal('account_not_found')
  })

  rule('27.19', 'the named key is rotated, and only a user of its own account can revoke it', async () => {
    const { ports, account, other, somebody } = await openUsers()
    const who = await somebody('confirmed')
    const secrets = async (id: string) => (await ports.accounts.byId(id))?.keys.filter(({ kind }) => kind === 'secret')
    const made = await createOwnKey(ports)({ who, name: 'The till', scopes: ['read'] })
    if ('refused' in made) throw new Error(made.message)
    const [first, till] = (await secrets(account.id)) ?? []
    for (const [keyId, name] of [
      [till?.id ?? '', 'The till'],
      [first?.id ?? '', first?.name],
    ] as const) {
      expect(codeOf(await rotateOwnKey(ports)({ who, kind: 'secret', keyId }))).to.equal('done')
      expect((await secrets(account.id))?.at(-1)?.name).to.equal(name)
    }
    const [theirs] = (await secrets(other.account.id)) ?? []
    for (const keyId of [theirs?.id ?? '', 'no key'])
      expect(codeOf(await revokeOwnKey(ports)({ who, keyId }))).to.equal('unknown_key')
    expect(await secrets(other.account.id)).to.deep.equal([theirs])
  })

  rule(
    '27.20',
    'a text finds each payment with that text in any of its ids once, the newest first, page by page',
    async () => {
      const { ports, pay, other, account, clock, somebody } = await openUsers()
      const [who, stranger, operator] = [
        await somebody('owner'),
        await somebody('stranger'),
        await somebody('administrator'),
      ]
      const number = '256770000001'
      const ids: string[] = []
      for (const [reference, phoneNumber] of [
        ['wages-1', number],
        [number, '256770000002'],
        ['wages-3', number],
        ['wages-4', '256770000002'],
        ['wages-5', number],
      ] as const) {
        clock.forwardMs(minuteMs)
        ids.unshift((await pay('succeeds', { reference, phoneNumber })).id)
      }
      const named = ids.filter((_, n) => n !== 1)
      const found = async (text: string, given: Partial<TransactionQuery> = {}, by = who) => {
        const { sought } = await readSearch(text, ports.market)
        const page = await searchSeenPayments(ports)({
          who: by,
          ...(text !== '' && { sought }),
          query: { limit: 9, ...given },
        })
        return { ids: page.transactions.map(({ id }) => id), next: page.next }
      }
      const all = { ids: named, next: null }
      expect(await found(number)).to.deep.equal(all)
      expect(await found(` ${number} `)).to.deep.equal(all)
      expect(await found(number, { limit: 4 })).to.deep.equal(all)
      const [, second, third] = named
      expect(await found(number, { limit: 3 })).to.deep.equal({ ids: named.slice(0, 3), next: third })
      expect(await found(number, { limit: 2 })).to.deep.equal({ ids: named.slice(0, 2), next: second })
      expect(await found(number, { limit: 2, before: second ?? '' })).to.deep.equal({ ids: named.slice(2), next: null })
      expect(await found(number, { limit: 2, before: 'no id' })).to.deep.equal({ ids: [], next: null })
      expect(await found('', { limit: 2 })).to.deep.equal({ ids: ids.slice(0, 2), next: ids[1] })
      const written = [`+${number}`, '256 770-000 001']
      for (const text of written)
        expect((await found(text)).ids).to.deep.equal(ids.filter((_, n) => [0, 2, 4].includes(n)))
      for (const text of ['2567+70000001', 'order-1', `${ids[0]} `.repeat(2)])
        expect((await found(text)).ids).to.deep.equal([])
      expect(await found(`+${number}`, { limit: 2 })).to.deep.equal({ ids: [ids[0], ids[2]], next: ids[2] })
      const [latest = ''] = ids
      for (const text of [latest, latest.toUpperCase()]) {
        expect(await found(text)).to.deep.equal({ ids: [latest], next: null })
        expect(await found(text, {}, operator)).to.deep.equal({ ids: [latest], next: null })
        expect(await found(text, { accountId: account.id }, stranger)).to.deep.equal({ ids: [], next: null })
        expect(await found(text, { accountId: other.account.id }, operator)).to.deep.equal({ ids: [], next: null })
      }
    },
  )

  rule(
    '27.21',
    'a holder sees neither the exchanges of a payment with its network nor the notes of operators',
    async () => {
      const { ports, pay, somebody } = await openUsers()
      const { id: transactionId } = await pay('succeeds')
      const find = async (by: Somebody) => findSeenPayment(ports)({ who: await somebody(by), transactionId })
      const [own, theirs, operators] = [await find('viewer'), await find('stranger'), await find('administrator')]
      if ('refused' in own || 'refused' in operators) throw new Error('not found')
      expect(own).to.deep.include({
        exchanges: [],
        annotations: [],
        reconciled: [],
        transaction: operators.transaction,
      })
      expect(operators.exchanges).not.to.be.empty
      expect(codeOf(theirs)).to.equal('unknown_transaction')
    },
  )

  rule(
    '27.22',
    'in a long search for few actions a page may have fewer than requested, and the next continues',
    async () => {
      const { ports, account, somebody } = await openUsers()
      const [who, stranger] = [await somebody('owner'), await somebody('stranger')]
      const list = (query: OwnActionQuery) => listOwnActions(ports)({ who, query }) as Promise<OwnActionPage>
      const known = await list({ limit: 9 })
      const kinds = known.actions.map(({ kind }) => kind)
      expect(kinds).to.deep.equal(['user.join', 'user.invite', 'account.fund', 'account.create'])
      expect(known.next).to.equal(null)
      expect(await list({ limit: 4 })).to.deep.equal(known)
      expect((await list({ limit: 2 })).next).to.equal(known.actions[1]?.number)
      expect(await list({ limit: 9, userId: stranger.user.id })).to.deep.equal({ actions: [], next: null })
      expect(await list({ limit: 9, userId: 'nobody' })).to.deep.equal({ actions: [], next: null })

      const request = { accountId: account.id, currency: 'UGX', amount: 500, reference: 'float-2' }
      for (let n = 1; n <= 11; n += 1)
        await makeChange({ ...ports, fourEyes: undefined })({
          change: { kind: 'account.fund', request: { ...request, reference: `float-${n}` } },
          asProposal: true,
          by: 'okello',
          because: 'asked by phone',
        })
      const { actions: proposals } = await ports.actions.list({
        accountId: account.id,
        kind: 'proposal.make',
        limit: 20,
      })
      const first = await list({ limit: 1 })
      expect(first).to.deep.equal({ actions: [], next: proposals[9]?.number })
      const second = await list({ limit: 1, before: first.next ?? 0 })
      expect(second.actions.map(({ kind }) => kind)).to.deep.equal(['user.join'])
    },
  )

  rule(
    '27.23',
    'each payment or link that a user opens or ends is an action with the user’s name, its money and its reference',
    async () => {
      const { ports, account, collect, caller, request, payout, network, send, somebody } = await openUsers()
      const who = await somebody('owner')
      const mine = await callAsUser(ports)({ who, to: 'link.create' })
      if ('refused' in mine) throw new Error(mine.refused)
      const done = async () => {
        const [action] = (await ports.actions.list({ accountId: account.id, limit: 1 })).actions
        expect(action).to.include({ by: who.user.name, because: null })
        const { kind, subject, before, after } = action ?? {}
        return { kind, subject, before, after }
      }
      network.behaves('succeeds')
      const sale = await collect({ caller: await caller(), request: { ...request, reference: 'sale' } })
      if (isRefusal(sale)) throw new Error(sale.refused)
      await sale.outcome
      const { apikey, pin } = payout
      const back = { apikey, pin, collection: 'sale', reference: 'back', amount: 2_000 }
      const refund = await refundMoney(ports)({ caller: mine, request: back })
      if (isRefusal(refund)) throw new Error(refund.refused)
      await refund.outcome
      const given = { amount: '2000', currency: 'UGX', reference: 'back', refundOf: sale.transaction.id }
      const subject = `transaction ${refund.transaction.id}`
      expect(await done()).to.deep.equal({ kind: 'refund.open', subject, before: null, after: given })

      const sent = await send({ caller: mine, request: { ...payout, reference: 'wages' } })
      if (isRefusal(sent)) throw new Error(sent.refused)
      await sent.outcome
      expect(await done()).to.deep.equal({
        ...{ kind: 'payout.open', subject: `transaction ${sent.transaction.id}`, before: null },
        after: { amount: '5000', currency: 'UGX', reference: 'wages' },
      })

      const asked = { reference: 'tea', amount: 500, currency: 'UGX', description: 'Tea', returnUrl: null }
      const linked = await createLink(ports)({ caller: mine, request: { ...asked, uses: 3, expiresAtMs: null } })
      if (!linked || isRefusal(linked)) throw new Error('no link')
      const facts = { reference: 'tea', amount: '500', currency: 'UGX' }
      const link = { subject: `payment link ${linked.link.id}` }
      expect(await done()).to.deep.equal({ kind: 'link.create', ...link, before: null, after: facts })
      await endLink(ports)({ caller: mine, linkId: linked.link.id })
      expect(await done()).to.deep.equal({ kind: 'link.end', ...link, before: facts, after: null })
    },
  )
})

/** The number of actions. */
async function actionsOf({ actions }: Pick<Awaited<ReturnType<typeof openCore>>['ports'], 'actions'>): Promise<number> {
  return (await actions.list({ limit: 200 })).actions.length
}
