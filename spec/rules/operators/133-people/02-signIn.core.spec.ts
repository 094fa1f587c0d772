import { expect } from 'chai'
import { PasswordsBusy, signIn as signInOver } from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { client, done, knownClient, openHouse, password } from './house.ts'

const wrong = 'nine otters in Lira'

describe('133 People', () => {
  rule('133.5', 'a refused sign-in never shows the cause: the name, the password, or a user who may not sign in', {
    '': table(
      ['name', 'password'],
      [
        ['amina', wrong],
        ['nobody', password],
        ['suspended', password],
        ['removed', password],
        ['amina', ''],
        ['', password],
      ],
      async (name, given) => {
        const { user, suspend, remove, signIn, compared } = await openHouse()
        await user('amina')
        await suspend({ by: 'okello', userId: (await user('suspended')).user.id })
        await remove({ by: 'okello', userId: (await user('removed')).user.id })
        expect(await signIn({ name, password: given, client })).to.deep.equal({
          refused: 'wrong_sign_in',
          message: 'The name or the password is wrong',
        })
        expect(compared(), 'as much work for each').to.equal(1)
        expect(done(await signIn({ name: ' AMINA ', password, client })).user.name).to.equal('amina')
      },
    ),
    'after any number of attempts': async () => {
      const { user, suspend, signIn } = await openHouse()
      await suspend({ by: 'okello', userId: (await user('suspended')).user.id })
      const codes: string[] = []
      for (let n = 0; n < 6; n += 1) codes.push(codeOf(await signIn({ name: 'suspended', password, client })))
      expect(codes).to.deep.equal([...Array.from({ length: 5 }, () => 'wrong_sign_in'), 'too_many_attempts'])
    },
  })

  rule(
    '133.6',
    'five of 200 guesses at once from one network are compared, and the others are answered with the time to try again',
    async () => {
      const { user, clock, signIn, compared } = await openHouse()
      await user('amina')
      const guess = (given: string) => signIn({ name: 'amina', password: given, client })
      const answers = await Promise.all(Array.from({ length: 200 }, () => guess(wrong)))
      expect(compared()).to.equal(5)
      const refused = answers.filter((answer) => 'refused' in answer && answer.refused === 'too_many_attempts')
      expect(refused).to.have.length(195)
      const retryAtMs = clock.nowMs() + 10 * minuteMs
      const message = 'There were too many attempts: try again in some minutes'
      for (const answer of refused) expect(answer).to.include({ retryAtMs, message })
      expect(codeOf(await guess(password))).to.equal('too_many_attempts')
      expect(codeOf(await signIn({ name: 'nobody', password, client }))).to.equal('wrong_sign_in')
      clock.forwardMs(10 * minuteMs)
      expect(codeOf(await guess(password))).to.equal('done')
    },
  )

  rule('133.7', 'an attack on a name does not lock its owner out of a known browser or an open session', async () => {
    const { user, signIn, resume, confirm, clock } = await openHouse()
    const amina = await user('amina')
    const attack = async (network: number) => {
      for (let n = 0; n < 6; n += 1)
        await signIn({ name: 'amina', password: wrong, client: { network: `10.9.${network}.0/24`, device: 'curl' } })
    }
    for (let network = 0; network < 12; network += 1) await attack(network)
    for (let n = 0; n < 6; n += 1) await signIn({ name: 'amina', password: wrong, client })
    expect((await resume({ token: amina.token }))?.user.name).to.equal('amina')
    expect(codeOf(await confirm({ session: amina.session, password }))).to.equal('done')
    const again = done(await signIn({ name: 'amina', password, client: knownClient(amina) }))
    expect(again.deviceToken).to.equal(amina.deviceToken)
    const elsewhere = { network: '10.200.0.0/24', device: 'new' }
    expect(codeOf(await signIn({ name: 'amina', password, client: elsewhere }))).to.equal('too_many_attempts')
    clock.forwardMs(10 * minuteMs)
    expect(codeOf(await signIn({ name: 'amina', password, client: elsewhere }))).to.equal('done')
  })

  rule(
    '133.8',
    'five guesses of one name, thirty from unknown browsers, and sixty from one network fail in ten minutes at most',
    {
      '': table(
        ['guesses', 'at most'],
        [
          ['one name from one network', 5],
          ['one name from a known browser', 5],
          ['one name from everywhere', 30],
          ['many names from one network', 60],
        ],
        async (what, most) => {
          const { user, signIn, compared } = await openHouse()
          const amina = await user('amina')
          const guesses: Record<string, (n: number) => Parameters<typeof signIn>[0]> = {
            'one name from one network': () => ({ name: 'amina', password: wrong, client }),
            'one name from a known browser': (n) => ({
              ...{ name: 'amina', password: wrong },
              client: { ...knownClient(amina), network: `n${n}` },
            }),
            'one name from everywhere': (n) => ({
              name: 'amina',
              password: wrong,
              client: { ...client, network: `n${n}` },
            }),
            'many names from one network': (n) => ({ name: `user ${n}`, password: wrong, client }),
          }
          for (let n = 0; n < 70; n += 1) {
            const guess = guesses[what]?.(n)
            if (guess) await signIn(guess)
          }
          expect(compared()).to.equal(most)
        },
      ),
      'guesses above the limit are not counted': async () => {
        const { user, ports, clock } = await openHouse()
        await user('amina')
        const passwords = { ...ports.passwords, matches: () => Promise.reject(new PasswordsBusy()) }
        const given = { name: 'amina', password, client }
        for (let n = 0; n < 6; n += 1) {
          const busy = await signInOver({ ...ports, passwords })(given)
          expect(busy).to.include({ refused: 'too_busy', retryAtMs: clock.nowMs() + 5_000 })
        }
        expect(codeOf(await signInOver(ports)(given))).to.equal('done')
      },
      'nor are guesses that ended in an unexpected error': async () => {
        const { user, ports } = await openHouse()
        await user('amina')
        const passwords = { ...ports.passwords, matches: () => Promise.reject(new Error('no memory')) }
        const given = { name: 'amina', password, client }
        for (let n = 0; n < 6; n += 1) {
          const broken = await signInOver({ ...ports, passwords })(given).catch(String)
          expect(broken).to.equal('Error: no memory')
        }
        expect(codeOf(await signInOver(ports)(given))).to.equal('done')
      },
      'right ones are not counted': async () => {
        const { user, signIn, account } = await openHouse()
        await user('amina')
        for (let n = 0; n < 12; n += 1) {
          const opened = done(await signIn({ name: 'amina', password, client }))
          expect(opened.account).to.deep.equal({ id: account.id, name: 'Duka' })
        }
      },
    },
  )

  rule('133.9', 'a clock that goes back locks nobody out for longer', async () => {
    const { user, clock, signIn } = await openHouse()
    await user('amina')
    clock.forwardMs(100 * minuteMs)
    for (let n = 0; n < 5; n += 1) await signIn({ name: 'amina', password: wrong, client })
    clock.jumpMs(-90 * minuteMs)
    expect(codeOf(await signIn({ name: 'amina', password, client }))).to.equal('too_many_attempts')
    expect(await signIn({ name: 'amina', password, client })).to.include({ retryAtMs: clock.nowMs() + 10 * minuteMs })
    clock.forwardMs(10 * minuteMs)
    expect(codeOf(await signIn({ name: 'amina', password, client }))).to.equal('done')
  })

  rule('133.10', 'users of a closed account cannot sign in, and their sessions end', async () => {
    const { user, ports, account, signIn, resume } = await openHouse()
    const amina = await user('amina')
    await ports.accounts.change(account.id, (one) => ({ ...one, closed: true }))
    expect(codeOf(await resume({ token: amina.token }))).to.equal('nothing')
    expect(await signIn({ name: 'amina', password, client })).to.deep.equal({
      ...{ refused: 'closed_account', message: 'The account is closed' },
    })
    expect(codeOf(await signIn({ name: 'amina', password: wrong, client }))).to.equal('wrong_sign_in')
  })
})
