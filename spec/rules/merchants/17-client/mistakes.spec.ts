import { expect } from 'chai'
import { createClient } from '../../../../adapters/client/client.ts'
import { fundAccount } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { between, openClient } from './openClient.ts'

const keys = { secretKey: 'sk_1', publicKey: 'pk_1' }

describe('17 The client: mistakes', () => {
  rule('17.13', 'a request that can never be sent is an error at once, and the error shows no secret', {
    'a URL': table(
      ['baseUrl', 'is taken'],
      [
        ['https://pay.example.com/', true],
        ['http://127.0.0.1:3000/behind/a/path', true],
        ['', false],
        ['pay.example.com', false],
        ['localhost:3000', false],
        ['ftp://pay.example.com', false],
        ['https://user:password@pay.example.com', false],
      ],
      (baseUrl, isTaken) => {
        const make = () => createClient({ ...keys, baseUrl })
        if (isTaken) expect(make).not.to.throw()
        else expect(make).to.throw(TypeError, /^baseUrl must be a URL such as https:\/\/pay\.example\.com$/)
      },
    ),
    'a key': () => {
      for (const secretKey of ['', 'sk 1', 'sk_1\n', 'sk_’'])
        expect(() => createClient({ ...keys, secretKey, baseUrl: 'http://127.0.0.1:1' })).to.throw(
          TypeError,
          /^secretKey is empty, or has characters that no key has$/,
        )
    },
    'a field that is no JSON': async () => {
      const { client, payout, sent } = await openClient()
      const thrown = await client.sendMoney({ ...payout, amount: 10n as unknown as number }).catch((error) => error)
      expect(thrown).to.be.instanceOf(TypeError)
      expect(sent).to.deep.equal([])
    },
  })

  rule('17.14', 'the message has the reason why the gateway does not answer', {
    'nobody listens': async () => {
      const client = createClient({ ...keys, baseUrl: 'http://127.0.0.1:1' })
      const refused = await client.balances({ patienceMs: 2_000 })
      expect((refused as { message?: string }).message).to.match(/^No answer: fetch failed \(.+\)$/)
    },
    'a redirect, which is not followed': async () => {
      const location = 'https://pay.example.com/api/v1/balances'
      const { client, sent } = await openClient([between(308, { location }), Response.error()])
      const ending = 'baseUrl must be the URL of the gateway itself'
      expect(await client.balances()).to.include({
        ...{ refused: 'unreadable_answer', status: 308, message: `A redirect to ${location}: ${ending}` },
      })
      expect(await client.balances()).to.include({ message: `A redirect to elsewhere: ${ending}` })
      expect(sent).to.have.lengthOf(2)
    },
  })

  rule('17.15', 'a signal ends a list of events with its reason, also between two events of one page', async () => {
    const { client, ports, account } = await openClient()
    await fundAccount(ports)({ by: 'amina', accountId: account.id, currency: 'UGX', amount: 1, reference: 'bank-1' })
    const end = new AbortController()
    const events = client.events({ after: 0, signal: end.signal })
    await events.next()
    end.abort(new Error('enough'))
    expect(await events.next().catch((error: Error) => error.message)).to.equal('enough')
  })
})
