import { expect } from 'chai'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { eventListSchema } from '../../../adapters/postgres/schema/eventLists.ts'
import { auditBooks } from '../../../core/sente.ts'
import { fundedAccount } from '../../contracts/kit/bookActs.ts'
import { makeSchema, onServer } from '../../fixtures/postgres/postgres.ts'
import { moveOften, sequencesOf } from '../../fixtures/typedEvents.ts'
import { rule } from '../../rule.ts'

/** What an older version does not have. */
const withoutLists = `
  DROP TRIGGER events_are_entered ON events;
  DROP FUNCTION enter_events;
  DROP VIEW event_types;
  DROP TABLE event_lists`

describe('44 PostgreSQL: lists of events', () => {
  rule('44.63', 'the events of what an older version of sente has written are listed by their types too', async () => {
    const { path, drop } = await makeSchema()
    const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
    try {
      const { account } = await fundedAccount(store)
      await onServer(path, withoutLists)
      await moveOften(store, account.id)
      await onServer(path, eventListSchema)
      expect(await sequencesOf(store, account.id, 'balance.withdrawn')).to.deep.equal([12, 62, 112])
      await moveOften(store, account.id)
      expect(await sequencesOf(store, account.id, 'balance.withdrawn')).to.deep.equal([12, 62, 112, 162, 212, 262])
      expect(await sequencesOf(store, account.id, 'balance.funded')).to.have.length(295)
      expect((await auditBooks(store)()).broken).to.deep.equal([])
    } finally {
      await store.close()
      await drop()
    }
  })
})
