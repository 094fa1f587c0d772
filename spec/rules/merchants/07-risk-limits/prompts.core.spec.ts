import { expect } from 'chai'
import {
  collectMoney,
  isRefusal,
  type PaymentRequest,
  type RiskLimits,
  resolveTransaction,
  sandboxPolicy,
} from '../../../../core/sente.ts'
import { openMerchant } from '../../../contracts/kit/merchant.ts'
import { hourMs, minuteMs, openCore } from '../../../fixtures/core.ts'
import { refusal, rule, table } from '../../../rule.ts'

type Core = Awaited<ReturnType<typeof openCore>>
type Merchant = Pick<Core, 'caller' | 'request'>
type Answer = Awaited<ReturnType<Core['collect']>>

/** Both limits are reached from here on. */
const live = { prompts_an_hour: 20, prompts_unanswered: 3, names_an_hour: 60 }

/** The core with a function that asks the same customer repeatedly, each time under a reference of its own. */
async function openPrompts(riskLimits?: RiskLimits) {
  const core = await openCore({}, { policy: sandboxPolicy, ...(riskLimits && { riskLimits }) })
  let count = 0
  async function ask(change: Partial<PaymentRequest> = {}, { caller, request }: Merchant = core): Promise<Answer> {
    count += 1
    const answer = await core.collect({
      caller: await caller(),
      request: { ...request, reference: `prompt-${count}`, ...change },
    })
    if (!isRefusal(answer)) await answer.outcome
    return answer
  }
  /** Asks until a refusal; resolves with the number of collections opened before. */
  async function askUntilRefused(change: Partial<PaymentRequest> = {}): Promise<number> {
    for (let opened = 0; opened < 100; opened += 1) if (isRefusal(await ask(change))) return opened
    return 100
  }
  return { ...core, ask, askUntilRefused }
}

/** The answer, or the limit that it names and the milliseconds until its end. */
function inShort(answer: Answer): unknown {
  if (!isRefusal(answer)) return 'opened'
  return answer.refused === 'limit_reached' ? [answer.limit, answer.most, answer.endsInMs] : answer.refused
}

function idOf(answer: Answer): string {
  if (isRefusal(answer)) throw new Error(answer.refused)
  return answer.transaction.id
}

const unanswered = ['prompts_unanswered', 3, null]

describe('7 Risk limits: prompts', () => {
  refusal(
    '7.1',
    'limit_reached',
    'a phone number has at most three open prompts at once',
    table(
      ['not ended', 'the next'],
      [
        [2, 'opened'],
        [3, 'limit_reached'],
        [4, 'limit_reached'],
      ],
      async (count, answer) => {
        const { ask, collect, caller, request } = await openPrompts()
        for (let time = 0; time < count; time += 1) await ask()
        const next = await collect({ caller: await caller(), request })
        expect(isRefusal(next) ? next.refused : 'opened').to.equal(answer)
      },
    ),
  )

  rule(
    '7.2',
    'a phone number gets at most twenty prompts within an hour, however they ended',
    table(
      ['asked', 'milliseconds since the first', 'the next'],
      [
        [19, hourMs - 1, 'opened'],
        [20, hourMs - 1, 'limit_reached'],
        [20, hourMs, 'opened'],
      ],
      async (count, sinceMs, then) => {
        const { ask, clock, network } = await openPrompts()
        network.behaves('succeeds')
        for (let time = 0; time < count; time += 1) {
          if (time === 10) network.behaves('declines')
          expect(inShort(await ask())).to.equal('opened')
          if (time === 0) clock.forwardMs(1_000)
        }
        clock.forwardMs(sinceMs - 1_000)
        const next = await ask()
        expect(isRefusal(next) ? next.refused : 'opened').to.equal(then)
      },
    ),
  )

  rule('7.3', 'the prompts of all accounts and networks to a phone number are counted, and no others', async () => {
    const { ask, ports } = await openPrompts()
    const other = await openMerchant(ports)
    await ask()
    await ask({ network: 'AIRTEL' })
    await ask({}, other)
    expect(inShort(await ask({}, other))).to.deep.equal(unanswered)
    expect(inShort(await ask({ network: 'AIRTEL' }))).to.deep.equal(unanswered)
    expect(inShort(await ask({ phoneNumber: '256770000002' }))).to.equal('opened')
  })

  rule('7.4', 'a refused collection is not counted, records nothing and leaves its reference free', async () => {
    const { ask, ports, account, network, clock } = await openPrompts()
    network.behaves('succeeds')
    for (let time = 0; time < 20; time += 1) await ask()
    clock.forwardMs(hourMs - 1)
    for (let time = 0; time < 5; time += 1) expect(isRefusal(await ask({ reference: 'order-1' }))).to.equal(true)
    expect(await ports.books.transactionByReference(account.id, 'order-1')).to.equal(undefined)
    expect(network.received).to.have.length(20)
    clock.forwardMs(1)
    expect(inShort(await ask({ reference: 'order-1' }))).to.equal('opened')
  })

  rule('7.5', 'an ended prompt makes room for another, whoever ended it', {
    'the network, with money': async () => {
      const { ask, network, hint } = await openPrompts()
      const [first] = [await ask(), await ask(), await ask()]
      expect(inShort(await ask())).to.deep.equal(unanswered)
      network.ends(network.received[0]?.providerId ?? '', 'succeeded')
      await hint({ transactionId: idOf(first) })
      expect(inShort(await ask())).to.equal('opened')
      expect(inShort(await ask())).to.deep.equal(unanswered)
    },
    'the network, because the customer did not approve': async () => {
      const { ask, network, hint } = await openPrompts()
      const [first] = [await ask(), await ask(), await ask()]
      network.ends(network.received[0]?.providerId ?? '', 'customer_did_not_approve')
      await hint({ transactionId: idOf(first) })
      expect(inShort(await ask())).to.equal('opened')
    },
    'an operator': async () => {
      const { ask, ports, clock } = await openPrompts()
      const [first] = [await ask(), await ask(), await ask()]
      clock.forwardMs(10 * minuteMs)
      const resolve = resolveTransaction(ports)
      const decided = { transactionId: idOf(first), end: 'failed', because: 'the portal says so', by: 'amina' } as const
      expect(await resolve(decided)).to.have.property('transaction')
      expect(inShort(await ask())).to.equal('opened')
    },
  })

  rule('7.6', 'a prompt in doubt counts as unanswered, however old it is', async () => {
    const { ask, network, clock } = await openPrompts()
    network.behaves('losesAnswer')
    network.answersEnquiry({ outcome: 'inDoubt', because: 'the network is silent' })
    for (let time = 0; time < 3; time += 1) await ask()
    clock.forwardMs(30 * hourMs)
    expect(inShort(await ask())).to.deep.equal(unanswered)
  })

  rule('7.7', 'a collection that was never sent to the network made no prompt, and is not counted', async () => {
    const { ask, network } = await openPrompts()
    network.behaves('unreachable')
    for (let time = 0; time < 30; time += 1) expect(inShort(await ask())).to.equal('opened')
    network.behaves('accepts')
    for (let time = 0; time < 3; time += 1) expect(inShort(await ask())).to.equal('opened')
    expect(inShort(await ask())).to.deep.equal(unanswered)
  })

  rule('7.8', 'a payout makes no prompt: it is not counted, and no limit of prompts refuses it', async () => {
    const { ask, pay } = await openPrompts()
    for (let time = 0; time < 4; time += 1) await pay('accepts', { reference: `payout-${time}` })
    for (let time = 0; time < 3; time += 1) expect(inShort(await ask())).to.equal('opened')
    expect(inShort(await ask())).to.deep.equal(unanswered)
    expect((await pay('accepts', { reference: 'payout-4' })).outcome).to.have.property('transaction')
  })

  rule('7.9', 'a refusal says which limit is reached, and after how long it ends if that is known', {
    'twenty within an hour: when the oldest of them is an hour old': async () => {
      const { ask, clock, network } = await openPrompts()
      network.behaves('succeeds')
      for (let time = 0; time < 20; time += 1) {
        await ask()
        clock.forwardMs(minuteMs)
      }
      expect(inShort(await ask())).to.deep.equal(['prompts_an_hour', 20, 40 * minuteMs])
    },
    'three unanswered: nobody knows': async () => {
      const { ask } = await openPrompts()
      for (let time = 0; time < 3; time += 1) await ask()
      expect(inShort(await ask())).to.deep.equal(unanswered)
    },
    'both: the one with a known end': async () => {
      const { ask, network } = await openPrompts()
      network.behaves('succeeds')
      for (let time = 0; time < 17; time += 1) await ask()
      network.behaves('accepts')
      for (let time = 0; time < 3; time += 1) await ask()
      expect(inShort(await ask())).to.deep.equal(['prompts_an_hour', 20, hourMs])
    },
  })

  rule('7.10', 'each limit is set by itself, or not at all', {
    opened: table(
      ['an hour', 'unanswered', 'opened while none ends', 'opened when all succeed'],
      [
        [5, 2, 2, 5],
        [5, null, 5, 5],
        [null, 2, 2, '50 or more'],
        [null, null, '50 or more', '50 or more'],
      ],
      async (anHour, waiting, whileOpen, whenEnded) => {
        const opened = async (behaviour: 'accepts' | 'succeeds') => {
          const { ask, network } = await openPrompts({ ...live, prompts_an_hour: anHour, prompts_unanswered: waiting })
          network.behaves(behaviour)
          for (let count = 0; count < 50; count += 1) if (isRefusal(await ask())) return count
          return '50 or more'
        }
        expect(await opened('accepts')).to.equal(whileOpen)
        expect(await opened('succeeds')).to.equal(whenEnded)
      },
    ),
    'a lowered limit counts earlier prompts': async () => {
      const { ask, ports, caller, request } = await openPrompts({ ...live, prompts_unanswered: null })
      for (let time = 0; time < 10; time += 1) await ask()
      const lowered = collectMoney({ ...ports, riskLimits: { ...live, prompts_an_hour: 5 } })
      expect(inShort(await lowered({ caller: await caller(), request }))).to.deep.equal(['prompts_an_hour', 5, hourMs])
    },
  })

  rule('7.11', 'a request that repeats a payment is answered with the payment, even when a limit is reached', {
    'the merchant repeats a collection after its answer was lost': async () => {
      const { ask } = await openPrompts()
      const repeated = { reference: 'order-1' }
      const [first] = [await ask(repeated), await ask(), await ask()]
      expect(inShort(await ask())).to.deep.equal(unanswered)
      expect(await ask(repeated)).to.deep.equal({
        ...{ refused: 'duplicate_reference', transactionId: idOf(first), isRepeat: true },
      })
    },
  })

  rule('7.12', 'a clock that was ahead blocks no phone number for longer than two hours', {
    'by minutes': async () => {
      const { ask, askUntilRefused, clock, network } = await openPrompts()
      network.behaves('succeeds')
      clock.jumpMs(30 * minuteMs)
      expect(await askUntilRefused()).to.equal(20)
      clock.jumpMs(-30 * minuteMs)
      expect(inShort(await ask())).to.deep.equal(['prompts_an_hour', 20, hourMs])
      clock.forwardMs(90 * minuteMs)
      expect(inShort(await ask())).to.equal('opened')
    },
    'by days': async () => {
      const { askUntilRefused, clock, network } = await openPrompts()
      network.behaves('succeeds')
      clock.jumpMs(72 * hourMs)
      expect(await askUntilRefused()).to.equal(20)
      clock.jumpMs(-72 * hourMs)
      expect(await askUntilRefused()).to.equal(20)
    },
  })
})
