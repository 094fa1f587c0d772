import { expect } from 'chai'
import { systemClock } from '../../adapters/node/node.ts'
import { mtnMomo } from '../../adapters/providers/mtn/mtnMomo.ts'
import { providerHttp } from '../../adapters/providers/transport/http/providerHttp.ts'
import type { Submitted, Way } from '../../core/sente.ts'
import { table, test } from '../rule.ts'
import { payout as airtelPayout, overAirtel, said, withAirtel } from './airtelScript.ts'
import { overMtn, type Reply, type Script, settingsFor, soon, transactionOf, withNetwork } from './scriptedNetwork.ts'

const payout = transactionOf()

/** The fault of the channel by MTN's answer to a payout. */
const faultOfMtn = (script: Script) =>
  withNetwork(script, async ({ settings }) => faultIn(await overMtn(settings).payOut(payout, soon())))

/** The same by Airtel's. */
const faultOfAirtel = (script: Script) =>
  withAirtel(script, async ({ settings }) => faultIn(await overAirtel(settings).payOut(airtelPayout, soon())))

const faultIn = (answer: Submitted) => ('fault' in answer ? answer.fault : undefined)

const router = (code: string): Reply => ({ status: 200, body: { status_code: code, status_message: 'words' } })
const platform = (code: string): Reply => ({ status: 400, body: said({ result_code: code }) })

describe('The networks: faults of their channels', () => {
  test(
    'an answer to a submission names a fault of all payments, and not of one',
    table(
      ['network', 'event', 'the fault'],
      [
        ['MTN', 'a token is refused', 'access_refused'],
        ['MTN', 'no token comes', 'unreachable'],
        ['MTN', 'the token page is a 500', undefined],
        ['MTN', '401 to the submission and to a fresh token', 'access_refused'],
        ['MTN', '403 without a code', 'access_refused'],
        ['MTN', 'another target environment', 'access_refused'],
        ['MTN', 'a body that it refuses', undefined],
        ['MTN', 'an unknown payee', undefined],
        ['MTN', 'the connection breaks', 'unreachable'],
        ['MTN', 'it is accepted', undefined],
        ['AIRTEL', 'a token is refused', 'access_refused'],
        ['AIRTEL', 'a wrong PIN of the wallet', 'wallet_pin_refused'],
        ['AIRTEL', 'a malformed PIN of the wallet', 'wallet_pin_refused'],
        ['AIRTEL', 'a PIN encrypted wrongly', 'wallet_pin_refused'],
        ['AIRTEL', 'a partner that it does not know', 'access_refused'],
        ['AIRTEL', 'an unknown payee', undefined],
        ['AIRTEL', 'the connection breaks', 'unreachable'],
        ['AIRTEL', 'it is accepted', undefined],
      ],
      async (network, what, fault) => {
        const broken: Reply = (response) => void response.socket?.destroy()
        const scripts: Record<string, Script> = {
          'a token is refused': { token: () => ({ status: 401, body: { error: 'login_failed' } }) },
          'no token comes': { token: () => broken },
          'the token page is a 500': { token: () => ({ status: 500 }) },
          '401 to the submission and to a fresh token': { submission: () => ({ status: 401, body: {} }) },
          '403 without a code': { submission: () => ({ status: 403, body: {} }) },
          'another target environment': {
            submission: () => ({ status: 500, body: { code: 'NOT_ALLOWED_TARGET_ENVIRONMENT' } }),
          },
          'a body that it refuses': { submission: () => ({ status: 400 }) },
          'an unknown payee': {
            submission: () =>
              network === 'MTN' ? { status: 404, body: { code: 'RESOURCE_NOT_FOUND' } } : platform('ESB000033'),
          },
          'the connection breaks': { submission: () => broken },
          'it is accepted': {},
          'a wrong PIN of the wallet': { submission: () => router('ROUTER115') },
          'a malformed PIN of the wallet': { submission: () => router('ROUTER114') },
          'a PIN encrypted wrongly': { submission: () => router('ROUTER116') },
          'a partner that it does not know': { submission: () => router('ROUTER110') },
        }
        const faultOf = network === 'MTN' ? faultOfMtn : faultOfAirtel
        expect(await faultOf(scripts[what] ?? expect.fail(what))).to.equal(fault)
      },
    ),
  )

  test('a network accepts our access if it grants a token and does not know an invented id', {
    MTN: async () => {
      const unknown: Reply = { status: 404, body: { code: 'RESOURCE_NOT_FOUND' } }
      const asked = (script: Script) =>
        withNetwork(script, async (network) => {
          const answers: (boolean | undefined)[] = []
          for (const kind of ['payout', 'collection'] as Way[])
            answers.push(await overMtn(network.settings).acceptsAccess?.(kind))
          expect(network.submissions).to.deep.equal([])
          return answers
        })
      expect(await asked({ enquiry: () => unknown })).to.deep.equal([true, true])
      expect(await asked({ enquiry: () => unknown, token: () => ({ status: 401 }) })).to.deep.equal([false, false])
      expect(await asked({ enquiry: () => ({ status: 401, body: {} }) })).to.deep.equal([false, false])
      expect(await asked({ enquiry: () => ({ status: 500 }) })).to.deep.equal([false, false])
    },
    AIRTEL: async () => {
      const asked = (script: Script) =>
        withAirtel(script, async ({ settings, submissions }) => {
          const answer = await overAirtel(settings).acceptsAccess?.('payout')
          expect(submissions).to.deep.equal([])
          return answer
        })
      expect(await asked({ enquiry: () => platform('ESB000045') })).to.equal(true)
      expect(await asked({ enquiry: () => router('ROUTER110') })).to.equal(false)
      expect(await asked({ token: () => ({ status: 400, body: { error: 'invalid_client' } }) })).to.equal(false)
    },
  })

  test('the digest of an access changes with each credential, and never reveals the PIN of the wallet', async () => {
    const access = (change: object) =>
      mtnMomo({
        settings: { ...settingsFor('http://localhost:1'), ...change },
        http: providerHttp(),
        clock: systemClock,
      }).access
    const { disbursement } = settingsFor('http://localhost:1')
    const all = [
      access({}),
      ...['subscriptionKey', 'apiUser', 'apiKey'].map((name) =>
        access({ disbursement: { ...disbursement, [name]: 'x' } }),
      ),
    ]
    expect(new Set(all).size).to.equal(4)
    await withAirtel({}, async ({ settings }) => {
      const own = overAirtel(settings).access
      expect(overAirtel({ ...settings, pin: '9999' }).access).to.equal(own)
      expect(overAirtel({ ...settings, clientSecret: 'x' }).access).not.to.equal(own)
    })
  })
})
