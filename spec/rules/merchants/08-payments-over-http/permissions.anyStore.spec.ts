import type { Account } from '../../../../core/sente.ts'
import { refusal } from '../../../rule.ts'
import { expectError, type Operation, overHttp } from '../../../stages/overHttp.ts'

/** Examples of requests that the account is no longer allowed to make. */
const refusedTo = (operations: Operation[], changes: Partial<Account>, code: string, message: string) =>
  Object.fromEntries(
    operations.map((operation) => [
      operation,
      async () => {
        const { change, post, bodies } = await overHttp()
        await change((account) => ({ ...account, ...changes }))
        expectError(await post(operation, bodies[operation]), 403, code, message)
      },
    ]),
  )

const both: Operation[] = ['send-money', 'collect-money']

describe('8 Payments over HTTP: permissions of an account', () => {
  refusal(
    '8.44',
    'kyc_incomplete',
    'an account without complete KYC may not pay',
    refusedTo(both, { kyc: 'incomplete' }, 'kyc_incomplete', 'Unauthorized. Complete KYC to access this API'),
  )

  refusal(
    '8.45',
    'api_access_off',
    'an account with its API access off may not pay',
    refusedTo(both, { apiAccess: false }, 'api_access_off', 'API access is turned off by user'),
  )

  refusal(
    '8.46',
    'currency_not_activated',
    'an account pays only in currencies that are activated for it',
    refusedTo(both, { activatedCurrencies: [] }, 'currency_not_activated', 'Currency not activated'),
  )

  refusal(
    '8.47',
    'pin_not_set',
    'an account without a PIN makes no payouts',
    refusedTo(['send-money'], { pin: null }, 'pin_not_set', 'Please set your PIN in settings first'),
  )
})
