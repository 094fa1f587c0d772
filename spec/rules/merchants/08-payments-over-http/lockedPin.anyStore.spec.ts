import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

describe('8 Payments over HTTP: a locked PIN', () => {
  rule(
    '8.60',
    'a locked PIN is answered with the status and message of a wrong one, but another `Error-Code` and `Retry-After`',
    async () => {
      const { post, bodies, clock } = await overHttp()
      const guess = (pin: string) => post('send-money', { ...bodies['send-money'], pin })
      for (let wrong = 1; wrong <= 4; wrong += 1) await guess('9999')
      const wrong = await guess('9999')
      clock.forwardMs(60_001)
      const locked = await guess('4071')
      for (const { status, text } of [wrong, locked]) {
        expect([status, text]).to.deep.equal([401, '{"status":"error","message":"Invalid PIN"}'])
      }
      expect(wrong.headers).to.include({ 'error-code': 'invalid_pin' }).and.not.to.have.property('retry-after')
      expect(locked.headers).to.include({ 'error-code': 'pin_locked', 'retry-after': '840' })
    },
  )
})
