import { expect } from 'chai'
import { softAuthenticator } from '../../../fixtures/authenticator.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'
import { client, done, openHouse, password } from './house.ts'

const site = { host: 'pay.example', origin: 'https://pay.example' }

/** A manager with a passkey, signed in. */
async function openWithPasskey(key = softAuthenticator()) {
  const house = await openHouse()
  const { user, confirm, beginPasskey, enrolPasskey, signIn, beginPasskeyCheck, takeStep } = house
  const joined = await user('amina')
  const { session } = done(await confirm({ session: joined.session, password }))
  const { options } = done(await beginPasskey({ session, site }))
  const response = key.register({ options, site })
  const enrolled = done(await enrolPasskey({ session, name: ' her phone ', response, site, client }))
  const begin = async () => {
    const half = done(await signIn({ name: 'amina', password, client }))
    const asked = done(await beginPasskeyCheck({ session: half.session, site }))
    return { session: half.session, options: asked.options }
  }
  const take = (of: Awaited<ReturnType<typeof begin>>['session'], given: object, at = site) =>
    takeStep({ session: of, given: { response: given, site: at }, client })
  return { ...house, key, enrolled, response, begin, take, site }
}

describe('133 People', () => {
  rule('133.29', 'a passkey that is set up is the second step from then on', {
    'one with a counter': async () => {
      const { enrolled, key, begin, take } = await openWithPasskey()
      expect(enrolled.recoveryCodes).to.have.length(10)
      expect(enrolled.user.secondStep.passkeys.map(({ id, name }) => [id, name])).to.deep.equal([[key.id, 'her phone']])
      for (let n = 0; n < 2; n += 1) {
        const { session, options } = await begin()
        expect(done(await take(session, key.sign({ options, site }))).needs).to.equal(null)
      }
    },
    'one without a counter': async () => {
      const { key, begin, take } = await openWithPasskey(softAuthenticator({ counts: false }))
      for (let n = 0; n < 2; n += 1) {
        const { session, options } = await begin()
        expect(codeOf(await take(session, key.sign({ options, site })))).to.equal('done')
      }
    },
    'several, each removed by itself': async () => {
      const { enrolled, key, confirm, beginPasskey, enrolPasskey, dropSecondStep, begin, take, takeStep } =
        await openWithPasskey()
      const other = softAuthenticator()
      const { session } = done(await confirm({ session: enrolled.session, password }))
      const { options } = done(await beginPasskey({ session, site }))
      expect(options).to.have.nested.property('user.name', 'amina')
      expect(JSON.stringify(options)).to.include(key.id)
      const response = other.register({ options, site })
      const two = done(await enrolPasskey({ session, name: '', response, site, client }))
      expect(two.recoveryCodes).to.equal(null)
      expect(two.user.secondStep.passkeys.map(({ name }) => name)).to.deep.equal(['her phone', 'passkey'])
      done(await dropSecondStep({ session: two.session, drop: { passkeyId: key.id }, client }))
      const asked = await begin()
      expect(codeOf(await take(asked.session, key.sign({ ...asked, site })))).to.equal('wrong_code')
      const again = await begin()
      expect(codeOf(await take(again.session, other.sign({ ...again, site })))).to.equal('done')
      const code = { session: (await begin()).session, given: { code: '123456' }, client }
      expect(codeOf(await takeStep(code)), 'there are no codes').to.equal('wrong_code')
    },
    'several, each with its own counter': async () => {
      const { enrolled, key, confirm, beginPasskey, enrolPasskey, begin, take } = await openWithPasskey()
      const other = softAuthenticator()
      const { session } = done(await confirm({ session: enrolled.session, password }))
      const { options } = done(await beginPasskey({ session, site }))
      done(await enrolPasskey({ session, name: '', response: other.register({ options, site }), site, client }))
      key.setCounter(20)
      for (const one of [key, other, key]) {
        const asked = await begin()
        expect(codeOf(await take(asked.session, one.sign({ ...asked, site })))).to.equal('done')
      }
    },
  })

  rule(
    '133.30',
    'the signature of a passkey is valid once, for its challenge, on its site, and from a passkey of the user',
    {
      'a challenge is tried once': async () => {
        const { key, begin, take } = await openWithPasskey()
        const { session, options } = await begin()
        expect(codeOf(await take(session, softAuthenticator().sign({ options, site })))).to.equal('wrong_code')
        expect(codeOf(await take(session, key.sign({ options, site })))).to.equal('wrong_code')
      },
      'not in another session': async () => {
        const { key, begin, take } = await openWithPasskey()
        const [one, other] = [await begin(), await begin()]
        const signed = key.sign({ ...one, site })
        expect(codeOf(await take(other.session, signed))).to.equal('wrong_code')
        expect(codeOf(await take(one.session, signed))).to.equal('done')
        const third = await begin()
        expect(codeOf(await take(third.session, signed))).to.equal('wrong_code')
      },
      'not from another site': async () => {
        const { key, begin, take } = await openWithPasskey()
        const { session, options } = await begin()
        const elsewhere = { host: 'pay.example', origin: 'https://evil.example' }
        expect(codeOf(await take(session, key.sign({ options, site: elsewhere })))).to.equal('wrong_code')
        const again = await begin()
        const other = { host: 'evil.example', origin: site.origin }
        expect(codeOf(await take(again.session, key.sign({ options: again.options, site: other })))).to.equal(
          'wrong_code',
        )
      },
      'not when its counter has not risen, as in a copy': async () => {
        const { key, begin, take } = await openWithPasskey()
        const one = await begin()
        done(await take(one.session, key.sign({ ...one, site })))
        key.setCounter(0)
        const other = await begin()
        expect(codeOf(await take(other.session, key.sign({ ...other, site })))).to.equal('wrong_code')
        const both = [await begin(), await begin()].map((asked) => {
          key.setCounter(10)
          return take(asked.session, key.sign({ ...asked, site }))
        })
        expect((await Promise.all(both)).map(codeOf).toSorted()).to.deep.equal(['done', 'wrong_code'])
      },
      'nor does an old signature, or nonsense, set up a new one': async () => {
        const { key, enrolled, response, confirm, beginPasskey, enrolPasskey, user, clock } = await openWithPasskey()
        const enrol = (session: typeof enrolled.session, given: object) =>
          enrolPasskey({ session, name: 'x', response: given, site, client })
        expect(codeOf(await enrol(enrolled.session, response))).to.equal('wrong_code')
        done(await confirm({ session: enrolled.session, password }))
        done(await beginPasskey({ session: enrolled.session, site }))
        expect(codeOf(await enrol(enrolled.session, response))).to.equal('wrong_code')
        const twice = done(await beginPasskey({ session: enrolled.session, site }))
        const same = key.register({ options: twice.options, site })
        expect(await enrol(enrolled.session, same), 'the same passkey twice').to.deep.equal({
          ...{ refused: 'wrong_code', message: 'That did not work: try again' },
        })
        const okot = await user('okot')
        done(await confirm({ session: okot.session, password }))
        done(await beginPasskey({ session: okot.session, site }))
        expect(codeOf(await enrol(okot.session, { id: 1 }))).to.equal('wrong_code')
        const { options } = done(await beginPasskey({ session: okot.session, site }))
        clock.forwardMs(5 * minuteMs)
        const late = softAuthenticator().register({ options, site })
        expect(codeOf(await enrol(okot.session, late))).to.equal('not_confirmed')
      },
    },
  )
})
