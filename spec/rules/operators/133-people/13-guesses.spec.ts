import { expect } from 'chai'
import { zxcvbnGuesses } from '../../../../adapters/dashboard/people/passwords/guesses.ts'
import { guessing } from '../../../../adapters/dashboard/people/passwords/zxcvbn.ts'
import { rule, table } from '../../../rule.ts'

const words = ['sente', 'mobile', 'money', 'momo', 'mtn', 'airtel', 'nakato@duka.example', 'nakato', 'duka']

describe('133 People: passwords that are guessed', () => {
  let guessesLog10: ReturnType<typeof guessing>
  before(() => {
    guessesLog10 = guessing()
  })

  rule('133.54', 'a hundred billion guesses find common passwords, but not several random words or signs', {
    'leaked ones, and the same with other endings': found([
      ...['password1234', 'P@ssw0rd2026!', 'iloveyoumonkey', 'M0nkey12345678', 'monkey99zebr', 'trustno1trustno1'],
      ...['liverpool2020', 'Manchester123', 'football12345', 'sunshine2024', 'c0mputer-2026', 'str@wberry-2026'],
    ]),
    'keyboards, alphabets and repetitions': found([
      ...['qwertyuiop123', '123456789012', 'asdfghjkl-as', 'mnbvcxz.2026', 'zyxwvutsrqpo', 'abababababab'],
      ...[
        '1qaz2wsx3edc',
        'zaq12wsxcde3',
        'q1w2e3r4t5y6',
        '1q2w3e4r5t6y',
        '!QAZ2wsx#EDC',
        '147258369147',
        'rewq poiuyt!',
      ],
    ]),
    'names and years': found([
      ...['jennifer1985', 'michael19841984', 'christopher1', 'elizabeth123', 'alexander2020', 'Museveni2026'],
      ...['nakabugo1990', 'okello19900101', 'Mukasa1988!!', 'Kampala2026!'],
    ]),
    'the names of the user, the account, the product and the networks': found([
      ...['nakato-2026!', 'dukaduka2026', 'Nakato@Duka1', 'sente-sente-1', 'mobilemoney1', 'airtelmoney256'],
    ]),
    'not found': table(
      ['password'],
      [
        ...[
          'seven herons over Jinja',
          'nine otters in Lira',
          'gorilla umbrella piano',
          'Xk29-fjw0-qqz8',
          'tŕž ŵelve sígns',
        ],
      ].map((password): [string] => [password]),
      (password) => expect(guessesLog10({ password, words })).to.be.at.least(11),
    ),
    'only the first 64 characters of a long one are judged': () => {
      const password = 'abab'.repeat(16)
      expect(guessesLog10({ password: `${password} seven herons over Jinja`, words })).to.equal(
        guessesLog10({ password, words }),
      )
    },
    'in a thread of its own, the same': async () => {
      const guesses = zxcvbnGuesses()
      const judged = await Promise.all(['nakato-2026!', 'seven herons'].map((one) => guesses.log10(one, words)))
      expect(judged).to.deep.equal(
        ['nakato-2026!', 'seven herons'].map((password) => guessesLog10({ password, words })),
      )
    },
  })

  function found(passwords: readonly string[]) {
    return table(
      ['password'],
      passwords.map((password): [string] => [password]),
      (password) => expect(guessesLog10({ password, words })).to.be.below(11),
    )
  }
})
