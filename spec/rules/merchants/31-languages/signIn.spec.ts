import { expect } from 'chai'
import { Secret, TOTP } from 'otpauth'
import { openDashboard, password, textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'

describe('31 Languages: signing in', () => {
  rule(
    '31.9',
    'the pages for signing in, and their refusals, are in the chosen language',
    table(
      ['language', 'title', 'a wrong password', 'after the password'],
      [
        ['en', 'Sign in', 'The name or the password is wrong', 'Second step'],
        ['lg', 'Yingira', 'Erinnya oba ekigambo eky’ekyama si kituufu', 'Omutendera ogwokubiri'],
        ['sw', 'Ingia', 'Jina au nenosiri si sahihi', 'Hatua ya pili'],
        ['fr', 'Se connecter', 'Le nom ou le mot de passe est incorrect', 'Deuxième étape'],
      ],
      async (language, title, wrong, second) => {
        const { ask, userOf, clock } = await openDashboard()
        const headers = { ...ownForm, 'accept-language': language }
        const signIn = (form: Record<string, string>) => ask.post('sign-in', { form, headers })
        const { body } = await ask('sign-in', { headers })
        expect(body).to.include(`<html lang="${language}"`).and.include(`<title>${title} · sente`)
        const refused = await signIn({ name: 'nobody', password: 'nothing' })
        expect(refused.statusCode).to.equal(422)
        expect(textOf(refused)).to.include(wrong)
        const { user, post } = await userOf('owner')
        const begun = await post('/me/second-step/app', { password })
        const secret = Secret.fromBase32(/<pre>([A-Z2-7 ]+)<\/pre>/.exec(begun.body)?.[1]?.replaceAll(' ', '') ?? '')
        await post('/me/second-step/code', { code: new TOTP({ secret }).generate({ timestamp: clock.nowMs() }) })
        const arrived = await signIn({ name: user.name, password })
        const cookie = (arrived.headers['set-cookie'] ?? []).map((one) => one.replace(/;.*/, '')).join('; ')
        expect(textOf(await ask('second-step', { headers: { ...headers, cookie } }))).to.include(second)
      },
    ),
  )
})
