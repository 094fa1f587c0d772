import { expect } from 'chai'
import { Secret, TOTP } from 'otpauth'
import { openDashboard, password, textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { invited } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'

/** Pages in a browser with a language, as their texts. */
async function openIn(language: string, ...more: Parameters<typeof openDashboard>) {
  const dashboard = await openDashboard(...more)
  /** A browser, which has a user's cookie if one is signed in. */
  const browser = (cookie?: string) => {
    const headers = { ...ownForm, 'accept-language': language, ...(cookie !== undefined && { cookie }) }
    const read = (answer: Parameters<typeof textOf>[0]) => {
      expect(answer.body).to.include(`<html lang="${language}"`)
      return textOf(answer)
    }
    return {
      get: async (path: string) => read(await dashboard.ask(path, { headers })),
      post: async (path: string, form: Record<string, string>) =>
        read(await dashboard.ask.post(path, { form, headers })),
    }
  }
  return { ...dashboard, browser }
}

describe('31 Languages: users and their own pages', () => {
  rule(
    '31.20',
    'the users of an account are in the chosen language, with their refusals, their questions and the keys that outlast a user',
    table(
      ['language', 'the page', 'asked for the password', 'a wrong amount', 'the question', 'a key', 'the last owner'],
      [
        [
          'en',
          'Invite somebody',
          'Give your password again',
          'The amount “x” is not an amount',
          'Remove okot?',
          'Keys that are still valid',
          'The account has no other owner',
        ],
        [
          'lg',
          'Yita omuntu',
          'Wandiika nate ekigambo kyo',
          '“x” si muwendo gwa ssente',
          'Oggyemu okot?',
          'Ebisumuluzo ebikyakola',
          'Akawunti terina nnannyini mulala',
        ],
        [
          'sw',
          'Alika mtu',
          'Andika nenosiri lako tena',
          '“x” si kiasi cha pesa',
          'Umwondoe okot?',
          'Funguo ambazo bado zinafanya kazi',
          'Akaunti haina mmiliki mwingine',
        ],
        [
          'fr',
          'Inviter quelqu’un',
          'Donnez de nouveau votre mot de passe',
          '« x » n’est pas un montant',
          'Retirer okot ?',
          'Clés encore valables',
          'Le compte n’a pas d’autre propriétaire',
        ],
      ],
      async (language, page, asked, wrongAmount, question, keys, lastOwner) => {
        const users = 'dashboard/settings/users'
        const { browser, userOf } = await openIn(language)
        const [amina, okot] = [await userOf('owner'), await userOf('owner', 'okot')]
        await okot.post('/dashboard/settings/keys/new', { name: 'till', scope: 'read', password })
        const { get, post } = browser(amina.cookie)
        expect(await get(users)).to.include(page)
        expect(await post(`${users}/invite`, { role: 'viewer' })).to.include(asked)
        const limit = { user: okot.user.id, currency: 'UGX', amount: 'x' }
        expect((await post(`${users}/refunds`, limit)).replace(/\s+/g, ' ')).to.include(wrongAmount)
        const remove = { user: okot.user.id, change: 'remove' }
        expect((await post(`${users}/change`, remove)).replace(/\s+/g, ' ')).to.include(question)
        const left = await post(`${users}/change`, { ...remove, password, sure: 'yes' })
        expect(left).to.include(keys).and.include('till')
        expect(await post(`${users}/change`, { user: amina.user.id, change: 'viewer' })).to.include(lastOwner)
      },
    ),
  )

  rule(
    '31.21',
    'a user’s own page and second step are in the language of the user, also an operator’s, with their refusals and questions',
    table(
      [
        'language',
        'the role',
        'two passwords',
        'too short',
        'the question',
        'the second step',
        'a wrong code',
        'the codes',
      ],
      [
        [
          'en',
          'Your role at Duka: owner.',
          'The two passwords are not the same',
          'A password must have 12 to 256',
          'End the other session?',
          'A new passkey',
          'That did not work',
          'Write these codes down',
        ],
        [
          'lg',
          'Omulimu gwo mu Duka: nnannyini',
          'Ebigambo eby’ekyama byombi',
          'Ekigambo eky’ekyama kya nnukuta 12',
          'Okomye okuyingira okulala?',
          'Passkey empya',
          'Tekisobose',
          'Wandiika koodi zino',
        ],
        [
          'sw',
          'Jukumu lako kwenye Duka: mmiliki.',
          'Manenosiri haya mawili',
          'Nenosiri lina herufi 12 hadi 256',
          'Umalize kipindi kingine?',
          'Passkey mpya',
          'Haikufanikiwa',
          'Andika misimbo hii',
        ],
        [
          'fr',
          'Votre rôle chez Duka : propriétaire.',
          'Les deux mots de passe',
          'Un mot de passe a de 12 à 256',
          'Terminer l’autre session ?',
          'Une nouvelle clé d’accès',
          'Cela n’a pas marché',
          'Notez ces codes',
        ],
      ],
      async (language, role, differ, short, question, secondStep, wrongCode, codes) => {
        const { browser, userOf, again, clock } = await openIn(language)
        const owner = await userOf('owner')
        await again(owner)
        const { get, post } = browser(owner.cookie)
        const spaced = (text: string) => text.replace(/\s+/g, ' ')
        expect(spaced(await get('me'))).to.include(role)
        expect(await post('me/password', { password, new: 'short', again: 'shorter' })).to.include(differ)
        expect(spaced(await post('me/password', { password, new: 'short', again: 'short' }))).to.include(short)
        expect(spaced(await post('me/sessions', {}))).to.include(question)
        expect(await get('me/second-step')).to.include(secondStep)
        const begun = await owner.post('/me/second-step/app', { password })
        const secret = Secret.fromBase32(/<pre>([A-Z2-7 ]+)<\/pre>/.exec(begun.body)?.[1]?.replaceAll(' ', '') ?? '')
        expect(await post('me/second-step/code', { code: '0' })).to.include(wrongCode)
        const code = new TOTP({ secret }).generate({ timestamp: clock.nowMs() })
        expect(await post('me/second-step/code', { code })).to.include(codes)
      },
    ),
  )

  rule(
    '31.22',
    'the page of an invitation is in the chosen language, with its refusals',
    table(
      ['language', 'the page', 'a name in use', 'a short password', 'a link that is used'],
      [
        [
          'en',
          'You join Duka as support.',
          'Another user already has this name',
          'A password must have 12 to 256',
          'no longer valid',
        ],
        [
          'lg',
          'Omulimu gwo: okuyamba bakasitoma.',
          'Omukozesa omulala alina erinnya eryo',
          'kya nnukuta 12 okutuuka ku 256',
          'tekakyakola',
        ],
        [
          'sw',
          'Jukumu lako: huduma kwa wateja.',
          'Mtumiaji mwingine ana jina hilo',
          'Nenosiri lina herufi 12 hadi 256',
          'hakifanyi kazi tena',
        ],
        [
          'fr',
          'Votre rôle : assistance.',
          'Un autre utilisateur a déjà ce nom',
          'Un mot de passe a de 12 à 256',
          'n’est plus valable',
        ],
      ],
      async (language, page, taken, short, gone) => {
        const { browser, userOf, ports, account } = await openIn(language)
        await userOf('owner', 'amina')
        const { get, post } = browser()
        const path = `join/${await invited(ports, 'support', account.id)}`
        expect((await get(path)).replace(/\s+/g, ' ')).to.include(page)
        expect(await post(path, { name: 'amina', password, again: password })).to.include(taken)
        expect(await post(path, { name: 'okot', password: 'short', again: 'short' })).to.include(short)
        expect(await get('join/unknown')).to.include(gone)
      },
    ),
  )

  rule(
    '31.23',
    'a sign-in through an identity provider that fails says so in the chosen language',
    table(
      ['language', 'begun elsewhere', 'no such operator'],
      [
        ['en', 'That took too long', 'You are known there as nakato, but no operator here has exactly that name'],
        ['lg', 'Kitutte ekiseera kiwanvu', 'Eyo omanyiddwa nga nakato'],
        ['sw', 'Imechukua muda mrefu mno', 'Huko unajulikana kama nakato'],
        ['fr', 'Cela a duré trop longtemps', 'Vous y êtes connu sous le nom nakato'],
      ],
      async (language, forgotten, noOperator) => {
        const { browser } = await openIn(language, {}, {}, () => ({
          openId: {
            provider: {
              begin: async () => {
                throw new Error('not begun here')
              },
              finish: async () => ({ issuer: 'https://id.example', subject: '7', name: 'nakato', isStepTaken: true }),
            },
            onBroke() {},
            onUnknown() {},
          },
        }))
        expect(await browser().get('sign-in/openid/back')).to.include(forgotten)
        const flow = Buffer.from(JSON.stringify({ state: 's', nonce: 'n', verifier: 'v' })).toString('base64url')
        expect(await browser(`sente-openid=${flow}`).get('sign-in/openid/back')).to.include(noOperator)
      },
    ),
  )
})
