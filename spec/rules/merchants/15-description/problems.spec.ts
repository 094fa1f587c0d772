import { expect } from 'chai'
import { answers, type Code } from '../../../answers.ts'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

describe('15 The API describes itself: problems', () => {
  const notUntouched: Record<string, readonly [money: string, reference: string, retry: string]> = {
    duplicate_reference: ['no', 'yes', 'no'],
    duplicate_batch: ['no', 'yes', 'no'],
    duplicate_link: ['no', 'yes', 'no'],
    provider_unavailable: ['no', 'yes', 'new_reference'],
    outcome_unknown: ['unknown', 'yes', 'no'],
    internal_error: ['unknown', 'unknown', 'same_request'],
    limit_reached: ['no', 'no', 'same_request'],
    pin_locked: ['no', 'no', 'same_request'],
    rate_limited: ['no', 'no', 'same_request'],
    too_many_redeliveries: ['no', 'no', 'same_request'],
    network_unavailable: ['no', 'no', 'same_request'],
    quarantined: ['no', 'no', 'same_request'],
    name_unknown: ['no', 'no', 'same_request'],
    not_ready: ['no', 'no', 'same_request'],
    request_timeout: ['no', 'no', 'same_request'],
    request_aborted: ['no', 'no', 'same_request'],
  }

  rule(
    '15.20',
    'the page about an error shows its problem, which says, with few exceptions, that nothing was done and something must change',
    table(
      ['code', 'money moved', 'reference used', 'how to send it again'],
      Object.keys(answers).map((code): [string, string, string, string] => [
        code,
        ...(notUntouched[code] ?? ['no', 'no', 'after_change']),
      ]),
      async (code, money, reference, retry) => {
        const { ask } = await overHttp()
        const { problem } = JSON.parse((await ask('GET', `/errors/${code}`, { accept: 'application/json' })).text).data
        expect(problem).to.include({ type: `/errors/${code}`, code, status: answers[code as Code][0] })
        expect(problem).to.include({ money_moved: money, reference_used: reference, retry })
        const html = (await ask('GET', `/errors/${code}`, { accept: 'text/html' })).text
        expect(html).to.include(`"retry": "${retry}"`)
      },
    ),
  )
})
