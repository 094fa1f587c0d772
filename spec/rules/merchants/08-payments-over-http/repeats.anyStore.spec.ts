import { rule } from '../../../rule.ts'
import { type Api, accepted, refused } from '../../../stages/overHttp.ts'

const goodBody = ({ bodies }: Api) => JSON.stringify(bodies['send-money'])

const ambiguous = [400, 'malformed_json', 'Body must not name a field twice'] as const

/** A good body with something before its fields. */
function withStart(start: string) {
  return (api: Api) => api.post('send-money', goodBody(api).replace('{', `{${start}`))
}

describe('8 Payments over HTTP: repeated names', () => {
  rule('8.59', 'a body that names a field twice is refused, because two programs may read two amounts in it', {
    'the amount': refused(...ambiguous, withStart('"amount":500,')),
    'the amount, written in another way': refused(...ambiguous, withStart('"\\u0061mount":500,')),
    'a field that is ignored': refused(...ambiguous, withStart('"note":1,"note":1,')),
    __proto__: refused(...ambiguous, withStart('"__proto__":1,"__proto__":1,')),
    'a name of the metadata': refused(...ambiguous, withStart('"metadata":{"order":"1","order":"2"},')),
    'a name far inside': refused(
      ...ambiguous,
      withStart(`"note":${'[{"":'.repeat(1_000)}{"a":1,"a":2}${'}]'.repeat(1_000)},`),
    ),
    'not the same name in two objects': accepted((api) =>
      api.post('send-money', goodBody(api).replace('{', '{"metadata":{"amount":"1:2","reference":"\\"x\\":1"},')),
    ),
  })
})
