import { expect } from 'chai'
import { refusal, rule, table } from '../../../rule.ts'
import { type Api, accepted, overHttp, refused, type Send } from '../../../stages/overHttp.ts'

const jsonOnly = [415, 'unsupported_media_type', 'Body must be application/json in UTF-8, not compressed'] as const
const notJson = [400, 'malformed_json', 'Body must be a JSON object'] as const

const goodBody = ({ bodies }: Api) => JSON.stringify(bodies['send-money'])

const sizedBody = (api: Api, bytes: number) => goodBody(api).padEnd(bytes, ' ')

const asType =
  (contentType: string): Send =>
  (api) =>
    api.post('send-money', goodBody(api), { 'content-type': contentType })

const asBody =
  (body: string): Send =>
  ({ post }) =>
    post('send-money', body)

describe('8 Payments over HTTP: the body', () => {
  refusal(
    '8.4',
    'unsupported_media_type',
    'a body of another content type or charset, or a compressed one, is refused',
    {
      'text/plain': refused(...jsonOnly, asType('text/plain')),
      form: refused(...jsonOnly, asType('application/x-www-form-urlencoded')),
      'other types of JSON': refused(...jsonOnly, asType('application/vnd.api+json')),
      'latin1 charset': refused(...jsonOnly, asType('application/json; charset=iso-8859-1')),
      'two charsets': refused(...jsonOnly, asType('application/json; charset=utf-8; charset=latin1')),
      'no type at all': refused(...jsonOnly, asType(';')),
      gzip: refused(...jsonOnly, (api) => api.post('send-money', goodBody(api), { 'content-encoding': 'gzip' })),
    },
  )

  rule('8.5', 'JSON in UTF-8 is read under any spelling of its content type, and without one', {
    charset: accepted(asType('application/json; charset=utf-8')),
    'other case': accepted(asType('Application/JSON;Charset="UTF-8"')),
    'odd parameters': accepted(asType('application/json; odata=verbose; q;')),
    identity: accepted((api) => api.post('send-money', goodBody(api), { 'content-encoding': 'identity' })),
    none: accepted((api) =>
      api.post('send-money', new TextEncoder().encode(goodBody(api)), { 'content-type': undefined }),
    ),
  })

  refusal('8.6', 'body_too_large', 'a body has at most 16 KiB', {
    '': table(
      ['bytes', 'answer'],
      [
        [16_383, 'accepted'],
        [16_384, 'accepted'],
        [16_385, 'body_too_large'],
      ],
      (bytes, answer) => {
        const send: Send = (api) => api.post('send-money', sizedBody(api, bytes))
        if (answer === 'accepted') return accepted(send)()
        return refused(413, answer, 'Body cannot exceed 16384 bytes', send)()
      },
    ),
    'a megabyte, and the connection goes on': async () => {
      const { raw, authorization } = await overHttp()
      const head = `POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`
      const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
      const [first, second] = await raw(
        `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(16)}0\r\n\r\n`,
        'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      )
      expect([first?.status, second?.status]).to.deep.equal([413, 200])
    },
  })

  refusal('8.7', 'malformed_json', 'a body that is not a JSON object is refused', {
    'cut off': refused(...notJson, asBody('{"amount":')),
    'no JSON': refused(...notJson, asBody('amount=500')),
    'an array': refused(...notJson, asBody('[]')),
    'a string': refused(...notJson, asBody('"order-1"')),
    'a number': refused(...notJson, asBody('500')),
    null: refused(...notJson, asBody('null')),
    'only spaces': refused(...notJson, asBody('  ')),
    'not UTF-8': refused(...notJson, (api) =>
      api.post('send-money', Buffer.from(goodBody(api).replace('order-1', 'order-\xff'), 'latin1')),
    ),
    'not UTF-8 in a field that is ignored': refused(...notJson, (api) =>
      api.post('send-money', Buffer.from(goodBody(api).replace('{', '{"note":"\xf0\x9f\x98",'), 'latin1')),
    ),
  })
})
