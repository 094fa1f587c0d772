import { expect } from 'chai'
import type { Configuration } from '../../../composition/networks/configuration.ts'
import { weaknessesIn } from '../../../composition/networks/weaknesses.ts'
import { uganda } from '../../../core/sente.ts'
import { rule, table } from '../../rule.ts'

describe('32 Settings: what is weaker than it could be', () => {
  rule(
    '32.32',
    'the start and the doctor warn once of an old padding of Airtel’s PIN, where a better one could be configured',
    table(
      ['pin_padding', 'warnings'],
      [
        ['absent', 1],
        ['pkcs1', 1],
        ['oaep-sha1', 0],
        ['oaep-sha256', 0],
      ],
      (padding, warnings) => {
        const settings = { network: 'AIRTEL', baseUrl: '', ...(padding !== 'absent' && { pinPadding: padding }) }
        const configuration: Pick<Configuration, 'market' | 'connectionOf'> = {
          market: new Map([...uganda, ['RWF', uganda.get('UGX') ?? { minimum: 1, maximum: 2, networks: [] }]]),
          connectionOf: (_, network) => ({
            ...{ api: network === 'MTN' ? 'mtn-momo' : 'airtel-money', name: 'airtel-uganda', settings },
          }),
        }
        const found = weaknessesIn(configuration)
        expect(found).to.have.length(Number(warnings))
        if (found[0]) expect(found[0].found).to.match(/^airtel-uganda gets the PIN of payouts under the padding PKCS#1/)
      },
    ),
  )
})
