import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Enquired } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { payout as airtelPayout, collection, enquired, id, said, submitted } from '../airtelScript.ts'
import {
  mtnEnquired,
  overMtn,
  type Reply,
  type ScriptedNetwork,
  transactionOf,
  withNetwork,
} from '../scriptedNetwork.ts'

const payout = transactionOf()
const packings: [coding: string, pack: (text: string) => Buffer][] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['identity', Buffer.from],
]

/** An answer in these bytes. */
const packed = (coding: string, bytes: Buffer, status = 200): Reply => {
  return (response) => void response.writeHead(status, { 'content-encoding': coding }).end(bytes)
}

describe('Common to the networks: compressed answers', () => {
  test('every request asks for an uncompressed answer', () =>
    withNetwork({}, async (network) => {
      await askMtn(network)
      const encodings = [...network.tokens, ...network.enquiries].map(({ headers }) => headers['accept-encoding'])
      expect(encodings).to.deep.equal(['identity', 'identity'])
    }))

  test('an unrequested compressed answer is understood', {
    'a report of MTN, and its token': async () => {
      for (const [coding, pack] of packings) {
        const grant = JSON.stringify({ access_token: 'token-1', expires_in: 3600 })
        const report = JSON.stringify({ status: 'SUCCESSFUL' })
        const script = { token: () => packed(coding, pack(grant)), enquiry: () => packed(coding, pack(report)) }
        await withNetwork(script, async (network) => {
          expect(await askMtn(network), coding).to.have.property('outcome', 'succeeded')
        })
      }
    },
    'a report of Airtel': async () => {
      for (const [coding, pack] of packings) {
        const report = JSON.stringify(said({}, { id, status: 'TS' }))
        expect(await enquired(packed(coding, pack(report)), collection), coding).to.have.property(
          'outcome',
          'succeeded',
        )
      }
    },
    'a refusal of Airtel': async () => {
      const refusal = gzipSync(JSON.stringify(said({ response_code: 'DP00900001012' })))
      expect(await submitted(packed('gzip', refusal), airtelPayout)).to.have.property('outcome', 'declined')
    },
  })

  const report = JSON.stringify({ status: 'SUCCESSFUL' })
  test('a compressed answer that cannot be unpacked counts as no answer', {
    'it is cut off': async () => {
      for (const [coding, pack] of packings) await expectUnread(packed(coding, pack(report).subarray(0, -5)))
    },
    'its compression differs from the header': async () => {
      for (const coding of ['gzip', 'deflate', 'br']) await expectUnread(packed(coding, Buffer.from(report)))
    },
    'in an unknown way, or in two': async () => {
      for (const coding of ['zip', 'gzip, gzip', 'constructor']) await expectUnread(packed(coding, gzipSync(report)))
    },
    'a refusal': async () => {
      const refusal = gzipSync(JSON.stringify(said({ response_code: 'DP00900001012' }))).subarray(0, -5)
      expect(await submitted(packed('gzip', refusal), airtelPayout)).to.have.property('outcome', 'inDoubt')
    },
  })

  test('an answer unpacks to 64 KiB at most; a larger one counts as no answer', async () => {
    const sized = (length: number) => report + ' '.repeat(length - report.length)
    const answer = await mtnEnquired(packed('gzip', gzipSync(sized(65_536))))
    expect(answer).to.have.property('outcome', 'succeeded')
    for (const length of [65_537, 50_000_000]) await expectUnread(packed('gzip', gzipSync(sized(length))))
  })
})

function askMtn({ settings }: ScriptedNetwork): Promise<Enquired> {
  return overMtn(settings).enquire(payout)
}

async function expectUnread(reply: Reply): Promise<void> {
  expect(await mtnEnquired(reply)).to.have.property('outcome', 'unanswered')
}
