import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../../adapters/node/node.ts'
import { airtelMoney } from '../../../adapters/providers/airtel/airtelMoney.ts'
import { mtnMomo } from '../../../adapters/providers/mtn/mtnMomo.ts'
import { providerHttp } from '../../../adapters/providers/transport/http/providerHttp.ts'
import type { Simulator, SimulatorOptions } from '../../../adapters/simulator/simulator.ts'
import type { MobileProvider, Transaction } from '../../../core/sente.ts'
import { until } from '../../fixtures/until.ts'
import { oneOf } from '../../night.ts'
import { closeOpened, openReceiver, openSimulator } from '../../simulator/openedSimulator.ts'
import { everyAdapter } from '../everyAdapter.ts'
import { memoryStage } from './memoryStage.ts'
import { mobileProvider } from './mobileProvider.ts'
import type { OpenStage, Situation, Stage } from './stage.ts'

const parts = { http: providerHttp(), clock: systemClock }

const mtn: OpenStage = () =>
  overSimulator({}, everything, ({ mtn }, callbackUrl) =>
    mtnMomo({ settings: { network: 'MTN', ...mtn, callbackUrl: () => callbackUrl }, ...parts }),
  )

/**
 * Six combinations of the first two versions with padding and signing, with every pair in one of them; the third is
 * signed. By day one of them is tried, since each part has specs of its own.
 */
const airtels = [
  ['v1', 'pkcs1', false],
  ['v2', 'pkcs1', true],
  ['v1', 'oaep-sha1', true],
  ['v2', 'oaep-sha1', false],
  ['v1', 'oaep-sha256', false],
  ['v2', 'oaep-sha256', true],
  ['v3', 'oaep-sha256', true],
] as const

const airtel =
  ([disbursement, airtelPinPadding, airtelSigning]: (typeof airtels)[number]): OpenStage =>
  () =>
    overSimulator({ airtelPinPadding, airtelSigning }, nothing, ({ airtel: { publicKey, signing, ...airtel } }) => {
      const keys = { pinKey: publicKey, ...(signing && { signing: { key: publicKey } }) }
      const settings = {
        network: 'AIRTEL',
        countryCode: '256',
        ...airtel,
        ...keys,
        disbursement,
        balance: 'v2' as const,
      }
      return airtelMoney({ settings, ...parts })
    })

const nameOf = ([disbursement, padding, signing]: (typeof airtels)[number]) =>
  `Airtel Money over the simulator, ${disbursement}, ${padding}, ${signing ? 'signed' : 'not signed'}`

const networks = {
  'in memory': memoryStage,
  'MTN MoMo over the simulator': mtn,
  ...oneOf(Object.fromEntries(airtels.map((combination) => [nameOf(combination), airtel(combination)]))),
}

describe('204 A mobile provider', () => everyAdapter<OpenStage>(networks, mobileProvider))

type Connect = (simulator: Simulator, callbackUrl: string) => MobileProvider

async function overSimulator(options: SimulatorOptions, seen: Stage['seen'], connect: Connect): Promise<Stage> {
  const receiver = await openReceiver()
  const simulator = await openSimulator({ ...options, airtelCallbackUrl: receiver.url })
  const provider = connect(simulator, receiver.url)
  const number = (digits: string) => `2567${seen === nothing ? 5 : 7}0${digits}`
  const numbers: Record<Situation, string> = {
    succeeds: number('000001'),
    staysOpen: number('990453'),
    declines: number('990451'),
    losesAnswer: number('990471'),
    unreachable: number('000001'),
  }
  return {
    provider,
    clock: systemClock,
    async arrange(situation) {
      if (situation === 'unreachable') await simulator.close()
      return { phoneNumber: numbers[situation] }
    },
    async comeToEnd(transaction) {
      if (transaction.phoneNumber === numbers.staysOpen) return
      while ((await provider.enquire(transaction)).outcome === 'pending') await pause(5)
    },
    executed: (providerId) => simulator.executed().filter((payment) => payment.providerId === providerId).length,
    seen,
    async callback() {
      await until(() => receiver.texts.length > 0)
      return { method: receiver.calls[0]?.method ?? '', body: Buffer.from(receiver.texts[0] ?? '') }
    },
    close: closeOpened,
  }
}

function everything({ amountMinor, currency, phoneNumber }: Transaction) {
  return { amountMinor, currency, phoneNumber }
}

/** Airtel states nothing about a payment but its id. */
function nothing() {
  return {}
}
