import { expect } from 'chai'
import {
  approveProposal,
  auditBooks,
  type Change,
  findFloats,
  floatsOf,
  isRefusal,
  listFloat,
  type MoneyRequest,
  makeChange,
  moveOperatorMoney,
  type OperatorMove,
  toDecimal,
  uganda,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { brokenIn } from '../109-audit/plantedBooks.ts'

const topUp: MoneyRequest = {
  ...{ kind: 'top_up', currency: 'UGX', amount: 50_000, reference: 'bank-7' },
  ...{ from: 'bank', to: 'float:MTN:disbursement' },
}

const who = { by: 'amina', because: 'weekly' }

const known =
  'bank, capital, fees_paid, suspense, float:AIRTEL:disbursement, float:AIRTEL:collection, ' +
  'float:MTN:disbursement, float:MTN:collection'

const forged: OperatorMove = {
  ...{ reference: 'bank-7', kind: 'top_up', currency: 'UGX', from: 'bank', to: 'float:MTN:disbursement' },
  ...{ amountMinor: 50_000n, by: 'mallory', because: null, atMs: 1 },
}

/** An operator whose merchant has put in 100,000. */
async function openOperator(other: Parameters<typeof openCore>[1] = {}) {
  const core = await openCore({}, other)
  const move = moveOperatorMoney(core.ports)
  const position = listFloat(core.ports)
  return {
    ...core,
    move: (given: Partial<MoneyRequest> = {}) => move({ ...topUp, ...given, ...who }),
    position,
    async accounts() {
      const { balances } = await position()
      const moved = balances.filter(({ minor }) => minor !== 0n)
      return Object.fromEntries(moved.map(({ account, minor, currency }) => [account, toDecimal(minor, currency)]))
    },
    async collect() {
      const opened = await core.collect({ caller: await core.caller(), request: { ...core.request, reference: 'c' } })
      if (isRefusal(opened)) throw new Error(opened.refused)
      await opened.outcome
    },
    async lasts(account = 'float:MTN:disbursement') {
      const found = (await findFloats(core.ports)()).find((float) => float.account === account)
      return found?.runwayMs === null || !found ? null : found.runwayMs / hourMs
    },
  }
}

/** An operator who has proposed a move that needs approval, and a second person who approves it. */
async function openProposed() {
  const operator = await openOperator()
  const ports = { ...operator.ports, fourEyes: { kinds: new Set<never>(), amountsMinor: new Map([['UGX', 49_999n]]) } }
  const change: Change = { kind: 'float.move', request: topUp }
  const proposed = await makeChange(ports)({ change, ...who })
  if (!('proposal' in proposed)) throw new Error('it does not wait')
  const { number } = proposed.proposal.proposed
  return { ...operator, number, approve: () => approveProposal(ports)({ proposal: number, by: 'okello' }) }
}

describe('128 The operator’s own money: moves', () => {
  rule('128.1', 'a move by the operator takes money from one account and adds it to another', async () => {
    const { move, accounts } = await openOperator()
    expect(await accounts()).to.deep.equal({ bank: '100000' })
    await move()
    await move({ kind: 'liquidate', amount: 300, reference: 'l', from: 'float:AIRTEL:collection', to: 'bank' })
    await move({ kind: 'adjust', amount: 20, reference: 'f', from: 'float:MTN:disbursement', to: 'fees_paid' })
    await move({ kind: 'adjust', amount: 1_000, reference: 'c', from: 'capital', to: 'suspense' })
    expect(await accounts()).to.deep.equal({
      ...{ bank: '50300', 'float:AIRTEL:collection': '-300', 'float:MTN:disbursement': '49980' },
      ...{ fees_paid: '20', suspense: '1000', capital: '-1000' },
    })
  })

  rule('128.2', 'payments move the float of their network and product by themselves', async () => {
    const { accounts, move, pay, collect, network, ports } = await openOperator()
    await move()
    await pay('succeeds')
    await pay('accepts', { reference: 'open' })
    await pay('declines', { reference: 'declined' })
    network.behaves('succeeds')
    await collect()
    expect(await accounts()).to.deep.equal({
      ...{ bank: '50000', 'float:MTN:disbursement': '45000', 'float:MTN:collection': '5000' },
    })
    const float = (await findFloats(ports)()).find(({ account }) => account === 'float:MTN:disbursement')
    expect(float?.heldMinor).to.equal(5_000n)
  })

  rule('128.3', 'the sum of all accounts is the amount owed to merchants', async () => {
    const { move, pay, collect, network, position, ports } = await openOperator()
    await move()
    await move({ kind: 'adjust', amount: 77, reference: 'f', from: 'float:MTN:disbursement', to: 'fees_paid' })
    await pay('succeeds')
    await pay('accepts', { reference: 'open', network: 'AIRTEL' })
    network.behaves('succeeds')
    await collect()
    const { balances, owed } = await position()
    expect(owed).to.deep.equal([{ currency: 'UGX', minor: 100_000n }])
    expect(balances.reduce((sum, { minor }) => sum + minor, 0n)).to.equal(100_000n)
    expect((await auditBooks({ ...ports, secrets: testSecrets })()).broken).to.deep.equal([])
  })

  rule(
    '128.4',
    'a reference is used once: the same move again changes nothing, and another one is refused',
    async () => {
      const { move, accounts, ports } = await openOperator()
      const first = await move()
      expect(first).to.deep.include({ isNew: true })
      const actions = async () => (await ports.actions.list({ limit: 99 })).actions.length
      const before = await actions()
      expect(await move()).to.deep.equal({ ...first, isNew: false })
      expect(await move({ amount: 50_001 })).to.deep.equal({
        refused: 'move_reference_reused',
        message: 'Reference bank-7 was already used, for 50000 UGX from bank to float:MTN:disbursement',
      })
      expect(await actions()).to.equal(before)
      expect((await accounts()).bank).to.equal('50000')
    },
  )

  rule(
    '128.5',
    'a move that makes no sense is refused, and the refusal says what is possible',
    table(
      ['field', 'value', 'refused', 'message'],
      [
        ['currency', 'KES', 'unknown_currency', 'KES is not in the configuration, whose currencies are: UGX'],
        ['amount', 0, 'malformed_amount', 'An amount of UGX must be a whole number above zero'],
        ['amount', 0.5, 'malformed_amount', 'An amount of UGX must be a whole number above zero'],
        ['reference', '', 'malformed_reference', 'A reference must be 1 to 100 visible ASCII characters'],
        ['to', 'float:MTN', 'unknown_money_account', `Money in UGX can move between: ${known}`],
        ['from', 'float:SAFARI', 'unknown_money_account', `Money in UGX can move between: ${known}`],
        ['to', 'bank', 'unknown_money_account', 'Money must move from one account to another, not from bank to itself'],
      ],
      async (field, value, refused, message) => {
        const { move, accounts } = await openOperator()
        expect(await move({ [field]: value })).to.deep.equal({ refused, message })
        expect(await accounts()).to.deep.equal({ bank: '100000' })
      },
    ),
  )

  rule(
    '128.6',
    'each move is an action, and the audit finds a move without an action, one that its action contradicts, and one that is missing',
    {
      'a move and its action': async () => {
        const { move, ports } = await openOperator()
        await move()
        const [action] = (await ports.actions.list({ limit: 1 })).actions
        expect(action).to.deep.include({ ...who, kind: 'float.top_up', subject: 'move bank-7', before: null })
        const after = { amount: '50000', currency: 'UGX', from: 'bank', to: 'float:MTN:disbursement' }
        expect(action?.after).to.deep.equal(after)
        await ports.operatorMoney.move({ ...forged, reference: 'forged' })
        const problem = 'no action recorded it'
        expect((await auditBooks({ ...ports, secrets: testSecrets })()).broken).to.deep.equal([
          { rule: 'move_fits_action', row: 'move forged', problem },
        ])
      },
      'another amount': async () => {
        const { move, ports } = await openOperator()
        await move()
        const { actions } = await ports.actions.list({ limit: 99 })
        const own = actions
          .filter(({ kind }) => kind === 'float.top_up')
          .map((action) => ({ ...action, number: 1, previous: '' }))
        const broken = await brokenIn({ actions: own, operatorMoves: [{ ...forged, amountMinor: 50_001n }] })
        expect(broken).to.deep.include({
          ...{ rule: 'move_fits_action', row: 'move bank-7', problem: 'its action recorded another move' },
        })
      },
      'a missing one': async () => {
        const { move, ports } = await openOperator()
        await move()
        const { actions } = await ports.actions.list({ limit: 1 })
        const broken = await brokenIn({ actions: actions.map((action) => ({ ...action, number: 1, previous: '' })) })
        expect(broken).to.deep.include({ rule: 'move_fits_action', row: 'move bank-7', problem: 'it is missing' })
      },
      'no money, and a reference that is used twice': async () => {
        const broken = await brokenIn({ operatorMoves: [{ ...forged, amountMinor: 0n }, forged] })
        expect(broken.map(({ problem }) => problem)).to.deep.equal([
          'it moves 0 from bank to float:MTN:disbursement',
          'its reference was used before',
          'no action recorded it',
        ])
      },
    },
  )

  rule('128.7', 'a move above the amount for four eyes waits for a second person', {
    'and is made then': async () => {
      const { ports, accounts, number, approve } = await openProposed()
      expect(await accounts()).to.deep.equal({ bank: '100000' })
      await approve()
      expect(await accounts()).to.deep.equal({ bank: '50000', 'float:MTN:disbursement': '50000' })
      const [action] = (await ports.actions.list({ limit: 1 })).actions
      expect(action).to.deep.include({ by: 'amina', approvedBy: 'okello', proposal: number })
    },
    'or is refused, and still waits, when another move has used its reference meanwhile': async () => {
      const { ports, accounts, number, approve, move } = await openProposed()
      await move({ amount: 7 })
      expect(await approve()).to.include({ refused: 'move_reference_reused' })
      expect(await accounts()).to.deep.equal({ bank: '99993', 'float:MTN:disbursement': '7' })
      expect(await ports.actions.endOf(number)).to.equal(undefined)
    },
    'also at the last moment': async () => {
      const { ports, accounts, number, approve } = await openProposed()
      const { move } = ports.operatorMoney
      ports.operatorMoney.move = async (asked, acting) => {
        await move({ ...asked, amountMinor: 7n })
        return move(asked, acting)
      }
      expect(await approve()).to.include({ refused: 'move_reference_reused' })
      expect(await accounts()).to.deep.equal({ bank: '99993', 'float:MTN:disbursement': '7' })
      expect(await ports.actions.endOf(number)).to.equal(undefined)
    },
  })

  rule(
    '128.8',
    'the time that a float lasts is estimated from the payouts of six hours, less the amount held for open payouts',
    async () => {
      const { move, pay, lasts, clock } = await openOperator()
      clock.forwardMs(hourMs - (clock.nowMs() % hourMs))
      await pay('succeeds')
      expect(await lasts(), 'before the operator has recorded its balance').to.equal(null)
      await move()
      expect(await lasts()).to.equal(6 * 9)
      await pay('accepts', { reference: 'open' })
      expect(await lasts(), 'with an open payout').to.equal(6 * 8)
      clock.forwardMs(6 * hourMs)
      expect(await lasts(), 'six hours later').to.equal(6 * 8)
      clock.forwardMs(hourMs)
      expect(await lasts(), 'when nothing was paid out in six hours').to.equal(null)
      await pay('succeeds', { reference: 'next' })
      await move({ kind: 'liquidate', amount: 50_000, reference: 'l', from: 'float:MTN:disbursement', to: 'bank' })
      expect(await lasts(), 'when nothing is left').to.equal(0)
    },
  )

  rule('128.9', 'a network with one wallet has one float', async () => {
    const [, ugx] = [...uganda][0] ?? []
    if (!ugx) throw new Error('no market')
    const market = new Map([['UGX', { ...ugx, networks: [{ name: 'MTN', hasOneFloat: true }] }]])
    expect(floatsOf(market).map(({ account }) => account)).to.deep.equal(['float:MTN'])
    const { move, pay, collect, network, accounts } = await openOperator({ market })
    await move({ to: 'float:MTN' })
    await pay('succeeds')
    network.behaves('succeeds')
    await collect()
    await pay('succeeds', { reference: 'next' })
    expect(await accounts()).to.deep.equal({ bank: '50000', 'float:MTN': '45000' })
  })
})
