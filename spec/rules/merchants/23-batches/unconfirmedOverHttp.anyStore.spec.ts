import { expect } from 'chai'
import { beginQuarantine, endQuarantine } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

const dataOf = ({ text }: { readonly text: string }) => JSON.parse(text).data

describe('23 Many payouts at once: after a restore, over HTTP', () => {
  rule('23.56', 'a batch says whether it needs to be confirmed, and cannot be cancelled before', async () => {
    const api = await overHttp()
    const { batch_id: id, needs_confirmation: atFirst } = dataOf(await api.askBatch([{ amount: 1_000 }]))
    const { authorization } = api
    const change = (what: string) => api.ask('POST', `/api/v1/payout-batches/${id}/${what}`, { authorization })
    const needs = async () => dataOf(await api.look(`/payout-batches/${id}`)).needs_confirmation
    expect([atFirst, await needs()]).to.deep.equal([false, false])
    const restored = { by: 'amina', because: 'restored' }
    await beginQuarantine(api.ports)(restored)
    await endQuarantine(api.ports)(restored)
    expect(await needs()).to.equal(true)
    expect(dataOf(await change('pause')).needs_confirmation).to.equal(true)
    const cancelled = await change('cancel')
    expect([cancelled.status, cancelled.headers['error-code']]).to.deep.equal([409, 'batch_unconfirmed'])
    expect(await api.balance()).to.deep.equal({ available: 99_000n, held: 1_000n })
    expect(dataOf(await change('confirm'))).to.include({ state: 'paused', needs_confirmation: false })
    expect(dataOf(await change('cancel'))).to.include({ state: 'cancelling', needs_confirmation: false })
    expect(await api.balance()).to.deep.equal({ available: 100_000n, held: 0n })
  })
})
