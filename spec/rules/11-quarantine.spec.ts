import { expect } from 'chai'
import { beginQuarantine, endQuarantine, isRefusal } from '../../core/sente.ts'
import { openCore } from '../fixtures/core.ts'
import { rule } from '../rule.ts'

describe('11 Quarantined books', () => {
  rule('11.1', 'while the books are quarantined no payment is opened, and no PIN is compared', async () => {
    const { send, collect, caller, payout, request, ports } = await openCore()
    const decision = { by: 'amina', because: 'the disk was set back' }
    expect(isRefusal(await beginQuarantine(ports)(decision))).to.equal(false)
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await send(await caller(), { ...payout, pin: '0000' })).to.deep.equal({ refused: 'quarantined' })
    }
    expect(await collect(await caller(), request)).to.deep.equal({ refused: 'quarantined' })
    expect(isRefusal(await endQuarantine(ports)(decision))).to.equal(false)
    const sent = await send(await caller(), payout)
    expect(isRefusal(sent) && sent.refused).to.equal(false)
  })

  rule('11.2', 'a quarantine begins and ends with a reason that is not blank, and neither happens twice', async () => {
    const { ports } = await openCore()
    const decision = { by: 'amina', because: 'compared' }
    expect(await endQuarantine(ports)({ by: 'amina', because: ' ' })).to.have.property(
      'refused',
      'malformed_explanation',
    )
    expect(await endQuarantine(ports)(decision)).to.have.property('refused', 'not_quarantined')
    await beginQuarantine(ports)(decision)
    expect(await beginQuarantine(ports)(decision)).to.have.property('refused', 'quarantined_already')
  })
})
