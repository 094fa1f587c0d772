import { expect } from 'chai'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule } from '../../../rule.ts'

describe('31 Languages: the language of a user', () => {
  /** An owner who chooses a language, in a browser whose own one is Swahili. */
  async function openChosen(language: string) {
    const dashboard = await openDashboard()
    const owner = await dashboard.userOf('owner')
    const inLanguage = async (cookie: string) => {
      const { body } = await dashboard.ask('dashboard/', { headers: { cookie, 'accept-language': 'sw' } })
      return /<html lang="([^"]*)"/.exec(body)?.[1]
    }
    const choose = (chosen: string, cookie = owner.cookie) =>
      dashboard.ask.post('language', { form: { language: chosen, to: '/dashboard/' }, headers: { ...ownForm, cookie } })
    expect(await inLanguage(owner.cookie)).to.equal('sw')
    await choose(language)
    return { ...dashboard, owner, inLanguage, choose }
  }

  rule(
    '31.14',
    'the language that a signed-in user chooses is the user’s in every browser, before that of the browser',
    {
      'in another browser, which has another choice': async () => {
        const { owner, again, inLanguage } = await openChosen('fr')
        const { cookie } = await again(owner)
        expect(await inLanguage(`${cookie}; sente-language=lg`)).to.equal('fr')
      },
      'until the user chooses another one': async () => {
        const { owner, choose, inLanguage } = await openChosen('fr')
        await choose('en')
        expect(await inLanguage(owner.cookie)).to.equal('en')
      },
      'an unknown one changes nothing': async () => {
        const { owner, choose, ports } = await openChosen('lg')
        expect((await choose('xx')).statusCode).to.equal(400)
        expect(await ports.people.user(owner.user.id)).to.include({ language: 'lg' })
      },
      'no other user’s': async () => {
        const { userOf, inLanguage } = await openChosen('fr')
        expect(await inLanguage((await userOf('viewer')).cookie)).to.equal('sw')
      },
      'after the session has ended the choice is the browser’s alone': async () => {
        const { owner, choose, clock, ports } = await openChosen('fr')
        clock.forwardMs(31 * 60_000)
        expect((await choose('lg')).headers['set-cookie']?.[0]).to.include('sente-language=lg')
        expect(await ports.people.user(owner.user.id)).to.include({ language: 'fr' })
      },
    },
  )
})
