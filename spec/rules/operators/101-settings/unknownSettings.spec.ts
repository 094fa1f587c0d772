import { expect } from 'chai'
import { readCommandSettings } from '../../../../composition/settings/settings.ts'
import { rule, table } from '../../../rule.ts'

function refusal(variables: Record<string, string>): string {
  try {
    readCommandSettings(variables)
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

describe('101 Settings: unknown ones', () => {
  rule('101.40', 'an unknown variable whose name begins like a setting is refused, and the nearest setting is named', {
    'a spelling mistake': table(
      ['variable', 'the nearest'],
      [
        ['SENTE_PUBLIC_ULR', 'SENTE_PUBLIC_URL'],
        ['SENTE_WEBHOOKS_KEY', 'SENTE_WEBHOOK_KEY'],
        ['SENTE_PINKEY_FILE', 'SENTE_PIN_KEY_FILE'],
        ['SENTE_METRIC', 'SENTE_METRICS'],
        ['Sente_Operator', 'SENTE_OPERATOR'],
        ['SENTE_PORT', 'PORT'],
        ['SENTE_LOGLEVEL', 'LOG_LEVEL'],
        ['SENTE_CONFIG_FILE', 'SENTE_CONFIG'],
      ],
      (variable, closest) =>
        expect(refusal({ [variable]: '8080' })).to.equal(
          `${variable} is not a known setting; the nearest is ${closest}`,
        ),
    ),
    'several at once': () => expect(refusal({ SENTE_A: '', SENTE_B: '' }).split('\n')).to.have.length(2),
    'not the variables that Kubernetes makes for a service named sente': table(
      ['variable', 'value'],
      [
        ['SENTE_SERVICE_HOST', '10.0.0.11'],
        ['SENTE_SERVICE_PORT', '3000'],
        ['SENTE_SERVICE_PORT_HTTP', '3000'],
        ['SENTE_PORT', 'tcp://10.0.0.11:3000'],
        ['SENTE_PORT_3000_TCP', 'tcp://10.0.0.11:3000'],
        ['SENTE_PORT_3000_TCP_PROTO', 'tcp'],
        ['SENTE_PORT_3000_TCP_PORT', '3000'],
        ['SENTE_PORT_3000_TCP_ADDR', '10.0.0.11'],
        ['SENTE_DB_SERVICE_HOST', '10.0.0.12'],
      ],
      (variable, value) => expect(refusal({ [variable]: value })).to.equal('accepted'),
    ),
  })
})
