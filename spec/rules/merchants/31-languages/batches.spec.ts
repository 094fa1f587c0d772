import { expect } from 'chai'
import { openDashboard, password, textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'
import { csvOf } from '../28-oversight/uploader.ts'

describe('31 Languages: batches', () => {
  /** An owner who reads in a language; texts are without repeated blanks. */
  async function openIn(language: string) {
    const { ask, userOf } = await openDashboard()
    const { cookie } = await userOf('owner')
    const headers = { ...ownForm, cookie, 'accept-language': language }
    const spaced = (answer: Parameters<typeof textOf>[0]) => textOf(answer).replace(/\s+/g, ' ')
    const send = (path: string, form: Record<string, string>) => ask.post(path, { form, headers })
    return {
      send,
      get: async (path: string) => spaced(await ask(path, { headers })),
      post: async (path: string, form: Record<string, string>) => spaced(await send(path, form)),
    }
  }

  const good = csvOf(['256770000001', '5000'], ['256770000001', '5000'])
  const wrong = csvOf(['256770000001', '5000'], ['256770000002', '1'])

  rule(
    '31.15',
    'the pages of batches are in the chosen language, with their check, the refusals of lines and the question',
    table(
      ['language', 'title', 'unread', 'a wrong line', 'a repeat', 'accepted', 'progress', 'a refused line', 'question'],
      [
        [
          'en',
          'New batch',
          'The lines can’t be read: the first row',
          'Amount must be at least 500 for UGX',
          'Line 3 pays the same amount to the same phone number as line 2',
          'The batch is accepted.',
          '1 of 2 lines have ended',
          'refused the amount is too small',
          'Cancel the batch wages?',
        ],
        [
          'lg',
          'Ekibinja ekippya',
          'Ennyiriri teziyinza kusomebwa. Mu Lungereza: the first row',
          'Omuwendo tegukka wansi wa 500 mu UGX',
          'Olunyiriri 3 lusasula omuwendo gwe gumu ku nnamba y’emu ng’olunyiriri 2',
          'Ekibinja kikkiriziddwa.',
          'Ennyiriri eziwedde: 1 ku 2',
          'lugaaniddwa omuwendo mutono nnyo',
          'Osazaamu ekibinja wages?',
        ],
        [
          'sw',
          'Fungu jipya',
          'Mistari haiwezi kusomwa. Kwa Kiingereza: the first row',
          'Kiasi kisipungue 500 kwa UGX',
          'Mstari wa 3 unalipa kiasi kile kile kwa namba ile ile kama mstari wa 2',
          'Fungu limekubaliwa.',
          'Mistari iliyokwisha: 1 kati ya 2',
          'umekataliwa kiasi ni kidogo mno',
          'Ughairi fungu wages?',
        ],
        [
          'fr',
          'Nouveau lot',
          'Les lignes ne peuvent pas être lues. En anglais : the first row',
          'Le montant doit être d’au moins 500 en UGX',
          'La ligne 3 paie le même montant au même numéro que la ligne 2',
          'Le lot est accepté.',
          '1 sur 2 lignes : terminé',
          'refusé le montant est trop petit',
          'Annuler le lot wages ?',
        ],
      ],
      async (language, title, unread, wrongLine, repeat, accepted, progress, refusedLine, question) => {
        const { get, post, send } = await openIn(language)
        expect(await get('dashboard/batches')).to.include(title)
        const check = (lines: string) => post('dashboard/batches/new/check', { reference: 'wages', lines })
        expect(await check('x,y\r\n')).to.include(unread)
        expect(await check(wrong)).to.include(wrongLine)
        expect(await check(good)).to.include(repeat)
        const form = { reference: 'wages', lines: wrong, partial: 'yes', pin: '4071', password }
        const { headers } = await send('dashboard/batches/new/accept', form)
        const path = `${headers.location}`.slice(1)
        const page = await get(path)
        for (const text of [accepted, progress, refusedLine]) expect(page).to.include(text)
        expect(await post(`${path.replace(/\?.*/, '')}/cancel`, {})).to.include(question)
      },
    ),
  )
})
