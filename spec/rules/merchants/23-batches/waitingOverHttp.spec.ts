import { expect } from 'chai'
import { createClient, isRefused } from '../../../../adapters/client/client.ts'
import { readFourEyes } from '../../../../composition/settings/fourEyes.ts'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'
import { addKey } from '../21-keys/keyed.ts'

describe('23 Many payouts at once: waiting for a second person over HTTP', () => {
  rule('23.43', 'an approval needs a key with the scope to pay, over HTTP and with the client', async () => {
    const api = await overHttp({}, {}, undefined, { fourEyes: readFourEyes('batches') })
    const { origin: baseUrl, request, secretKey } = api
    const clientOf = (key: string) => createClient({ baseUrl, secretKey: key, publicKey: request.apikey })
    const line = { reference: 'a', phone_number: '256770000001', amount: 500, currency: 'UGX', network: 'MTN' }
    const sent = await clientOf(secretKey).sendBatch({ reference: 'r', pin: '4071', lines: [line] })
    if (isRefused(sent)) throw new Error(sent.message)
    expect(sent).to.include({ state: 'awaiting_approval' })
    const reading = clientOf((await addKey(api, { name: 'reader', scopes: ['read'] })).key)
    const paying = clientOf((await addKey(api, { name: 'owner', scopes: ['pay'] })).key)
    expect(await clientOf(secretKey).approveBatch(sent.batch_id)).to.include({ refused: 'batch_awaits_approval' })
    expect(await reading.approveBatch(sent.batch_id)).to.include({ refused: 'key_not_allowed' })
    expect(await paying.approveBatch(sent.batch_id)).to.include({ state: 'paying' })
  })
})
