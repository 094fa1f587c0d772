import { expect } from 'chai'
import { removeUser, resetSecondStep } from '../../../../core/sente.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { type Claims, openIdProviderProcess } from '../../../fixtures/openIdProvider.ts'
import { rule, table } from '../../../rule.ts'
import { openIdHouse } from './openIdHouse.ts'

describe('133 People: sign-in with an OpenID provider', () => {
  let provider: Awaited<ReturnType<typeof openIdProviderProcess>>
  before(async () => {
    provider = await openIdProviderProcess()
  })
  after(() => provider.close())
  afterEach(() => {
    Object.assign(provider.person, { claims: {}, info: {}, spoilt: {} })
  })

  const nakato = { email: 'nakato@gateway.example', email_verified: true }
  const mfa = { amr: ['mfa'] }
  const openHouse = (claim = 'email') => openIdHouse({ ...provider.settings, claim })

  rule('133.55', 'after the first sign-in an operator is known by the provider’s subject, and no longer by the name', {
    'another name there': async () => {
      const { there } = await openHouse()
      provider.person.claims = { ...nakato, ...mfa }
      await there()
      provider.person.claims = { email: 'nakato.okot@gateway.example', email_verified: true, ...mfa }
      expect((await there()).answer.headers.location).to.equal('/operator/')
    },
    'another subject with the name': async () => {
      const { there, unknown } = await openHouse()
      provider.person.claims = { ...nakato, ...mfa }
      await there()
      provider.person.claims = { ...nakato, ...mfa, sub: '2' }
      expect((await there()).answer.statusCode).to.equal(422)
      expect(unknown).to.deep.equal(['no operator'])
    },
    'another subject with the name, once the second step is reset': async () => {
      const { there, ports, operator } = await openHouse()
      provider.person.claims = { ...nakato, ...mfa }
      await there()
      await resetSecondStep(ports)({ by: 'okot', userId: operator.user.id })
      provider.person.claims = { ...nakato, ...mfa, sub: '2' }
      expect((await there()).answer.headers.location).to.equal('/operator/')
    },
    'the subject of an operator who was removed, as another one': async () => {
      const { there, ports, operator, userOf } = await openHouse()
      provider.person.claims = { ...nakato, ...mfa }
      await there()
      await userOf('administrator', 'nakato.again@gateway.example')
      await removeUser(ports)({ by: 'okot', userId: operator.user.id })
      expect((await there()).answer.statusCode).to.equal(422)
      provider.person.claims = { email: 'nakato.again@gateway.example', email_verified: true, ...mfa }
      expect((await there()).answer.headers.location).to.equal('/operator/')
    },
  })

  rule('133.56', 'the provider is asked for claims that the token lacks, about the same subject', {
    '': table(
      ['the token says', 'the provider says', 'status'],
      [
        ['{}', '{"email":"nakato@gateway.example","email_verified":true}', 303],
        ['{"email":"nakato@gateway.example"}', '{"email":"nakato@gateway.example","email_verified":true}', 303],
        ['{"email":"nakato@gateway.example"}', '{"email":"okello@gateway.example","email_verified":true}', 422],
        ['{"email":"nakato@gateway.example"}', '{"email_verified":true}', 422],
        ['{}', '{"email":"nakato@gateway.example","email_verified":false}', 422],
        ['{}', '{"email":"nakato@gateway.example","email_verified":true,"sub":"2"}', 502],
      ],
      async (token, info, status) => {
        const { there } = await openHouse()
        Object.assign(provider.person, { claims: { ...JSON.parse(token), ...mfa }, info: JSON.parse(info) })
        expect((await there()).answer.statusCode).to.equal(status)
      },
    ),
    'a second step that it reports there does not count': async () => {
      const { there } = await openHouse()
      Object.assign(provider.person, { claims: {}, info: { ...nakato, ...mfa } })
      expect((await there()).answer.headers.location).to.equal('/me/second-step')
    },
  })

  rule(
    '133.57',
    'an unknown person sees the reason and the remedy, and the log names the missing claim or the unknown name',
    {
      '': table(
        ['claims', 'the page says', 'the log'],
        [
          ['{}', 'its answer lacks email. Sign in with your password, or ask', 'email'],
          [`{"email":"${nakato.email}"}`, 'its answer lacks email_verified. Sign in', 'email_verified'],
          [
            '{"email":"kato@gateway.example","email_verified":true}',
            'You are known there as kato@gateway.example, but no operator here has exactly that name',
            'no operator',
          ],
        ],
        async (claims, says, logged) => {
          const { there, unknown } = await openHouse()
          const said: Claims = JSON.parse(claims)
          Object.assign(provider.person, { claims: said, info: said })
          const { answer } = await there()
          expect(textOf(answer)).to.include(says)
          expect(unknown).to.deep.equal([logged])
        },
      ),
      'the message about too many unfinished sign-ins differs from an unknown name': async () => {
        const { there, ports, operator, unknown } = await openHouse()
        await ports.people.change({ userId: operator.user.id, nowMs: ports.clock.nowMs() }, ({ user }) => ({
          value: undefined,
          user: { ...user, secondStep: { ...user.secondStep, codes: { sealed: 'a secret', lastPeriod: 0 } } },
        }))
        provider.person.claims = nakato
        for (let times = 0; times < 10; times += 1)
          expect((await there()).answer.headers.location).to.match(/^\/second-step/)
        const page = textOf((await there()).answer)
        expect(page)
          .to.include('Too many sign-ins have stopped at the second step')
          .and.not.include('exactly that name')
        expect(unknown).to.deep.equal([])
      },
    },
  )
})
