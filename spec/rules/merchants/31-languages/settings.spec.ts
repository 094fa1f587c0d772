import { expect } from 'chai'
import { openDashboard, password, textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'

describe('31 Languages: the settings', () => {
  rule(
    '31.19',
    'the settings of an account are in the chosen language, with their refusals',
    table(
      ['language', 'API access', 'a currency', 'two PINs', 'a PIN to guess', 'done'],
      [
        ['en', 'Switch it off', 'Deactivate UGX', 'The two PINs are not the same', 'A PIN must', 'The PIN is set.'],
        ['lg', 'Giggalewo', 'Ggyako UGX', 'PIN ebbiri tezifaanagana', 'PIN ya nnamba 4', 'PIN eteekeddwawo.'],
        ['sw', 'Zima ufikiaji', 'Zima UGX', 'PIN hizi mbili hazifanani', 'PIN ina tarakimu', 'PIN imewekwa.'],
        [
          'fr',
          'Couper l’accès',
          'Désactiver UGX',
          'Les deux codes PIN ne sont pas les mêmes',
          'Un code PIN a de 4',
          'Le code PIN est défini.',
        ],
      ],
      async (language, access, currency, differ, malformed, done) => {
        const { ask, userOf } = await openDashboard()
        const { cookie } = await userOf('owner')
        const headers = { ...ownForm, cookie, 'accept-language': language }
        const page = textOf(await ask('dashboard/settings', { headers }))
        expect(page).to.include(access).and.include(currency)
        const set = (pin: string, again = pin) =>
          ask.post('dashboard/settings/pin', { form: { pin, again, password }, headers })
        expect(textOf(await set('8302', '8303'))).to.include(differ)
        expect(textOf(await set('83'))).to.include(malformed)
        const { location } = (await set('8302')).headers
        expect(textOf(await ask(`${location}`.slice(1), { headers }))).to.include(done)
      },
    ),
  )
})
