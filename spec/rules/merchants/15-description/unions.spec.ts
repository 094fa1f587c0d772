import { expect } from 'chai'
import { eventTypes } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { apiDescription, at } from './oracle/document.ts'
import { validator } from './oracle/validator.ts'

const validate = validator(apiDescription)

/** The description under a pointer, or under its reference. */
function partAt(pointer: string): ReturnType<typeof JSON.parse> {
  const part = Object(at(apiDescription, pointer))
  return typeof part.$ref === 'string' ? partAt(part.$ref) : part
}

const callback = '/api/v1/webhook-endpoints'

describe('15 The API describes itself: unions', () => {
  rule('15.23', 'events and messages have one of several forms, named by `type`', {
    '': table(
      ['union', 'types'],
      [
        ['Event', eventTypes.join(' ')],
        ['WebhookMessage', [...eventTypes, 'webhook.test'].join(' ')],
      ],
      (name, types) => {
        const { oneOf, discriminator } = partAt(`#/components/schemas/${name}`)
        expect(discriminator).to.include({ propertyName: 'type' })
        expect(Object.keys(discriminator.mapping).join(' ')).to.equal(types)
        expect(oneOf).to.deep.equal(Object.values(discriminator.mapping).map(($ref) => ({ $ref })))
        for (const [type, pointer] of Object.entries(discriminator.mapping))
          expect(partAt(String(pointer)).properties.type.enum).to.deep.equal([type])
      },
    ),
    'data of another type do not fit': () => {
      const body = '#/webhooks/payout.failed/post/requestBody/content/application~1json'
      const { example } = partAt(body)
      const pointer = '#/components/schemas/WebhookMessage'
      expect(validate(pointer, example)).to.deep.equal([])
      expect(validate(pointer, { ...example, type: 'balance.funded', data: {} })).not.to.deep.equal([])
      expect(validate(pointer, { ...example, type: 'payout.lost' })).not.to.deep.equal([])
    },
    'the answer about a new endpoint describes the messages to come': () => {
      const { callbacks } = partAt(`#/paths/${callback.replaceAll('/', '~1')}/post`)
      const { requestBody } = callbacks.message['{$request.body#/url}'].post
      expect(requestBody.content['application/json'].schema.$ref).to.equal('#/components/schemas/WebhookMessage')
    },
  })
})
