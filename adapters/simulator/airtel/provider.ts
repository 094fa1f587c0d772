import type { AirtelAccess } from './access.ts'
import type { AirtelPadding } from './secrets/cipher.ts'

type Access = AirtelAccess & {
  readonly baseUrl: string
  readonly publicKey: string
  readonly pinPadding: AirtelPadding
}

/** The simulated Airtel in the form of a configuration file, with its credentials by the names in that file. */
export function airtelProvider({ baseUrl, country, pinPadding, clientId, clientSecret, pin, publicKey }: Access) {
  return {
    entry: {
      api: 'airtel-money',
      base_url: baseUrl,
      country,
      country_code: '256',
      client_id_env: 'SIMULATED_AIRTEL_CLIENT_ID',
      client_secret_env: 'SIMULATED_AIRTEL_CLIENT_SECRET',
      pin_env: 'SIMULATED_AIRTEL_PIN',
      pin_key_env: 'SIMULATED_AIRTEL_PIN_KEY',
      pin_padding: pinPadding,
      balance: 'v2',
    },
    credentials: {
      SIMULATED_AIRTEL_CLIENT_ID: clientId,
      SIMULATED_AIRTEL_CLIENT_SECRET: clientSecret,
      SIMULATED_AIRTEL_PIN: pin,
      SIMULATED_AIRTEL_PIN_KEY: publicKey,
    },
  }
}
