import { authenticate, createAccount, isRefusal, sendMoney, uganda } from '@sente/core'
import { memoryProvider, memoryStore } from '@sente/core/memory'
import { nodeSecrets, systemClock, uuids } from '@sente/core/node'

const secrets = nodeSecrets({ pinKeys: { current: 'a long random key of your own' } })
const network = memoryProvider() // or a MobileProvider of your own
const ports = { ...memoryStore(), clock: systemClock, ids: uuids, secrets, market: uganda, providerFor: () => network }
const opening = { by: 'amina', fund: [{ currency: 'UGX', amount: 100_000 }] } // who does it is recorded
const duka = await createAccount(ports)({ ...opening, name: 'Duka', kyc: 'complete', activate: ['UGX'], pin: '4071' })
const caller = isRefusal(duka) ? duka : await authenticate(ports)({ secretKey: duka.secretKey })
if (isRefusal(duka) || isRefusal(caller)) throw new Error('the account was refused')
const order = { reference: 'order-1', amount: 5_000, currency: 'UGX', network: 'MTN', phoneNumber: '256770000001' }
const payment = await sendMoney(ports)({ caller, request: { ...order, apikey: duka.publicKey, pin: '4071' } })
console.log(isRefusal(payment) ? payment.refused : await payment.outcome)
