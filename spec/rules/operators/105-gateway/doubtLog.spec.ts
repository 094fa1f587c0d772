import { expect } from 'chai'
import { pino } from 'pino'
import { memoryProvider } from '../../../../adapters/memory/memory.ts'
import { withLog } from '../../../../adapters/telemetry/log/networkAnswers.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { rule } from '../../../rule.ts'

/** The log lines of a payout and an enquiry about it. */
async function linesOf(behaviour: 'accepts' | 'losesAnswer') {
  const lines: string[] = []
  const network = memoryProvider()
  network.behaves(behaviour)
  const logged = withLog(network, pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }))
  const payout = aPayout('account')
  await logged.payOut(payout, { wallMs: Number.POSITIVE_INFINITY, monotonicMs: Number.POSITIVE_INFINITY })
  network.answersEnquiry({ outcome: 'mismatch', because: 'the network reported another id' })
  if (behaviour === 'losesAnswer') await logged.enquire(payout)
  return { payout, lines: lines.map((line) => JSON.parse(line)), text: lines.join('') }
}

describe('105 Payments through the gateway: log lines for a network’s support', () => {
  rule('105.17', 'a log line about a doubt has the network’s id of the payment, and no phone number', async () => {
    const { payout, lines, text } = await linesOf('losesAnswer')
    expect(lines).to.have.length(2)
    for (const line of lines) expect(line).to.include({ provider_id: payout.providerId, level: 40 })
    expect(text).not.to.include(payout.phoneNumber)
    expect((await linesOf('accepts')).lines[0]).not.to.have.property('provider_id')
  })

  rule(
    '105.18',
    'the line about a payment that was declined or is not known has that id, too, and the network’s answer',
    async () => {
      const said = { networkReason: 'EXPIRED', because: 'the network answered 200 with EXPIRED' }
      for (const answer of [
        { outcome: 'declined', reason: 'customer_did_not_approve', seen: {} },
        { outcome: 'declined', reason: 'customer_did_not_approve', ...said, seen: {} },
        { outcome: 'notFound' },
      ] as const) {
        const lines: string[] = []
        const network = memoryProvider()
        network.answersEnquiry(answer)
        const payout = aPayout('account')
        await withLog(network, pino({}, { write: (line: string) => void lines.push(line) })).enquire(payout)
        const { outcome } = answer
        const line = JSON.parse(lines.join(''))
        expect(line).to.include({ outcome, provider_id: payout.providerId, level: 30 })
        if ('because' in answer) expect(line).to.include({ network_reason: 'EXPIRED', because: said.because })
      }
    },
  )
})
