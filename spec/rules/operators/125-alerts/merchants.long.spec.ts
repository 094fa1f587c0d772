import { tokens } from '../../../../composition/tokens.ts'
import { payoutOf } from '../../../fixtures/sandboxGateway.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { openReceiver } from '../../merchants/12-webhooks/receiver.ts'
import { inGateway, shown } from './causes.ts'

describe('125 Alerts: merchants’ endpoints and secrets', () => {
  rule(
    '125.8',
    'an alert fires when a merchant’s endpoint fails, events are not sent, or PINs or passwords are guessed',
    oneOf({
      'a failing endpoint': inGateway(['SenteWebhookEndpointFails'], async (gateway) => {
        const receiver = await openReceiver((response) => response.writeHead(500).end())
        const send = gateway.as(await gateway.openAccount())
        await send('webhook-endpoints', { url: receiver.url, types: ['*'] })
        await send('send-money', payoutOf('order-1'))
        const during = await shown(gateway, ({ value }) => value('sente_webhook_endpoints', { state: 'failing' }) === 1)
        receiver.answer = (response) => response.writeHead(204).end()
        return { during, minutes: 6, mend: () => send('send-money', payoutOf('order-2')) }
      }),
      'unsent events': inGateway(['SenteWebhooksLate'], async (gateway) => {
        const receiver = await openReceiver()
        const send = gateway.as(await gateway.openAccount())
        const deliverer = gateway.container.get(tokens.deliverer)
        const answer = await send('webhook-endpoints', { url: receiver.url, types: ['*'] })
        const { data } = (await answer.json()) as { data: { endpoint_id: string } }
        await deliverer?.stop()
        await send('send-money', payoutOf('order-1'))
        const during = await shown(gateway, ({ value }) => (value('sente_webhook_lag_seconds') ?? 0) > 0)
        return { during, mend: () => gateway.container.get(tokens.store).webhooks.remove(data.endpoint_id) }
      }),
      'guessed passwords': inGateway(['SenteSignInsLocked'], async (gateway) => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
        const form = { method: 'POST', headers, body: 'name=amina&password=guess' }
        for (let guess = 0; guess < 6; guess += 1) await fetch(`${gateway.url}/sign-in`, form)
        return {
          during: await shown(gateway, ({ value }) => value('sente_sign_in_events_total', { event: 'locked' }) === 1),
        }
      }),
      'guessed PINs': inGateway(['SentePinsLocked'], async (gateway) => {
        const send = gateway.as(await gateway.openAccount())
        for (let guess = 0; guess < 5; guess += 1) await send('send-money', { ...payoutOf(`p-${guess}`), pin: '0000' })
        return { during: await shown(gateway, ({ value }) => value('sente_pin_locks_total') === 1) }
      }),
    }),
  )
})
