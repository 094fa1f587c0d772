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
    {
      'the pages': table(
        [
          'language',
          'title',
          'unread',
          'a wrong line',
          'a repeat',
          'accepted',
          'progress',
          'a refused line',
          'question',
        ],
        [
          [
            'en',
            'New batch',
            'The first row of the file has no heading for reference, phone_number, amount, currency',
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
            'Olunyiriri olusooka mu fayiro terulina mutwe gwa reference, phone_number, amount, currency',
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
            'Mstari wa kwanza wa faili hauna kichwa cha reference, phone_number, amount, currency',
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
            'La première ligne du fichier n’a pas de titre pour reference, phone_number, amount, currency',
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
      'the faults of a file, and of its lines': table(
        ['language', 'headings', 'quotes', 'phone number', 'amount', 'changed', 'too wide', 'reference'],
        [
          [
            'en',
            'Headings that are not understood: “x”, “y”.',
            'Line 2 of the file is not CSV: look for a quotation mark.',
            '“12” is not a phone number',
            'The amount “500.000” can mean UGX 500000 or 500',
            'reference “#####” was changed: a spreadsheet has saved signs in its place.',
            'The line has 6 columns, and the headings are 4',
            'The reference must be',
          ],
          [
            'lg',
            'Emitwe egitategeerekese: “x”, “y”.',
            'Olunyiriri 2 mu fayiro si CSV',
            '“12” si nnamba ya ssimu',
            'Omuwendo “500.000”',
            'reference “#####” yakyusibwa: olupapula lw’okubala lutereseewo obubonero.',
            'Olunyiriri lulina empagi 6, ate emitwe giri 4',
            'Ennamba y’okujuliza erina okuba n’ennukuta',
          ],
          [
            'sw',
            'Vichwa visivyoeleweka: “x”, “y”.',
            'Mstari wa 2 wa faili si CSV',
            '“12” si namba ya simu',
            'Kiasi “500.000”',
            'reference “#####” ilibadilishwa: lahajedwali limehifadhi alama mahali pake.',
            'Mstari una safu 6, na vichwa ni 4',
            'Kumbukumbu',
          ],
          [
            'fr',
            'Titres qui ne sont pas compris : “x”, “y”.',
            'La ligne 2 du fichier n’est pas du CSV : cherchez un guillemet.',
            '« 12 » n’est pas un numéro de téléphone',
            'Le montant « 500.000 » peut se lire de deux façons',
            'reference « ##### » a été changé : un tableur a enregistré des signes à sa place.',
            'La ligne a 6 colonnes, et il y a 4 titres',
            'La référence doit avoir de 1 à 100 caractères',
          ],
        ],
        async (language, headings, quotes, phone, amount, changed, wide, reference) => {
          const { post } = await openIn(language)
          const check = (lines: string) => post('dashboard/batches/new/check', { reference: 'wages', lines })
          expect(await check('x,y\r\n')).to.include(headings)
          const lines = (...of: string[]) => ['reference,phone_number,amount,currency', ...of].join('\n')
          expect(await check(lines('"r-1"x,256770000001,500,UGX'))).to.include(quotes)
          const page = await check(
            lines(
              'r-1,12,500,UGX',
              'r-2,256770000001,500.000,UGX',
              '#####,256770000001,500,UGX',
              'r-4,256770000001,500,UGX,too,wide',
              'rêve,256770000001,500,UGX',
            ),
          )
          for (const fault of [phone, amount, changed, wide, reference]) expect(page).to.include(fault)
        },
      ),
    },
  )
})
