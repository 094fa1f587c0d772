import { equal } from '../kit/expectations.ts'
import type { WebhookStore } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'
import { anAttempt, claimOf, endpointWithWork, idsClaimed, madeAt, settled } from './acts.ts'

/** Rule 205.24: answers of merchants' endpoints. */
export const answers: Facts<WebhookStore> = {
  async '205.24 a phone number is erased from answers, in stretches of attempts, in each of its forms'(store) {
    const { endpoint } = await endpointWithWork(store)
    await idsClaimed(store, 'one')
    const number = '256770000001'
    const answers = [`no order of ${number}`, 'of 770000001, or 770000002', 'none', `${number} ${number}`]
    const attempts = answers.map((answer) => anAttempt(1, { answer }))
    await store.webhooks.settle(endpoint.id, claimOf('one'), settled({ attempts }))
    const erase = (after: number) =>
      store.webhooks.eraseFromAnswers(endpoint.id, { phoneNumber: number, pseudonym: 'erased-0f', after, limit: 2 })
    const kept = async () => (await store.webhooks.attempts(endpoint.id, { limit: 9 })).attempts.toReversed()
    equal(await erase(0), 2, 'the end of the first stretch')
    const erased = ['no order of erased-0f', 'of erased-0f, or 770000002', 'none', 'erased-0f erased-0f']
    const partly = [...erased.slice(0, 2), ...answers.slice(2)]
    equal(
      await kept(),
      partly.map((answer) => madeAt(anAttempt(1, { answer }))),
      'the attempts after it',
    )
    equal([await erase(2), await erase(4)], [4, null], 'the end of the others')
    equal(
      await kept(),
      erased.map((answer) => madeAt(anAttempt(1, { answer }))),
      'the attempts after all',
    )
  },
}
