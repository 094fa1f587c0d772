import { expect } from 'chai'
import { pauseNetwork } from '../../../../core/sente.ts'
import { hourMs, minuteMs } from '../../../fixtures/core.ts'
import { sinceIn, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { forgotten, openCompared, topUp } from '../137-exceptions/compared.ts'

describe('134 The operators’ pages: since the last visit', () => {
  const because = 'they said so by phone'
  const line = { network: 'MTN', currency: 'UGX', kind: 'payout' } as const

  /** Nakato, who was there an hour before `meanwhile` runs; resolves with her first page another hour later. */
  async function comeBack(meanwhile: (compared: Awaited<ReturnType<typeof openCompared>>) => Promise<unknown>) {
    const compared = await openCompared()
    const { clock, nakato, ports, found, again } = compared
    await found([topUp])
    await pauseNetwork(ports)({ ...line, kind: 'collection', by: 'okot', because })
    clock.forwardMs(minuteMs)
    expect(textOf(await nakato.get('/operator/'))).not.to.include('Since you last looked')
    const leftAtMs = clock.nowMs()
    clock.forwardMs(hourMs)
    await meanwhile(compared)
    clock.forwardMs(hourMs)
    const answer = await (await again(nakato)).get('/operator/')
    expect(sinceIn(answer)).to.equal(leftAtMs)
    return { text: textOf(answer), body: answer.body }
  }

  rule(
    '134.11',
    'the first page counts the changes by others since the last visit, and the open exceptions that were found',
    {
      'a change and two exceptions': async () => {
        const { text, body } = await comeBack(async ({ ports, found }) => {
          await pauseNetwork(ports)({ ...line, by: 'okot', because })
          await pauseNetwork(ports)({ ...line, network: 'AIRTEL', by: 'nakato', because })
          await found([forgotten, topUp], 'AIRTEL')
        })
        expect(text).to.match(
          /Since you last looked, [\w ,:]+ 2 changes by others 2 open exceptions found Needs attention/,
        )
        expect(body).to.include('href="/operator/actions"').and.include('href="/operator/exceptions"')
      },
      nothing: async () => {
        const { text } = await comeBack(({ ports }) => pauseNetwork(ports)({ ...line, by: 'nakato', because }))
        expect(text).to.match(/Since you last looked, [\w ,:]+ Nobody else has changed anything, and there is no new/)
      },
      'more than are counted': async () => {
        const { text } = await comeBack(async ({ ports, found, userOf }) => {
          for (let n = 0; n < 50; n += 1) await userOf('administrator', `operator-${n}`)
          await pauseNetwork(ports)({ ...line, by: 'nakato', because })
          await found(Array.from({ length: 100 }, () => topUp))
        })
        expect(text).to.include('at least 99 changes by others at least 100 open exceptions found')
      },
    },
  )
})
