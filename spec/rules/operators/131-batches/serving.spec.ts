import { expect } from 'chai'
import { pino } from 'pino'
import { openGateway } from '../../../../composition/gateway.ts'
import { readSandboxSettings } from '../../../../composition/settings/settings.ts'
import { rule, table } from '../../../rule.ts'

/** The state of a batch of UGX 1,500 accepted by a server with this setting. */
async function stateUnder(fourEyes: string): Promise<string> {
  const settings = { DATABASE_URL: 'sqlite::memory:', PORT: '0', SENTE_FOUR_EYES: fourEyes }
  const serving = { environment: {}, log: pino({ level: 'silent' }), onLost: () => {} }
  const gateway = await openGateway(readSandboxSettings(settings), serving)
  try {
    const { greeting = '' } = gateway
    const [secretKey = '', apikey = ''] = [/sente_sk_\w+/, /sente_pk_\w+/].map((key) => key.exec(greeting)?.[0])
    const pin = /"pin": ?"(\d+)"/.exec(greeting)?.[1]
    const line = { reference: 'a', phone_number: '256770000001', amount: 1_500, currency: 'UGX', network: 'MTN' }
    const answer = await fetch(`${gateway.url}/api/v1/payout-batches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ apikey, reference: 'salaries', pin, lines: [line] }),
    })
    const { data, message } = (await answer.json()) as { data?: { state: string }; message: string }
    return data?.state ?? message
  } finally {
    await gateway.close()
  }
}

describe('131 Batches of payouts: serving', () => {
  rule(
    '131.5',
    'batches wait for a second person as `SENTE_FOUR_EYES` says',
    table(
      ['SENTE_FOUR_EYES', 'state'],
      [
        ['UGX:1499,batches', 'awaiting_approval'],
        ['UGX:1500,batches', 'paying'],
        ['UGX:1499', 'paying'],
      ],
      async (fourEyes, state) => expect(await stateUnder(fourEyes)).to.equal(state),
    ),
  )
})
