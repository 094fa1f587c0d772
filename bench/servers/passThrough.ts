import { randomUUID } from 'node:crypto'
import Router from '@koa/router'
import type { Got } from 'got'
import Koa, { type Context } from 'koa'
import bodyParser from 'koa-bodyparser'
import { readPayout } from '../../adapters/http/payments/sendMoney.ts'
import { providerHttp } from '../../adapters/providers/transport/http/providerHttp.ts'
import { isJsonObject } from '../../adapters/providers/transport/http/readBody.ts'
import { wholeAnswer } from '../../adapters/providers/transport/http/wholeAnswer.ts'
import { isRefusal, type SendMoneyRequest } from '../../core/sente.ts'
import type { MtnConnection } from './serverDuties.ts'

/** Send-money as thin as possible with this stack: reads and validates the body, calls the network once, answers. */
export async function passThrough(mtn: MtnConnection): Promise<Koa> {
  const http = providerHttp()
  const headers = await headersWithToken(http, mtn)
  const transferUrl = `${mtn.baseUrl}/disbursement/v1_0/transfer`
  const router = new Router()
  router.post('/api/v1/send-money', bodyParser({ enableTypes: ['json'], jsonLimit: '16kb' }), async (ctx: Context) => {
    const read = readPayout(ctx.request.body as object)
    if (isRefusal(read)) return refuse(ctx, 400, read.refused)
    const id = randomUUID()
    const request = http(transferUrl, {
      isStream: true,
      method: 'POST',
      headers: { 'X-Reference-Id': id, ...headers },
      json: transferOf(read.request),
    })
    const { status } = await wholeAnswer(request)
    if (status !== 202) return refuse(ctx, 500, `the network answered ${status}`)
    ctx.status = 201
    ctx.body = initiated(id, read.request)
  })
  const koa = new Koa()
  koa.use(router.routes())
  return koa
}

/** One token is valid for longer than a run. */
async function headersWithToken(http: Got, { baseUrl, disbursement, targetEnvironment }: MtnConnection) {
  const subscription = { 'Ocp-Apim-Subscription-Key': disbursement.subscriptionKey }
  const request = http.stream.post(`${baseUrl}/disbursement/token/`, {
    username: disbursement.apiUser,
    password: disbursement.apiKey,
    headers: subscription,
    json: { grant_type: 'client_credentials' },
  })
  const { body } = await wholeAnswer(request)
  if (!isJsonObject(body)) throw new Error('the network granted no token')
  return { Authorization: `Bearer ${body.access_token}`, 'X-Target-Environment': targetEnvironment, ...subscription }
}

function transferOf({ reference, phoneNumber, amount, currency }: SendMoneyRequest) {
  return {
    amount: String(amount),
    currency,
    externalId: reference,
    payee: { partyIdType: 'MSISDN', partyId: phoneNumber },
  }
}

function initiated(id: string, { reference, amount, currency, network }: SendMoneyRequest) {
  const data = { reference, transaction_id: id, amount, currency, network }
  return { status: 'success', message: 'Withdrawal initiated successfully', data }
}

function refuse(ctx: Context, status: number, message: string): void {
  ctx.status = status
  ctx.body = { status: 'error', message }
}
