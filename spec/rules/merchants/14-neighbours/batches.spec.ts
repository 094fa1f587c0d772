import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { otherAccount } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

/** An API that checks batches only once it is released. */
async function openWaiting() {
  let [taken, release] = [0, () => {}]
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const api = await overHttp((_, batches) => {
    const tryBatch: typeof batches.tryBatch = async (given) => {
      taken += 1
      await released
      return batches.tryBatch(given)
    }
    return { batches: { ...batches, tryBatch } }
  })
  let arrived = 0
  api.server.on('request', () => {
    arrived += 1
  })
  const sendBatch = (authorization: string, bytes: number) => {
    const lines = [{ reference: 'a', phone_number: '256770000001', amount: 500, currency: 'UGX', network: 'MTN' }]
    const body = JSON.stringify({ apikey: api.bodies['send-money'].apikey, reference: 'wages', lines }).padEnd(bytes)
    const headers = { authorization, 'content-type': 'application/json' }
    return fetch(`${api.origin}/api/v1/payout-batches?dry_run=true`, { method: 'POST', headers, body })
  }
  return { ...api, sendBatch, taken: () => taken, arrived: () => arrived, release: () => release() }
}

/** Waits until a condition is true; fails if a request is answered before. */
async function until(holds: () => boolean, sent: readonly Promise<Response>[]) {
  let early: Response | undefined
  for (const one of sent)
    void one.then((answer) => {
      early = answer
    })
  while (!holds()) {
    await setImmediate()
    if (early) throw new Error(await early.text())
  }
}

describe('14 Neighbours: batches', () => {
  rule(
    '14.24',
    'two large batches of an account are read at a time, ten wait unread, and more are refused; other accounts’ batches are read',
    async () => {
      const api = await openWaiting()
      const { sendBatch, taken, arrived, release, authorization } = api
      const other = await otherAccount(api)
      const before = arrived()
      const sent = Array.from({ length: 12 }, () => sendBatch(authorization, 20_000))
      await until(() => taken() >= 2 && arrived() === before + 12, sent)
      const refused = await sendBatch(authorization, 20_000)
      expect([refused.status, refused.headers.get('retry-after'), taken()]).to.deep.equal([429, '10', 2])
      expect(refused.headers.get('error-code')).to.equal('rate_limited')
      const others = sendBatch(other.authorization, 20_000)
      await until(() => taken() >= 3, [others])
      release()
      const answers = await Promise.all(sent)
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(12).fill(200))
      await others
      expect(taken()).to.equal(13)
    },
  )

  rule(
    '14.25',
    'a batch counts as large above the size of any other body',
    table(
      ['bytes', 'at work'],
      [
        [16_383, 3],
        [16_384, 3],
        [16_385, 2],
      ],
      async (bytes, atWork) => {
        const { sendBatch, taken, arrived, release, authorization } = await openWaiting()
        const before = arrived()
        const sent = Array.from({ length: 3 }, () => sendBatch(authorization, bytes))
        await until(() => taken() >= atWork && arrived() === before + 3, sent)
        // Once a later request is answered, earlier ones are running or waiting.
        await sendBatch('Bearer nobody', 500)
        expect(taken()).to.equal(atWork)
        release()
        expect((await Promise.all(sent)).map(({ status }) => status)).to.deep.equal([200, 200, 200])
      },
    ),
  )
})
