import { expect } from 'chai'
import { pay } from '../../../fixtures/greeting.ts'
import { type Here, openHere, type Running } from '../../../fixtures/inThisProcess.ts'
import type { Keys } from '../../../fixtures/sandboxGateway.ts'
import { rule } from '../../../rule.ts'

type Environment = Record<string, string>

const former = 'f3b1c9d27e5a48068b4d1c7e90a2f65b'
const current = '0c5d8e61b7f94a2390e6d2a17c48bf35'

describe('102 The process: PIN keys', () => {
  let here: Here
  beforeEach(() => {
    here = openHere()
  })

  let count = 0
  async function send(url: string, keys: Keys, pin = '4071') {
    count += 1
    const answer = await pay({ url }, keys, { reference: `order-${count}`, pin })
    return { status: answer.status, code: answer.headers.get('Error-Code') }
  }

  /** The doctor's lines about PIN keys, once a server beside it has finished writing. */
  async function diagnosis(environment: Environment, isExpected = (_found: string) => true) {
    for (;;) {
      const { stdout } = await here.sente(['doctor', '--json'], environment)
      const findings = (JSON.parse(stdout).findings as { check: string; found: string }[]).filter(
        ({ check }) => check === 'PIN keys',
      )
      if (isExpected(findings[0]?.found ?? '')) return findings
    }
  }

  async function stop(gateway: Running) {
    expect(await gateway.stop()).to.equal(0)
  }

  const warnings = ({ stdout }: Running) =>
    stdout()
      .split('\n')
      .filter((line) => line.includes('key that is not configured'))
      .map((line) => JSON.parse(line))

  rule(
    '102.14',
    'a missing PIN key is reported at the start and by the doctor; a rotation ends, and its progress is shown',
    async () => {
      const live = await here.startNetworks()
      const before = { ...live, SENTE_PIN_KEY: former }
      const first = here.serve(before)
      await first.url
      const duka = await here.openAccount(before)
      const kiosk = await here.openAccount(before)
      expect(warnings(first)).to.deep.equal([])
      expect(await diagnosis(before)).to.deep.equal([])
      await stop(first)

      const without = { ...live, SENTE_PIN_KEY: current }
      const second = here.serve(without)
      const broken = await second.url
      for (let again = 0; again < 6; again += 1) {
        expect(await send(broken, duka)).to.deep.equal({ status: 500, code: 'internal_error' })
      }
      const [bad] = await diagnosis(without)
      expect(bad).to.include({ ok: false })
      expect(bad?.found).to.match(/^under key [0-9a-f]{8}, which is not configured: the PINs of 2 accounts/)
      await stop(second)
      const [line, ...rest] = warnings(second)
      expect(rest).to.deep.equal([])
      expect(line).to.include({ level: 50, accounts: 2, first_account: duka.accountId })
      expect(line.fix).to.include('SENTE_PIN_KEY_PREVIOUS')
      expect(second.stdout()).to.include(`PIN key ${line.pin_key}, which is not configured`)
      for (const secret of [former, current]) expect(second.stdout()).not.to.include(secret)

      const rotating = { ...live, SENTE_PIN_KEY: current, SENTE_PIN_KEY_PREVIOUS: former }
      const third = here.serve(rotating)
      const url = await third.url
      expect(warnings(third)).to.deep.equal([])
      expect(await send(url, duka)).to.include({ status: 201 })
      expect(await diagnosis(rotating, (found) => found.includes(kiosk.accountId))).to.deep.equal([
        {
          check: 'PIN keys',
          ok: true,
          found: `still under SENTE_PIN_KEY_PREVIOUS: the PIN of account ${kiosk.accountId}; the next payout of each moves its PIN to SENTE_PIN_KEY`,
        },
      ])
      expect(await send(url, kiosk)).to.include({ status: 201 })
      const [over] = await diagnosis(rotating, (found) => !found.startsWith('still under'))
      expect(over).to.include({ ok: true, found: 'SENTE_PIN_KEY_PREVIOUS is no longer needed: no PIN is under it' })
      await stop(third)

      const last = here.serve(without)
      const renewed = await last.url
      expect(await send(renewed, duka, '9999')).to.deep.equal({ status: 401, code: 'invalid_pin' })
      for (const keys of [duka, kiosk]) expect(await send(renewed, keys)).to.include({ status: 201 })
      expect(warnings(last)).to.deep.equal([])
      expect(await diagnosis(without)).to.deep.equal([])
    },
  )

  rule(
    '102.15',
    'a sandbox with a new PIN key names the accounts whose PINs it can no longer check, and says how to go back',
    async () => {
      const first = here.serve()
      await first.url
      await stop(first)
      const second = here.serve({ SENTE_PIN_KEY: current })
      await second.url
      await stop(second)
      const [line] = warnings(second)
      expect(line).to.include({ level: 50, accounts: 1 })
      expect(line.fix).to.include('without one, if there was none')
      const third = here.serve()
      await third.url
      await stop(third)
      expect(warnings(third)).to.deep.equal([])
    },
  )
})
