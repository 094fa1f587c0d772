import { expect } from 'chai'
import { readSandboxSettings } from '../../../../composition/settings/settings.ts'
import { rule, table } from '../../../rule.ts'

describe('101 Settings: the second step', () => {
  rule(
    '101.38',
    'a setting says whether managers and viewers need a second step, too',
    table(
      ['SENTE_SECOND_STEP', 'they have to'],
      [
        [undefined, false],
        ['operators', false],
        ['holders', true],
        ['nobody', 'operators or holders'],
      ],
      (given, expected) => {
        const read = () => readSandboxSettings(given === undefined ? {} : { SENTE_SECOND_STEP: `${given}` })
        if (typeof expected === 'string') expect(read).to.throw(expected)
        else expect(read().holdersTakeTwoSteps).to.equal(expected)
      },
    ),
  )
})
