import { expect } from 'chai'
import { beginQuarantine, endQuarantine, findQuarantine, isRefusal, listQuarantines } from '../../../core/sente.ts'
import { openCore } from '../../fixtures/core.ts'
import { refusal, rule } from '../../rule.ts'

describe('113 Quarantined books', () => {
  refusal(
    '113.1',
    'quarantined',
    'while the books are quarantined no payment is opened, and no PIN is compared',
    async () => {
      const { send, collect, caller, payout, request, ports } = await openCore()
      const decision = { by: 'amina', because: 'the disk was set back' }
      expect(isRefusal(await beginQuarantine(ports)(decision))).to.equal(false)
      for (let guess = 0; guess < 10; guess += 1) {
        expect(await send({ caller: await caller(), request: { ...payout, pin: '0000' } })).to.deep.equal({
          refused: 'quarantined',
        })
      }
      expect(await collect({ caller: await caller(), request })).to.deep.equal({ refused: 'quarantined' })
      expect(isRefusal(await endQuarantine(ports)(decision))).to.equal(false)
      const sent = await send({ caller: await caller(), request: payout })
      expect(isRefusal(sent) && sent.refused).to.equal(false)
    },
  )

  rule('113.2', 'a quarantine begins and ends with a reason that is not blank, and neither happens twice', async () => {
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

  rule('113.3', 'a quarantine records the time, the person and the reason of its beginning and end', async () => {
    const { ports, clock } = await openCore()
    expect(await findQuarantine(ports)()).to.equal(undefined)
    const begunAtMs = clock.nowMs()
    const begun = { begunAtMs, why: 'by_operator', explanation: 'amina: the disk was set back', ended: null }
    const answer = await beginQuarantine(ports)({ by: 'amina', because: 'the disk was set back' })
    expect(answer).to.have.property('quarantine').that.includes(begun)
    expect(await findQuarantine(ports)()).to.include(begun)
    clock.forwardMs(60_000)
    const ended = { atMs: begunAtMs + 60_000, by: 'okello', because: 'compared with the portal' }
    expect(await endQuarantine(ports)({ by: 'okello', because: 'compared with the portal' }))
      .to.have.nested.property('quarantine.ended')
      .that.deep.equals(ended)
    expect(await findQuarantine(ports)()).to.equal(undefined)
    const { lasting: none, earlier: past } = await listQuarantines(ports)()
    expect([none, past.map((one) => one.ended)]).to.deep.equal([undefined, [ended]])
    await beginQuarantine(ports)({ by: 'amina', because: 'once more' })
    expect(await findQuarantine(ports)()).to.include({ explanation: 'amina: once more' })
    const { lasting, earlier } = await listQuarantines(ports)()
    expect([lasting, ...earlier].map((one) => [one?.explanation, one?.ended])).to.deep.equal([
      ['amina: once more', null],
      [begun.explanation, ended],
    ])
  })

  rule('113.4', 'a refusal to begin or end a quarantine comes with its reason', async () => {
    const { ports } = await openCore()
    const decision = { by: 'amina', because: 'compared' }
    const unread = {
      refused: 'malformed_explanation',
      message: 'The explanation must be 1 to 500 printable characters',
    }
    expect(await beginQuarantine(ports)({ ...decision, because: ' ' })).to.deep.equal(unread)
    expect(await endQuarantine(ports)(decision)).to.deep.equal({
      refused: 'not_quarantined',
      message: 'The books are not quarantined',
    })
    await beginQuarantine(ports)(decision)
    expect(await beginQuarantine(ports)(decision)).to.deep.equal({
      refused: 'quarantined_already',
      message: 'The books are already quarantined',
    })
  })
})
