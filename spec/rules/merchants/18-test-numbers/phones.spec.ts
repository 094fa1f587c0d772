import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import sinon from 'sinon'
import { until } from '../../../fixtures/until.ts'
import { inStandingTime } from '../../../networks/standingTime.ts'
import { rule } from '../../../rule.ts'
import { forBoth, type Network } from '../../../simulator/bothNetworks.ts'
import { closeOpened, openReceiver, openSimulator } from '../../../simulator/openedSimulator.ts'

const minuteMs = 60_000

describe('18 The sandbox’s networks: phones in a person’s hand', () => {
  let dataFile: string
  beforeEach(() => {
    dataFile = join(mkdtempSync(join(tmpdir(), 'sente-phones-')), 'networks.jsonl')
  })
  afterEach(async () => {
    sinon.restore()
    await closeOpened()
    rmSync(join(dataFile, '..'), { recursive: true })
  })

  rule(
    '18.21',
    'a phone that a person has picked up asks for each collection: the person pays with its PIN',
    forBoth(async (network) => {
      const receiver = await openReceiver()
      const { phones, prompt, pin, id, screen, enquire, simulator } = await asked(network, {
        callbackUrl: receiver.url,
      })
      expect(await enquire('collection', id)).to.equal('open')
      expect(simulator.executed()).to.deep.equal([])
      expect(phones.approve({ ...prompt, pin })).to.equal('approved')
      expect(await enquire('collection', id)).to.equal('succeeded')
      expect(phones.approve({ ...prompt, pin })).to.equal('not_asked')
      expect(screen().prompts).to.deep.equal([])
      await until(() => receiver.calls.length === 1)
      expect(network.reportsTo(receiver)).to.deep.equal([{ id, hasSucceeded: true }])
    }),
  )

  rule(
    '18.22',
    'the network declines a collection when the person rejects it or enters a wrong PIN',
    forBoth({
      async 'it is rejected'(network) {
        const { phones, prompt, id, enquire } = await asked(network)
        expect(phones.reject(prompt)).to.equal('rejected')
        expect(await enquire('collection', id)).to.equal('declined')
      },
      async 'the PIN is wrong'(network) {
        const { phones, prompt, pin, id, enquire } = await asked(network)
        expect(phones.approve({ ...prompt, pin: pin.replaceAll(/./g, '9') })).to.equal('wrong_pin')
        expect(await enquire('collection', id)).to.equal('declined')
      },
      async 'an invalid PIN of this network is not accepted'(network) {
        const { phones, prompt, pin, id, enquire } = await asked(network)
        for (const entered of ['', pin.slice(1), `${pin}1`, pin.replace(/./, 'x')]) {
          expect(phones.approve({ ...prompt, pin: entered })).to.equal('not_a_pin')
        }
        expect(await enquire('collection', id)).to.equal('open')
      },
      async 'nobody decides for another phone'(network) {
        const { phones, prompt, id, enquire } = await asked(network)
        expect(phones.reject({ ...prompt, phoneNumber: network.numberOf('000002') })).to.equal('not_asked')
        expect(await enquire('collection', id)).to.equal('open')
      },
    }),
  )

  rule(
    '18.23',
    'a prompt on a phone expires after five minutes, like one without an answer',
    forBoth({
      'they are over': (network) =>
        inStandingTime(async ({ pass }) => {
          const { id, enquire, screen } = await asked(network)
          pass(5 * minuteMs - 1)
          expect(await enquire('collection', id)).to.equal('open')
          pass(1)
          expect(await enquire('collection', id)).to.equal('expired')
          expect(screen().prompts).to.deep.equal([])
        }),
      'an answered one does not expire': (network) =>
        inStandingTime(async ({ pass }) => {
          const { phones, prompt, pin, id, enquire } = await asked(network)
          phones.approve({ ...prompt, pin })
          pass(5 * minuteMs)
          expect(await enquire('collection', id)).to.equal('succeeded')
        }),
      async 'they begin when the phone asks'(network) {
        sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
        const { screen } = await asked(network)
        expect(screen().prompts[0]?.untilMs).to.equal(Date.now() + 5 * minuteMs)
      },
    }),
  )

  rule(
    '18.24',
    'a phone that was put down, or not looked at for four minutes, approves by itself again',
    forBoth({
      async 'it was put down'(network) {
        const { phones, prompt, id, screen, submit, ended, enquire } = await asked(network)
        phones.putDown(prompt.phoneNumber)
        expect(screen()).to.include({ isInHand: false })
        const later = await submit('collection')
        expect(await ended('collection', later.id)).to.equal('succeeded')
        expect(await enquire('collection', id)).to.equal('open')
      },
      async 'nobody has looked at it'(network) {
        const clock = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
        const { screen, submit, ended } = await asked(network)
        for (const _ of ['once', 'and again']) {
          clock.tick(3 * minuteMs)
          expect(screen()).to.include({ isInHand: true })
        }
        clock.tick(4 * minuteMs)
        const { id } = await submit('collection')
        expect(await ended('collection', id)).to.equal('succeeded')
        expect(screen()).to.include({ isInHand: false })
      },
    }),
  )

  rule(
    '18.25',
    'a phone with a test number decides as the table says, even when somebody has picked it up',
    forBoth(async ({ open, numberOf }) => {
      const { simulator, submit, ended } = await open()
      for (const [digits, state] of [
        ['990451', 'declined'],
        ['990452', 'expired'],
        ['990454', 'succeeded'],
      ] as const) {
        expect(simulator.phones.pickUp(numberOf(digits))).to.include({ isScripted: true })
        const { id } = await submit('collection', { digits })
        expect(await ended('collection', id)).to.equal(state)
      }
      expect(simulator.phones.pickUp(numberOf('000001'))).to.include({ isScripted: false })
    }),
  )

  rule(
    '18.26',
    'a phone shows messages about money received and paid, with the receipt and the text of the payment',
    forBoth({
      async 'each in its network’s words'(network) {
        const clock = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
        const { simulator, phones, prompt, pin, submit, screen } = await asked(network)
        await submit('payout')
        await until(() => screen().messages.length === 1)
        clock.tick(1000)
        phones.approve({ ...prompt, pin })
        const said = { MTN: mtnTexts, AIRTEL: airtelTexts }[screen().network]
        const receipts = simulator.executed().map(({ receipt }) => receipt)
        expect(screen().messages.map(({ text }) => text)).to.deep.equal(said?.(receipts))
      },
      async 'and about declined payments, unless nobody has picked it up'(network) {
        const { phones, prompt, submit, ended, screen } = await asked(network)
        phones.reject(prompt)
        expect(screen().messages.map(({ status }) => status)).to.have.length(1)
        const { id } = await submit('collection', { digits: '990451' })
        await ended('collection', id)
        expect(phones.screenOf(network.numberOf('990451'))?.messages).to.deep.equal([])
      },
      async 'the latest 20, the latest first'(network) {
        const clock = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
        const { simulator, submit } = await network.open({ approvalMs: 0 })
        for (let made = 0; made < 21; made += 1) {
          clock.tick(1000)
          await submit('payout')
        }
        await until(() => simulator.executed().length === 21)
        const { messages = [] } = simulator.phones.screenOf(network.numberOf('000001')) ?? {}
        const receipts = simulator.executed().map(({ receipt }) => receipt)
        expect(messages.map(({ receipt }) => receipt)).to.deep.equal(receipts.slice(1).reverse())
      },
    }),
  )

  rule(
    '18.27',
    'the prompts and messages of a phone, and whether it is picked up, outlive a restart',
    forBoth(async (network) => {
      const before = await asked(network, { dataFile })
      await before.submit('payout')
      await until(() => before.screen().messages.length === 1)
      const shown = before.screen()
      await before.simulator.close()
      const { simulator, enquire } = await network.open({ dataFile, promptMs: 1 })
      expect(simulator.phones.screenOf(before.prompt.phoneNumber)).to.deep.equal(shown)
      simulator.phones.approve({ ...before.prompt, pin: before.pin })
      expect(await enquire('collection', before.id)).to.equal('succeeded')
      simulator.phones.putDown(before.prompt.phoneNumber)
      await simulator.close()
      const after = await network.open({ dataFile })
      expect(after.simulator.phones.screenOf(before.prompt.phoneNumber)).to.include({ isInHand: false })
    }),
  )

  rule('18.28', 'only a number that a network has given to a customer has a phone', {
    async 'one of each network to begin with'() {
      const { phones } = await openSimulator()
      const screens = phones.ready.map((phoneNumber) => phones.screenOf(phoneNumber))
      expect(screens.map((screen) => screen?.service)).to.deep.equal(['MTN MoMo', 'Airtel Money'])
      expect(screens.map((screen) => screen?.owner)).to.deep.equal(['Grace Nakato', 'Grace Nakato'])
    },
    async 'unknown numbers, numbers without a network, and invalid numbers'() {
      const { phones } = await openSimulator()
      for (const phoneNumber of ['256770990455', '256750990457', '256720000001', '25677000000', '+25677000001', '']) {
        expect(phones.pickUp(phoneNumber), phoneNumber).to.equal(undefined)
        expect(phones.screenOf(phoneNumber), phoneNumber).to.equal(undefined)
      }
    },
  })

  /** A picked-up phone with a prompt for a collection, and the open decision about it. */
  async function asked(network: Network, options: Parameters<Network['open']>[0] = {}) {
    const { simulator, ...client } = await network.open(options)
    const { phones } = simulator
    const phoneNumber = network.numberOf('000001')
    phones.pickUp(phoneNumber)
    const { id } = await client.submit('collection')
    const screen = () => {
      const shown = phones.screenOf(phoneNumber)
      if (!shown) throw new Error(`${phoneNumber} is no phone`)
      return shown
    }
    const { prompts, pin } = screen()
    expect(prompts).to.have.length(1)
    return {
      ...client,
      simulator,
      phones,
      id,
      screen,
      pin,
      prompt: { phoneNumber, receipt: prompts[0]?.receipt ?? '' },
    }
  }
})

const mtnTexts = ([paid, received]: string[]) => [
  `Y’ello. You have paid UGX 5,000. Message: Thank you. Transaction ID ${paid}.`,
  `Y’ello. You have received UGX 5,000. Message: Rent. Transaction ID ${received}.`,
]

const airtelTexts = ([paid, received]: string[]) => [
  `PAID. UGX 5,000. TID ${paid}. Ref: Order 1.`,
  `RECEIVED. UGX 5,000. TID ${received}. Ref: Order 1.`,
]
