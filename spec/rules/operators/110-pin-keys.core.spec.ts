import { expect } from 'chai'
import sinon from 'sinon'
import { nodeSecrets } from '../../../adapters/node/node.ts'
import {
  type AccountRepo,
  changeAccount,
  collectMoney,
  countPinKeyUses,
  isRefusal,
  sendMoney,
} from '../../../core/sente.ts'
import { openCore } from '../../fixtures/core.ts'
import { withoutIds } from '../../fixtures/withoutIds.ts'
import { rule } from '../../rule.ts'

const minuteMs = 60_000
const former = nodeSecrets({ pinKeys: { current: 'the former key' } })
const rotated = nodeSecrets({ pinKeys: { current: 'the new key', previous: 'the former key' } })
const renewed = nodeSecrets({ pinKeys: { current: 'the new key' } })

/** A core whose account has its PIN under the former key; `under` pays with other configured keys. */
async function openRotation(wrapped: (accounts: AccountRepo) => Partial<AccountRepo> = () => ({})) {
  const core = await openCore({}, { secrets: former })
  const accounts = { ...core.ports.accounts, ...wrapped(core.ports.accounts) }
  const broken: unknown[] = []
  let count = 0
  const pinNow = async () => (await accounts.byId(core.account.id))?.pin ?? undefined
  return {
    ...core,
    broken,
    pinNow,
    under(secrets: typeof former) {
      const ports = {
        ...core.ports,
        accounts,
        secrets: { ...secrets },
        resealBroke: (error: unknown) => broken.push(error),
      }
      const send = sendMoney(ports)
      return {
        ports,
        async pay(pin: string, amount = 500): Promise<string> {
          count += 1
          const reference = `pay-${count}`
          const answer = await send({
            caller: await core.caller(),
            request: {
              ...core.payout,
              reference,
              amount,
              pin,
            },
          })
          if (isRefusal(answer)) return answer.refused
          const outcome = await answer.outcome
          return isRefusal(outcome) ? outcome.refused : outcome.transaction.state
        },
      }
    },
    /** Waits until the PIN is under the current key of these, for at most 1,000 turns of the event loop. */
    async sealedUnder({ pinKeyVersions }: typeof former): Promise<void> {
      for (let turns = 0; turns < 1_000; turns += 1) {
        if ((await pinNow())?.keyVersion === pinKeyVersions[0]) return
        await new Promise((resolve) => setImmediate(resolve))
      }
      throw new Error('the PIN was not resealed')
    },
  }
}

/** Makes changes of accounts wait for `open`; counts them, and `changed` resolves when the last was made. */
function gate() {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const held = { asked: 0, open, changed: Promise.resolve() as Promise<unknown> }
  const wrapped = ({ change }: AccountRepo): Partial<AccountRepo> => ({
    change(id, how) {
      held.asked += 1
      const changed = opened.then(() => change(id, how))
      held.changed = changed
      return changed
    },
  })
  return { held, wrapped }
}

async function messageOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'it did not break',
    (error: Error) => error.message,
  )
}

describe('110 PIN keys', () => {
  rule(
    '110.1',
    'a PIN under a key that is not configured is an error that names the key: it does not count as a guess, and nothing is recorded',
    async () => {
      const { under, pinNow, ports, network, balance } = await openRotation()
      const { pay, ports: without } = under(renewed)
      const matches = sinon.spy(without.secrets, 'matches')
      const steps = sinon.spy(ports.books, 'atomically')
      for (let again = 0; again < 6; again += 1) {
        for (const pin of ['4071', '9999']) {
          const message = await messageOf(pay(pin))
          expect(message).to.include(`PIN key ${former.pinKeyVersions[0]}, which is not configured`)
          expect(withoutIds(message)).not.to.include(pin)
        }
      }
      // The steps themselves do not throw, so that no other step of their commit runs again.
      for (const ended of await Promise.all(steps.returnValues)) expect(ended).to.equal('no_pin_key')
      expect(matches.callCount + network.received.length).to.equal(0)
      expect(await pay('12')).to.equal('invalid_pin')
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
      expect((await pinNow())?.keyVersion).to.equal(former.pinKeyVersions[0])
      expect(await under(rotated).pay('4071')).to.equal('pending')
    },
  )

  rule('110.2', 'a locked PIN is answered as locked, whether or not its key is configured', async () => {
    const { under, clock } = await openRotation()
    for (const pin of ['1111', '2222', '3333', '4444', '5555']) await under(rotated).pay(pin)
    const { pay } = under(renewed)
    for (const pin of ['4071', '9999']) expect(await pay(pin)).to.equal('pin_locked')
    clock.forwardMs(15 * minuteMs)
    expect(await messageOf(pay('4071'))).to.include('not configured')
  })

  rule('110.3', 'a payout with the right PIN moves the PIN to the current key, and the rotation ends', async () => {
    const { under, pinNow, sealedUnder, ports, account } = await openRotation()
    expect(await countPinKeyUses({ ...ports, secrets: rotated })()).to.deep.equal([
      { keyVersion: former.pinKeyVersions[0], accounts: 1, firstId: account.id, key: 'previous' },
    ])
    const before = await pinNow()
    const { pay } = under(rotated)
    expect(await pay('9999')).to.equal('invalid_pin')
    expect(await pinNow()).to.deep.equal(before)
    expect(await pay('4071')).to.equal('pending')
    await sealedUnder(renewed)
    expect((await pinNow())?.id).to.equal(before?.id)
    expect(await under(renewed).pay('9999')).to.equal('invalid_pin')
    expect(await under(renewed).pay('4071')).to.equal('pending')
    expect(await countPinKeyUses({ ...ports, secrets: renewed })()).to.deep.equal([
      { keyVersion: renewed.pinKeyVersions[0], accounts: 1, firstId: account.id, key: 'current' },
    ])
    expect(await countPinKeyUses({ ...ports, secrets: former })()).to.have.nested.property('[0].key', 'missing')
  })

  rule(
    '110.4',
    'the count of wrong PINs goes on when the PIN is resealed, so that nobody gets a free guess',
    async () => {
      const { held, wrapped } = gate()
      const { under, sealedUnder } = await openRotation(wrapped)
      const { pay } = under(rotated)
      expect(await pay('4071')).to.equal('pending')
      for (const pin of ['1111', '2222', '3333']) expect(await pay(pin)).to.equal('invalid_pin')
      held.open()
      await sealedUnder(renewed)
      for (const pin of ['4444', '5555']) expect(await pay(pin)).to.equal('invalid_pin')
      expect(await pay('4071')).to.equal('pin_locked')
    },
  )

  rule('110.5', 'many payouts at once are all opened, and the PIN is resealed once', async () => {
    const { held, wrapped } = gate()
    const { under, sealedUnder, ports, account } = await openRotation(wrapped)
    const { pay } = under(rotated)
    const first = Array.from({ length: 50 }, () => pay('4071'))
    while (held.asked === 0) await new Promise((resolve) => setImmediate(resolve))
    held.open()
    const ended = await Promise.all([...first, ...Array.from({ length: 50 }, () => pay('4071'))])
    expect(new Set(ended)).to.deep.equal(new Set(['pending']))
    await sealedUnder(renewed)
    expect(held.asked).to.equal(1)
    expect((await ports.accounts.byId(account.id))?.version).to.equal(account.version + 1)
    expect((await ports.books.balances(account.id))[0]).to.include({ heldMinor: 50_000n })
  })

  rule('110.6', 'a payout whose PIN was checked before it was resealed is checked again, and opened once', async () => {
    const { under, pinNow, ports, network } = await openRotation()
    const { pay } = under(rotated)
    const { atomically } = ports.books
    const before = await pinNow()
    // The PIN is resealed between the check of the payout and its step.
    const steps = sinon.stub(ports.books, 'atomically').callsFake(async (scope, step) => {
      if (steps.callCount === 1) {
        await ports.accounts.change(scope.account, (account) => ({
          ...account,
          pin: before ? rotated.reseal(account.id, '4071', before) : null,
        }))
      }
      return atomically(scope, step)
    })
    expect(await pay('4071')).to.equal('pending')
    expect(steps.callCount).to.be.greaterThan(1)
    expect(await steps.firstCall.returnValue).to.equal('stale')
    expect(network.received).to.have.length(1)
    expect((await pinNow())?.keyVersion).to.equal(renewed.pinKeyVersions[0])
  })

  rule('110.7', 'a PIN that was set or cleared meanwhile is unchanged', async () => {
    for (const pin of ['7703', '4071', null]) {
      const { held, wrapped } = gate()
      const { under, pinNow, ports, account } = await openRotation(wrapped)
      expect(await under(rotated).pay('4071')).to.equal('pending')
      await changeAccount(ports)({ by: 'amina', accountId: account.id, settings: { pin } })
      const set = await pinNow()
      held.open()
      await held.changed
      expect(held.asked).to.equal(1)
      expect(await pinNow()).to.deep.equal(set)
    }
  })

  rule(
    '110.8',
    'a payment neither waits for the resealing of its PIN nor fails because of it; the next right PIN tries again',
    async () => {
      const never = gate()
      const waiting = await openRotation(never.wrapped)
      expect(await waiting.under(rotated).pay('4071')).to.equal('pending')
      expect(never.held.asked).to.equal(1)

      let isFull = true
      const full = await openRotation(({ change }) => ({
        change: (id, how) => (isFull ? Promise.reject(new Error('the disk is full')) : change(id, how)),
      }))
      const { pay } = full.under(rotated)
      expect(await pay('4071')).to.equal('pending')
      expect(full.broken.map(String)).to.deep.equal(['Error: the disk is full'])
      isFull = false
      expect(await pay('4071')).to.equal('pending')
      await full.sealedUnder(renewed)
      expect(full.broken).to.have.length(1)
    },
  )

  rule('110.9', 'the right PIN is resealed even when a later rule refuses the payout', async () => {
    const { under, sealedUnder } = await openRotation()
    expect(await under(rotated).pay('4071', 1_000_000)).to.equal('insufficient_balance')
    await sealedUnder(renewed)
    expect(await under(renewed).pay('4071')).to.equal('pending')
  })

  rule('110.10', 'a collection reseals no PIN, even if its request has one', async () => {
    const { under, pinNow, request, caller } = await openRotation()
    const { ports } = under(rotated)
    const before = await pinNow()
    const smuggled = { ...request, pin: '9999' }
    const change = sinon.spy(ports.accounts, 'change')
    const answer = await collectMoney(ports)({ caller: await caller(), request: smuggled })
    expect(isRefusal(answer)).to.equal(false)
    expect(change.callCount).to.equal(0)
    expect(await pinNow()).to.deep.equal(before)
  })

  rule('110.11', 'a PIN that another gateway has meanwhile sealed under a newer key stays under that key', async () => {
    const { held, wrapped } = gate()
    const { under, pinNow, change } = await openRotation(wrapped)
    expect(await under(rotated).pay('4071')).to.equal('pending')
    const newest = nodeSecrets({ pinKeys: { current: 'a newer key', previous: 'the new key' } })
    await change((account) => ({
      ...account,
      pin: account.pin && newest.reseal(account.id, '4071', account.pin),
    }))
    held.open()
    await held.changed
    expect((await pinNow())?.keyVersion).to.equal(newest.pinKeyVersions[0])
  })

  rule('110.12', 'a report of a failed reseal is optional', async () => {
    const { ports, caller, payout } = await openCore({}, { secrets: former })
    const asked: string[] = []
    const accounts: AccountRepo = {
      ...ports.accounts,
      change(id) {
        asked.push(id)
        return Promise.reject(new Error('the disk is full'))
      },
    }
    const answer = await sendMoney({ ...ports, accounts, secrets: rotated })({
      caller: await caller(),
      request: payout,
    })
    expect(isRefusal(answer)).to.equal(false)
    const unhandled: unknown[] = []
    const note = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', note)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect([asked.length, unhandled]).to.deep.equal([1, []])
  })
})
