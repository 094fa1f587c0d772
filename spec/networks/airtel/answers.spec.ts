import { expect } from 'chai'
import { test } from '../../rule.ts'
import { collection, id, payout, said, submitted } from '../airtelScript.ts'
import type { Reply } from '../scriptedNetwork.ts'

const ok = (codes: Parameters<typeof said>[0], transaction?: object): Reply => ({
  status: 200,
  body: said(codes, transaction),
})
const routed = (status_code: string, status = 400): Reply => ({ status, body: { status_code, status_message: 'x' } })
const page = '<html><body>Request Rejected</body></html>'

describe('Airtel Money: answers to submissions', () => {
  test('a collection that was pushed to the phone is accepted, whatever the answer says about the payment', async () => {
    const transactions = [
      { id, status: 'Success.' },
      { id: false, status: 'SUCCESS' },
      { id, status: 'TIP' },
      undefined,
    ]
    for (const transaction of transactions) {
      const answer = await submitted(ok({ response_code: 'DP00800001006' }, transaction), collection)
      expect(answer).to.deep.equal({ outcome: 'accepted', providerRef: null })
    }
  })

  test('a payout that was made has succeeded, with Airtel’s own reference', async () => {
    const succeeded = (providerRef: string | null, networkReceipt: string | null) =>
      ({ outcome: 'succeeded', providerRef, networkReceipt }) as const
    for (const [said, answer] of [
      [{}, succeeded(null, null)],
      [{ airtel_money_id: 'disburs-1' }, succeeded('disburs-1', null)],
      [{ airtel_money_id: 17 }, succeeded('17', '17')],
      [{ airtel_money_id: 'disburs-1', reference_id: '133412377178' }, succeeded('disburs-1', '133412377178')],
      [{ airtel_money_id: 'MP21.1', reference_id: 133412377178 }, succeeded('MP21.1', '133412377178')],
    ] as const) {
      const reply = ok({ response_code: 'DP00900001001' }, { id, status: 'TS', ...said })
      expect(await submitted(reply)).to.deep.equal(answer)
    }
  })

  test('a payout that is still being processed is accepted', async () => {
    for (const transaction of [{ id, status: 'TIP' }, { id, status: 'TI' }, undefined]) {
      const answer = await submitted(ok({ response_code: 'DP00900001006' }, transaction))
      expect(answer).to.deep.equal({ outcome: 'accepted', providerRef: null })
    }
  })

  const released: [reason: string, codes: string[]][] = [
    ['phone_number_not_found', ['DP00900001012', 'ESB000033', 'ESB000036']],
    ['refused_by_network', ['DP00800001004', 'DP00900001004']],
    [
      'gateway_misconfigured',
      ['DP00800001026', 'DP00900001016', 'ESB000034', 'ESB000035', 'ESB000039', 'ROUTER001', 'ROUTER003', 'ROUTER005'],
    ],
    [
      'gateway_misconfigured',
      ['ROUTER006', 'ROUTER007', 'ROUTER110', 'ROUTER112', 'ROUTER114', 'ROUTER115', 'ROUTER116', 'ROUTER119'],
    ],
  ]
  test('the refusals that all sources treat as definite release the money, with HTTP 200 and 400', async () => {
    for (const [reason, codes] of released) {
      for (const code of codes) {
        for (const status of [200, 400]) {
          const name = code.startsWith('DP') ? 'response_code' : 'result_code'
          const reply = code.startsWith('ROUTER') ? routed(code, status) : { status, body: said({ [name]: code }) }
          const because = `the network answered ${status} with ${code}`
          const answer = await submitted(reply)
          expect(answer).to.include({ outcome: 'declined', reason, networkReason: code, because })
        }
      }
    }
    const unknownNumber = { status: 400, body: said({ response_code: 'DP00800001005' }) }
    expect(await submitted(unknownNumber, collection)).to.include({
      outcome: 'declined',
      reason: 'phone_number_not_found',
    })
  })

  const doubted: Record<string, Reply[]> = {
    'ambiguous, timed out or a duplicate': [
      ...['1000', '1011', '1014', '1017'].map((code) => ok({ response_code: `DP0090000${code}` })),
      ...['DP00800001000', 'DP00800001024'].map((code) => ok({ response_code: code })),
      ...['ESB000001', 'ESB000004', 'ESB000008', 'ESB000014', 'ESB000041'].map((code) => ok({ result_code: code })),
      routed('ROUTER117'),
    ],
    'a business code': [
      ...['1003', '1005', '1007', '1009', '1010', '1013'].map((code) => ok({ response_code: `DP0090000${code}` })),
      ...['1002', '1003', '1005', '1007', '1008', '1009', '1010', '1029'].map((code) =>
        ok({ response_code: `DP0080000${code}` }),
      ),
    ],
    'an unknown or missing code': [
      ok({ response_code: 'DP00999999999' }),
      ok({ result_code: '521002' }),
      ok({ response_code: 'constructor' }),
      ok({}),
      { status: 200, body: {} },
      { status: 200 },
      { status: 400, body: { error: 'Bad Request', status: 400, path: '/x' } },
    ],
    'a contradicted success': [
      ...['TF', 'TR', 'TI'].map((status) => ok({ response_code: 'DP00900001001' }, { id, status })),
      ok({ response_code: 'DP00900001001' }, { id, status: 'TA' }),
      ok({ response_code: 'DP00900001001' }),
      ok({ response_code: 'DP00900001006' }, { id, status: 'TA' }),
      ok({ result_code: 'ESB000010' }, { id, status: 'TS' }),
      { status: 202, body: said({ response_code: 'DP00900001001' }, { id, status: 'TS' }) },
      { status: 500, body: said({ response_code: 'DP00900001001' }, { id, status: 'TS' }) },
    ],
    'a contradicted refusal': [
      ok({ response_code: 'DP00900001012' }, { id, status: 'TS' }),
      ok({ response_code: 'DP00900001012', result_code: 'ESB000041' }),
      ok({ response_code: 'DP00900001012' }, { id: 'another' }),
      ok({ response_code: 'DP00900001011', result_code: 'ESB000033' }),
    ],
    'another payment': [
      ok({ response_code: 'DP00900001001' }, { id: 'another', status: 'TS' }),
      ok({ response_code: 'DP00900001006' }, { id: 17, status: 'TIP' }),
      ok({ response_code: 'DP00800001006' }, { id: id.toUpperCase() }),
    ],
    'an HTTP status without a meaning': [
      ...[200, 400, 401, 403, 404, 415, 429, 500, 502, 503].map((status) => ({ status, body: page })),
      ...[400, 401, 403, 404, 415, 429, 500, 503].map((status) => ({ status })),
      ...[401, 403, 404, 429, 500, 503].map((status) => ({ status, body: said({ response_code: 'DP00900001012' }) })),
      { status: 500, body: said({ response_code: 'DP00800001005' }) },
      { status: 307, headers: { location: '/elsewhere' } },
    ],
  }
  const everyReply = Object.entries(doubted).map(([name, replies]) => [
    name,
    async () => {
      for (const reply of replies) {
        for (const transaction of [payout, collection]) {
          const answer = await submitted(reply, transaction)
          expect(answer, JSON.stringify(reply)).to.have.property('outcome', 'inDoubt')
        }
      }
    },
  ])
  test('every other answer to a submission is doubt', Object.fromEntries(everyReply))

  test('a code for the other kind of payment accepts nothing', async () => {
    const ofPayout = ok({ response_code: 'DP00900001006' })
    const ofCollection = ok({ response_code: 'DP00800001006' })
    expect(await submitted(ofPayout, collection)).to.have.property('outcome', 'inDoubt')
    expect(await submitted(ofCollection, payout)).to.have.property('outcome', 'inDoubt')
  })

  test('the answers that release are a setting, but never include answers that only an enquiry can settle', async () => {
    const releaseOn = [
      [200, 'DP00900001013'],
      [200, 'DP00900001011'],
    ] as const
    const outcomes = ['DP00900001013', 'DP00900001011', 'DP00900001012'].map(
      async (code) => (await submitted(ok({ response_code: code }), payout, { releaseOn })).outcome,
    )
    expect(await Promise.all(outcomes)).to.deep.equal(['declined', 'inDoubt', 'inDoubt'])
  })

  test('the text for operators contains every code of an answer, and nothing of the request', async () => {
    const replies = [
      ok({ response_code: '750000001', result_code: 'ESB000010' }),
      ok({ response_code: 'token-1' }),
      ok({ response_code: 'DP00999999999', result_code: '0000900' }),
      ok({ response_code: 'DP00900001011', result_code: 'A\u0000B' }),
      { status: 400, body: { error: 'Bad Request', code: 'x'.repeat(100) } },
      { status: 400, body: said({ response_code: 'DP00900001013', result_code: 'secret-1' }) },
      { status: 500, body: 'secret-1 2468 750000001' },
    ]
    const becauses = await Promise.all(replies.map(async (reply) => (await submitted(reply)) as { because?: string }))
    expect(becauses.map(({ because }) => because)).to.deep.equal([
      'the network answered 200 with a code in no known form and ESB000010',
      'the network answered 200 with a code in no known form',
      'the network answered 200 with DP00999999999 and 0000900',
      'the network answered 200 with DP00900001011 and a code in no known form',
      'the network answered 400 with Bad Request and a code in no known form',
      'the network answered 400 with DP00900001013 and a code in no known form',
      "the network answered 500 with a body that can't be read",
    ])
  })
})
