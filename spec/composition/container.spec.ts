import { expect } from 'chai'
import { pino } from 'pino'
import { buildContainer } from '../../composition/container.ts'
import { sandboxConfiguration } from '../../composition/sandbox.ts'
import { tokens } from '../../composition/tokens.ts'
import { hasty } from '../../core/sente.ts'
import { rule } from '../rule.ts'

function container() {
  return buildContainer({
    purpose: 'sandbox',
    databasePath: ':memory:',
    serving: { onLost() {} },
    pinKeys: () => ({ current: 'a PIN key for tests' }),
    configuration: sandboxConfiguration(),
    policy: hasty,
    callbacks: { secret: undefined, publicUrl: () => undefined },
    log: pino({ level: 'silent' }),
  })
}

describe('29 The container', () => {
  rule(
    '29.1',
    'every token is resolved',
    Object.fromEntries(
      Object.entries(tokens).map(([name, token]) => [name, () => expect(container().get<unknown>(token)).to.exist]),
    ),
  )

  rule('29.2', 'each thing is made once', () => {
    const one = container()
    for (const token of Object.values(tokens)) expect(one.get<unknown>(token)).to.equal(one.get<unknown>(token))
  })
})
