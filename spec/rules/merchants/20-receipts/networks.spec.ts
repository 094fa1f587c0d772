import { expect } from 'chai'
import { systemClock } from '../../../../adapters/node/node.ts'
import { connect } from '../../../../adapters/providers/market/connections.ts'
import { providerHttp } from '../../../../adapters/providers/transport/http/providerHttp.ts'
import { simulatedProviders } from '../../../../adapters/simulator/configuration.ts'
import { sandboxConfiguration } from '../../../../composition/sandbox/configuration.ts'
import { deadlineIn, type Transaction } from '../../../../core/sente.ts'
import { transactionOf } from '../../../networks/scriptedNetwork.ts'
import { rule, table } from '../../../rule.ts'
import { openSimulator, untilEnded } from '../../../simulator/openedSimulator.ts'

type Names = 'MTN' | 'AIRTEL'
type Kinds = Transaction['kind']
const everyWay: readonly [network: Names, kind: Kinds][] = [
  ['MTN', 'payout'],
  ['MTN', 'collection'],
  ['AIRTEL', 'payout'],
  ['AIRTEL', 'collection'],
]

/** Makes a payment over a simulated network, and waits for its end. */
async function paid(network: Names, kind: Kinds, customerMessage: string | null = null, given: object = {}) {
  const simulator = await openSimulator()
  const connection = sandboxConfiguration(simulatedProviders(simulator)).connectionOf('UGX', network)
  if (!connection) throw new Error('no connection')
  const settings = { ...connection.settings, ...given }
  const provider = connect({ ...connection, settings }, { http: providerHttp(), clock: systemClock })
  const { id, phoneNumber } = {
    id: crypto.randomUUID(),
    phoneNumber: network === 'MTN' ? '256770000001' : '256750000001',
  }
  const providerId = provider.providerId({ transactionId: id, random: crypto.randomUUID() })
  const customerMessageAsSent = customerMessage && (provider.customerText?.(customerMessage) ?? null)
  const transaction = transactionOf({
    id,
    providerId,
    kind,
    network,
    phoneNumber,
    customerMessage,
    customerMessageAsSent,
  })
  const submit = kind === 'payout' ? provider.payOut : provider.requestPayment
  const answer = await submit(transaction, deadlineIn(systemClock, 5_000))
  const end = await untilEnded(
    () => provider.enquire(transaction),
    ({ outcome }) => outcome === 'pending',
  )
  const [payment] = simulator.executed()
  return { providerId, answer, end, payment }
}

describe('20 Receipts and texts for customers: the networks', () => {
  rule(
    '20.1',
    'MTN gets the text as `payerMessage` and `payeeNote`, or the operator’s default text where a payment has none',
    table(
      ['the text', 'the default', 'sent'],
      [
        ['Order 17, shoes', undefined, 'Order 17, shoes'],
        ['Order 17, shoes', 'Duka Ltd', 'Order 17, shoes'],
        [null, 'Duka Ltd', 'Duka Ltd'],
        [null, undefined, 'Payment'],
      ],
      async (text, defaultMessage, sent) => {
        for (const kind of ['payout', 'collection'] as const) {
          const { payment } = await paid('MTN', kind, text, defaultMessage === undefined ? {} : { defaultMessage })
          expect(payment?.sent).to.include({ payerMessage: sent, payeeNote: sent })
        }
      },
    ),
  )

  rule(
    '20.2',
    'Airtel gets the text as `reference`, without punctuation, or the payment’s id when less than four characters are left',
    table(
      ['the text', 'the reference'],
      [
        ['Order 17', 'Order 17'],
        ['Order 17, size 42. - Soko', 'Order 17 size 42 Soko'],
        ['-Tea-', null],
        ['Milk', 'Milk'],
        [null, null],
      ],
      async (text, reference) => {
        for (const kind of ['payout', 'collection'] as const) {
          const { payment, providerId } = await paid('AIRTEL', kind, text)
          expect(payment?.sent).to.deep.equal({ reference: reference ?? providerId })
        }
      },
    ),
  )

  rule(
    '20.3',
    'the receipt is the number in the customer’s text message, which for Airtel’s payouts differs from the network’s own id',
    table(['network', 'operation'], everyWay, async (network, kind) => {
      const { answer, end, payment, providerId } = await paid(network, kind)
      const receipt = payment?.receipt
      expect(receipt).to.match(/^1[0-9]{9}$/)
      const isOther = network === 'AIRTEL' && kind === 'payout'
      const named = { providerRef: isOther ? `disburs-${receipt}-${providerId}` : receipt, networkReceipt: receipt }
      expect(end).to.include({ outcome: 'succeeded', ...named })
      if (isOther) expect(answer).to.deep.equal({ outcome: 'succeeded', ...named })
    }),
  )
})
