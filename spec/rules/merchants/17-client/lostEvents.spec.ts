import { expect } from 'chai'
import { RefusedError } from '../../../../adapters/client/client.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { rule } from '../../../rule.ts'
import { openClient } from './openClient.ts'

describe('17 The client: lost events', () => {
  rule('17.22', 'a request for events after one that the books have lost fails at once, without a wait', async () => {
    const { client, sent } = await openClient()
    const error = await rejection(client.events({ after: 2 }).next())
    expect(error).to.be.instanceOf(RefusedError)
    expect((error as RefusedError).refusal).to.include({ refused: 'beyond_last_event', status: 409 })
    expect(error.message).to.contain('The account’s last event is 1.')
    expect(sent).to.have.lengthOf(1)
  })
})
