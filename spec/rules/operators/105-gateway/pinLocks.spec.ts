import { expect } from 'chai'
import { pino } from 'pino'
import { alarmsInto } from '../../../../adapters/telemetry/log/alarms.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'

describe('105 Payments through the gateway: locked PINs', () => {
  rule('105.30', 'each lock of a PIN is a warning in the log, with the account and without the PIN', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const { send, caller, payout, account, clock } = await openCore({}, alarmsInto(log))
    for (let request = 1; request <= 20; request += 1) {
      await send({ caller: await caller(), request: { ...payout, pin: '739164' } })
    }
    expect(lines).to.have.length(1)
    expect(JSON.parse(lines[0] ?? '')).to.include({
      level: 40,
      msg: 'a PIN is locked after too many wrong attempts',
      account_id: account.id,
      because: 'five_in_a_row',
      locked_until: new Date(clock.nowMs() + 900_000).toISOString(),
    })
    for (const pin of ['739164', payout.pin]) {
      expect(lines.join('').replaceAll(account.id, '')).not.to.match(new RegExp(`"[^"]*${pin}[^"]*"`))
    }
  })
})
