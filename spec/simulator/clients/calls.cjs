/**
 * Makes every call of one client, which is installed in the current folder, in the order of a program. Sends each call
 * with its outcome to the parent: `yes`, or the fault.
 */
const { randomUUID } = require('node:crypto')
const { createRequire } = require('node:module')
const { join } = require('node:path')

const [name, access] = [process.argv[2], JSON.parse(process.env.ACCESS)]
const client = createRequire(join(process.cwd(), 'package.json'))(name)

const payer = { partyIdType: 'MSISDN', partyId: '256770000001' }
const order = { amount: '100', currency: 'EUR', externalId: 'order-1', payerMessage: 'Order 1', payeeNote: 'Order 1' }
const host = 'sandbox.momodeveloper.mtn.com'
const callback = 'shop.example'

const clients = {
  'mtn-momo': momo,
  'code-coast-momo-api': momo,

  async 'momo-api'(call) {
    const users = `https://${host}/v1_0/apiuser`
    for (const [product, token, pay] of [
      ['collection', client.colAccessToken, collect],
      ['disbursement', client.disAccessToken, (...given) => transfer(client.disburseTransfer, ...given)],
      ['remittance', client.remittAccessToken, (...given) => transfer(client.remittTransfer, ...given)],
    ]) {
      const [key, id] = [access[product].subscriptionKey, randomUUID()]
      await call('create an API user', () => client.createApiUser(users, id, key, 'sandbox', callback))
      const made = await call('make its key', () => client.createApiKey(users, key, 'sandbox', id, callback), isKey)
      const granted = await call(`${product}: token`, () => token(made.apiKey, host, key, id), isToken)
      await call(`${product}: ${product === 'collection' ? 'request to pay' : 'transfer'}`, () =>
        pay(key, granted.access_token),
      )
    }
    function collect(key, token) {
      const { amount, currency, payeeNote, payerMessage } = order
      const given = [amount, currency, randomUUID(), payeeNote, payerMessage, token]
      return client.requestToPay(host, key, undefined, 'sandbox', payer, payer, ...given)
    }
    function transfer(send, key, token) {
      return send(host, key, 'sandbox', payer, order.amount, order.currency, randomUUID(), token)
    }
  },

  async 'mtn-momo-api'(call) {
    const { apiUser: userId, apiKey: userApiKey, subscriptionKey: primaryKey } = access.collection
    const user = { callbackHost: callback, userApiKey, userId, primaryKey }
    const made = await call(
      'collection: token',
      () => client.makeRequest({ ...user, ...order, ...payer }),
      ({ response }) => response.referenceId,
    )
    await call(
      'collection: request to pay',
      () => made.response,
      ({ responseCode }) => responseCode === 202,
    )
    await call('collection: its status', () => made.status, isPayment)
  },

  async 'mobilemoney.js'(call) {
    const user = new client.Client()
    user.isSandbox()
    const id = user.getReferenceId()
    const opened = {}
    for (const product of ['collection', 'disbursement']) {
      const key = access[product].subscriptionKey
      const own = user.getReferenceId()
      await call('create an API user', () => user.createApiUser(own, key, callback))
      await call(
        'read an API user',
        () => user.getApiUser(own, key),
        ([, data]) => data.providerCallbackHost === callback,
      )
      const made = await call(
        'make its key',
        () => user.createApiKey(own, key),
        ([, data]) => isKey(data),
      )
      const basic = user.basicToken(own, made[1].apiKey)
      const api = product === 'collection' ? user.collection(key) : user.disbursements(key)
      const granted = await call(
        `${product}: token`,
        () => api.createAccessToken(basic),
        ([, data]) => isToken(data),
      )
      opened[product] = [api, user.bearerToken(granted[1].access_token)]
    }
    const [collection, collects] = opened.collection
    await call('collection: request to pay', () =>
      collection.requestToPay(collects, id, 'sandbox', { ...order, payer }),
    )
    await call('collection: withdrawal', () =>
      collection.withdraw(collects, randomUUID(), 'sandbox', { ...order, payer }),
    )
    await call('collection: status of a withdrawal', () => collection.getWithdrawStatus(collects, id))
    const [disbursement, pays] = opened.disbursement
    const [transferred, deposited, refunded] = [randomUUID(), randomUUID(), randomUUID()]
    const paying = { ...order, payee: payer }
    const ofPayment = ([, data]) => isPayment(data)
    await call('disbursement: transfer', () => disbursement.transfer(transferred, pays, 'sandbox', paying))
    await call(
      'disbursement: its status',
      () => disbursement.getTransferStatus(transferred, pays, 'sandbox'),
      ofPayment,
    )
    await call('disbursement: deposit', () => disbursement.deposit(deposited, pays, 'sandbox', paying))
    await call('disbursement: status of a deposit', () => disbursement.getDepositStatus(deposited, pays, 'sandbox'))
    const refund = { ...order, referenceIdToRefund: id }
    await call(
      'disbursement: refund',
      async () => {
        // The collection succeeds after a while; until then, it cannot be refunded.
        for (;;) {
          const answer = await disbursement.refund(refunded, pays, 'sandbox', refund).catch((error) => error)
          if (!/RESOURCE_NOT_FOUND/.test(answer.message)) return answer
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      },
      ([isTaken]) => isTaken,
    )
    await call(
      'disbursement: status of a refund',
      () => disbursement.getRefundStatus(refunded, pays, 'sandbox'),
      ofPayment,
    )
    for (const [product, [api, bearer]] of Object.entries(opened)) {
      const asked = [bearer, 'sandbox']
      await call(
        `${product}: balance`,
        () => api.getAccountBalance(...asked),
        ([, data]) => isBalance(data),
      )
      await call(
        `${product}: balance in a currency`,
        () => api.getAccountBalanceIn('EUR', ...asked),
        ([, data]) => isBalance(data) && data.currency === 'EUR',
      )
      const typed = product === 'collection' ? ['msisdn', bearer] : [bearer, 'msisdn']
      await call(`${product}: whether a number is active`, () => api.isActive(payer.partyId, ...typed, 'sandbox'))
      await call(
        `${product}: names of an owner`,
        () => api.getBasicUserInfo(payer.partyId, ...asked),
        ([, data]) => isInfo(data),
      )
      await call(
        `${product}: consenting user`,
        () => api.askUserInfo(...asked),
        ([, data]) => isInfo(data),
      )
    }
  },

  async 'mtn-momo-sdk'(call) {
    const paid = await client.processPayment('100', payer.partyId, randomUUID()).catch((error) => error)
    const answers = [
      ['create an API user', /apiuser$/, 201],
      ['make its key', /apikey$/, 201],
      ['collection: token', /token\/$/, 200],
      ['collection: request to pay', /requesttopay$/, 202],
    ]
    for (const [what, path, status] of answers)
      await call(
        what,
        () => process.exchanges.find((exchange) => path.test(exchange[0])),
        (found) => found[1] === status,
      )
    await call(
      'collection: its status',
      () => paid,
      ({ data }) => isPayment(data),
    )
  },
}

/** mtn-momo, and the client that was made from it. */
async function momo(call) {
  const global = client.create({ callbackHost: callback })
  for (const [product, open] of [
    ['collection', global.Collections],
    ['disbursement', global.Disbursements],
  ]) {
    const primaryKey = access[product].subscriptionKey
    const users = global.Users({ primaryKey })
    const userId = await call('create an API user', () => users.create(callback), isText)
    const { apiKey: userSecret } = await call('make its key', () => users.login(userId), isKey)
    const api = open({ primaryKey, userId, userSecret })
    await call(`${product}: balance`, () => api.getBalance(), isBalance)
    await call(`${product}: token`, () => true)
    const referenceId = randomUUID()
    const id =
      product === 'collection'
        ? await call('collection: request to pay', () => api.requestToPay({ ...order, referenceId, payer }), isText)
        : await call('disbursement: transfer', () => api.transfer({ ...order, referenceId, payee: payer }), isText)
    await call(`${product}: its status`, () => api.getTransaction(id), isPayment)
    await call(
      `${product}: whether a number is active`,
      () => api.isPayerActive(payer.partyId),
      (is) => (is.result ?? is) === true,
    )
  }
}

const isText = (value) => typeof value === 'string' && value !== ''
const isKey = ({ apiKey }) => /^[0-9a-f]{32}$/.test(apiKey)
const isToken = ({ access_token }) => isText(access_token)
const isPayment = ({ status }) => status === 'PENDING' || status === 'SUCCESSFUL'
const isBalance = ({ availableBalance }) => /^[0-9]+$/.test(availableBalance)
const isInfo = ({ family_name }) => isText(family_name)

async function call(what, make, isRight = () => true) {
  try {
    const made = await make()
    process.send([what, isRight(made) ? 'yes' : `returned ${JSON.stringify(made)}`])
    return made
  } catch (error) {
    process.send([what, `${error.response?.status ?? error.message}`])
    return {}
  }
}

clients[name](call).then(
  () => process.disconnect(),
  (error) => {
    process.send(['the rest', error.message])
    process.disconnect()
  },
)
