import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { apiBreaks } from '../../../../packages/apiBreaks.ts'
import { rule } from '../../../rule.ts'
import { projectFolder, textOf } from '../../../sourceTree.ts'
import { apiDescription } from './oracle/document.ts'

const released = 'packages/sente/openapi.released.json'

/** The description after a change of it. */
function changed(change: (description: ReturnType<typeof JSON.parse>) => unknown): object {
  const copy = JSON.parse(JSON.stringify(apiDescription))
  change(copy)
  return copy
}

const list = '/api/v1/transactions'

/** Changes that break a client, and the message about each. */
const offences: Record<string, [change: Parameters<typeof changed>[0], said: string]> = {
  'a removed operation': [({ paths }) => delete paths[list].get, `get ${list} is gone`],
  'a removed parameter': [({ paths }) => paths[list].get.parameters.pop(), `get ${list}: parameter reference is gone`],
  'a removed status': [({ paths }) => delete paths[list].get.responses[429], `get ${list}: status 429 is gone`],
  'a removed field of an answer': [
    ({ components }) => delete components.schemas.InitiatedPayment.properties.network,
    'post /api/v1/send-money: field data.network of 201 is gone',
  ],
  'a newly required field of a body': [
    ({ components: { schemas } }) => {
      schemas.Collection.properties.pin = { type: 'string' }
      schemas.Collection.required.push('pin')
    },
    'post /api/v1/collect-money: field pin is required',
  ],
  'a removed message to webhooks': [
    ({ webhooks }) => delete webhooks['payout.failed'],
    'webhook payout.failed is gone',
  ],
  'a removed header of a message': [
    ({ webhooks }) => webhooks['payout.failed'].post.parameters.shift(),
    'webhook payout.failed: header webhook-id is gone',
  ],
  'a removed field of a message': [
    ({ components }) => delete components.schemas.PayoutFailedMessage.properties.sequence,
    'webhook payout.failed: field sequence is gone',
  ],
}

describe('15 The API describes itself: its record', () => {
  rule('15.14', 'the description is recorded: `npm run api` writes it', () =>
    expect(JSON.parse(textOf('packages/sente/openapi.json'))).to.deep.equal(apiDescription),
  )

  rule(
    '15.15',
    'since the last release nothing that clients could rely on was removed, and requests need nothing new',
    {
      'since the last release': () => {
        const before = existsSync(join(projectFolder, released)) ? JSON.parse(textOf(released)) : { paths: {} }
        expect(apiBreaks(before, apiDescription)).to.deep.equal([])
      },
      'the same breaks nothing': () => expect(apiBreaks(apiDescription, apiDescription)).to.deep.equal([]),
      'additions break nothing': () =>
        expect(
          apiBreaks(
            changed(({ paths }) => delete paths[list]),
            apiDescription,
          ),
        ).to.deep.equal([]),
      ...Object.fromEntries(
        Object.entries(offences).map(([name, [change, said]]) => [
          `${name} is seen`,
          () => expect(apiBreaks(apiDescription, changed(change))).to.include(said),
        ]),
      ),
    },
  )
})
