import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import type { HttpAnswer } from '../../../stages/overHttp.ts'
import { undeclared } from './oracle/undeclared.ts'

describe('15 The API describes itself: undeclared answers', () => {
  const call = { method: 'GET', path: '/livez' }
  const alive: HttpAnswer = {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'request-id': '5b1d5f5e-7d0c-4a55-9c3a-0a4f2f1f3c11',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    },
    text: '{"status":"success","message":"Alive"}',
  }
  const { 'request-id': _, ...withoutId } = alive.headers

  const given: Record<string, [answer: HttpAnswer, problems: number]> = {
    'as declared': [alive, 0],
    'another status': [{ ...alive, status: 202 }, 1],
    'another message': [{ ...alive, text: '{"status":"success","message":"Dead"}' }, 1],
    'one more property': [{ ...alive, text: '{"status":"success","message":"Alive","since":1}' }, 1],
    'another type': [{ ...alive, headers: { ...alive.headers, 'content-type': 'text/html' } }, 1],
    'one more header': [{ ...alive, headers: { ...alive.headers, 'x-powered-by': 'y' } }, 1],
    'a header missing': [{ ...alive, headers: withoutId }, 1],
    'a header of a wrong form': [{ ...alive, headers: { ...alive.headers, 'request-id': '7' } }, 1],
  }

  rule(
    '15.6',
    'an answer with an undeclared status, header or body fails its test',
    Object.fromEntries(
      Object.entries(given).map(([name, [answer, count]]) => [
        name,
        () => expect(undeclared(call, answer)).to.have.length(count),
      ]),
    ),
  )
})
