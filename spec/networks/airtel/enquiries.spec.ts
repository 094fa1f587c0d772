import { expect } from 'chai'
import { table, test } from '../../rule.ts'
import { collection, enquired, id, payout, said } from '../airtelScript.ts'
import type { Reply } from '../scriptedNetwork.ts'

type Codes = Parameters<typeof said>[0]

describe('Airtel Money: enquiries', () => {
  const answered = (status: string, codes: Codes = {}, transaction = payout) =>
    enquired({ status: 200, body: said(codes, { id, status, airtel_money_id: 'MP1' }) }, transaction)

  test('the status of the payment decides, and only the status is reported', async () => {
    for (const transaction of [payout, collection]) {
      expect(await answered('TS', {}, transaction)).to.deep.equal({
        outcome: 'succeeded',
        providerRef: 'MP1',
        networkReceipt: 'MP1',
        seen: {},
      })
      expect(await answered('TF', {}, transaction)).to.deep.equal({
        outcome: 'declined',
        reason: 'refused_by_network',
        networkReason: null,
        because: 'the network answered 200 without a code',
        seen: {},
      })
      for (const status of ['TI', 'TIP', 'TA', 'TP']) {
        expect(await answered(status, {}, transaction)).to.deep.equal({ outcome: 'pending', seen: {} })
      }
      expect(await answered('TR', {}, transaction)).to.deep.equal({
        outcome: 'reversed',
        providerRef: 'MP1',
        networkReceipt: 'MP1',
        seen: {},
      })
    }
  })

  test('an enquiry about a payout has the number of the text message in words, if it has one', {
    ...table(
      ['the message', 'the receipt'],
      [
        [
          'You have deposited UGX 500. Mobile Number: 0700123123 Trans ID: 133412387177. Your bal: UGX 65,252.',
          '133412387177',
        ],
        ['UGX 500 sent to 750000001. TID 1000000001.', '1000000001'],
        ['Trans ID: 133412387177, again Trans ID: 133412387178', null],
        ['Trans ID: 1234567', null],
        ['Mobile Number: 0700123123', null],
        [17, null],
      ] as [string | number, string | null][],
      async (message, networkReceipt) => {
        const airtel_money_id = `disburs-6EJL6CWF1D-${id}`
        const body = said({ result_code: 'ESB000010' }, { id, status: 'TS', airtel_money_id, message })
        const answer = await enquired({ status: 200, body })
        expect(answer).to.include({ outcome: 'succeeded', providerRef: airtel_money_id, networkReceipt })
      },
    ),
  })

  test('a payment that expired has failed', async () => {
    const expired = {
      outcome: 'declined',
      networkReason: null,
      because: 'the network answered 200 without a code',
      seen: {},
    }
    expect(await answered('TE', {}, collection)).to.deep.equal({ ...expired, reason: 'customer_did_not_approve' })
    expect(await answered('TE')).to.deep.equal({ ...expired, reason: 'refused_by_network' })
  })

  test('the status takes precedence over the codes and over `success`, which contradict it in samples', {
    'a success': async () => {
      const codes = { response_code: 'DP00800001006', result_code: 'ESB000008' }
      const status = { ...codes, success: false, code: 400 }
      const body = { data: { transaction: { id, status: 'TS' } }, status }
      expect(await enquired({ status: 200, body }, collection)).to.have.property('outcome', 'succeeded')
    },
    'a failure': async () => {
      const answer = await answered('TF', { response_code: 'DP00900001006', result_code: 'ESB000010' })
      expect(answer).to.have.property('outcome', 'declined')
    },
  })

  test('a failure that comes with a code of success is doubt', async () => {
    for (const status of ['TF', 'TE']) {
      for (const transaction of [payout, collection]) {
        for (const code of ['DP00800001001', 'DP00900001001', 'DP008001001']) {
          const answer = await answered(status, { response_code: code }, transaction)
          expect(answer, `${status} ${code}`).to.have.property('outcome', 'inDoubt')
        }
      }
    }
  })

  const reasons: [code: string, reason: string][] = [
    ['DP00800001002', 'customer_did_not_approve'],
    ['DP00800001003', 'limit_reached'],
    ['DP00800001005', 'customer_did_not_approve'],
    ['DP00800001007', 'customer_balance_too_low'],
    ['DP00800001008', 'refused_by_network'],
    ['DP00800001009', 'refused_by_network'],
    ['DP00800001010', 'recipient_not_allowed'],
    ['DP00800001024', 'customer_did_not_approve'],
    ['DP00800001026', 'gateway_misconfigured'],
    ['DP00800001029', 'customer_did_not_approve'],
    ['DP008001013', 'refused_by_network'],
    ['DP008001021', 'customer_balance_too_low'],
    ['DP00900001003', 'limit_reached'],
    ['DP00900001004', 'refused_by_network'],
    ['DP00900001005', 'refused_by_network'],
    ['DP00900001007', 'network_float_too_low'],
    ['DP00900001009', 'recipient_not_allowed'],
    ['DP00900001010', 'gateway_misconfigured'],
    ['DP00900001012', 'phone_number_not_found'],
    ['DP00900001013', 'refused_by_network'],
    ['DP00900001014', 'network_failure'],
    ['DP00900001016', 'gateway_misconfigured'],
    ['DP00999999999', 'refused_by_network'],
    ['constructor', 'refused_by_network'],
  ]
  test('a failure has the reason of its code, or else of the platform’s code behind it', {
    'its own code': async () => {
      for (const [response_code, reason] of reasons) {
        const transaction = response_code.startsWith('DP008') ? collection : payout
        const answer = await answered('TF', { response_code, result_code: 'ESB000011' }, transaction)
        expect(answer, response_code).to.include({ outcome: 'declined', reason })
      }
    },
    'the platform’s reason': async () =>
      expect(await answered('TF', { response_code: 'DP00999999999', result_code: 'ESB000033' })).to.have.property(
        'reason',
        'phone_number_not_found',
      ),
  })

  test('a payment is not found only by Airtel’s own codes for it, with any of their HTTP statuses', {
    'its own code': async () => {
      for (const status of [200, 400, 404]) {
        const ofPayout = { status, body: said({ response_code: 'DP00900001015' }) }
        const ofCollection = { status, body: said({ response_code: 'DP00800001025' }) }
        expect(await enquired(ofPayout)).to.deep.equal({ outcome: 'notFound' })
        expect(await enquired(ofCollection, collection)).to.deep.equal({ outcome: 'notFound' })
      }
    },
    'the code of the platform': async () => {
      for (const status of [200, 400, 404]) {
        const reply = { status, body: said({ result_code: 'ESB000045' }) }
        expect(await enquired(reply)).to.deep.equal({ outcome: 'notFound' })
        expect(await enquired(reply, collection)).to.deep.equal({ outcome: 'notFound' })
      }
    },
  })

  const page = '<html><body>Not Found</body></html>'
  const doubted: Record<string, Reply[]> = {
    'a status that is not documented': ['ts', 'Success.', '', 1, null].map((status) => ({
      status: 200,
      body: said({ response_code: 'DP00900001001' }, { id, status }),
    })),
    'another HTTP status': [201, 202, 400, 401, 404, 500].map((status) => ({
      status,
      body: said({ response_code: 'DP00900001001' }, { id, status: 'TS' }),
    })),
    'no status': ['DP00900001001', 'DP00900001005', 'DP00900001006', 'DP00900001013'].map((code) => ({
      status: 200,
      body: said({ response_code: code }),
    })),
    'not found, but with a payment': [
      { status: 200, body: said({ response_code: 'DP00900001015' }, { id, status: 'TR' }) },
    ],
  }
  const unanswered: Record<string, Reply[]> = {
    'not found, but otherwise': [
      { status: 404 },
      { status: 404, body: page },
      { status: 404, body: { status: 404, error: 'Not Found', path: '/standard/v1' } },
      { status: 404, body: { status_code: 'ROUTER005', status_message: 'x' } },
      { status: 500, body: said({ response_code: 'DP00900001015' }) },
      { status: 401, body: said({ response_code: 'DP00900001015' }) },
      { status: 200, body: said({ response_code: 'DP00800001025' }) },
    ],
    'not an answer of Airtel': [200, 403, 429, 500, 503].flatMap((status) => [{ status, body: page }, { status }]),
  }
  const everyReply = (outcome: 'inDoubt' | 'unanswered', named: Record<string, Reply[]>) =>
    Object.fromEntries(
      Object.entries(named).map(([name, replies]) => [
        name,
        async () => {
          for (const reply of replies) {
            expect(await enquired(reply), JSON.stringify(reply)).to.have.property('outcome', outcome)
          }
        },
      ]),
    )
  test('an answer that names another payment is a mismatch, whatever its contents', async () => {
    for (const other of ['another', 17, id.toUpperCase()]) {
      for (const code of ['DP00900001001', 'DP00900001015', 'DP00900001007']) {
        const reply = { status: 200, body: said({ response_code: code }, { id: other, status: 'TS' }) }
        const because = 'the network reported a payment with another id'
        expect(await enquired(reply)).to.deep.equal({ outcome: 'mismatch', because })
      }
    }
  })

  test('any other answer leaves the payment in doubt, or says nothing about it', {
    ...everyReply('inDoubt', doubted),
    ...everyReply('unanswered', unanswered),
  })
})
