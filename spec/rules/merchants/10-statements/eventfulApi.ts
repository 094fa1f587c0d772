import { withdrawFunds } from '../../../../core/sente.ts'
import { openPayment } from '../../../fixtures/http/lookUps.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'

/** An API with an account whose balance was moved in every way. */
export async function openEventfulApi(): Promise<Api> {
  const api = await overHttp()
  const { network, ports, account } = api
  network.behaves('succeeds')
  await openPayment(api, { reference: 'sent' })
  network.behaves('declines')
  await openPayment(api, { reference: 'declined' })
  network.behaves('succeeds')
  await openPayment(api, { reference: 'asked' }, 'collect-money')
  network.behaves('accepts')
  await openPayment(api, { reference: 'open' })
  await withdrawFunds(ports)({
    by: 'amina',
    ...{ accountId: account.id, currency: 'UGX', amount: 700, reference: 'bank-1', because: 'asked for' },
  })
  return api
}
