import { expect } from 'chai'
import { totpCodes } from '../../../../adapters/dashboard/people/authenticators/codes.ts'
import { webAuthnPasskeys } from '../../../../adapters/dashboard/people/authenticators/passkeys.ts'
import { systemClock, uuids } from '../../../../adapters/node/node.ts'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/sqlite.ts'
import { codePeriodMs, made, type Passwords, peopleUseCases, type Session, type Store } from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { softAuthenticator } from '../../../fixtures/authenticator.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { cheapPasswords, manyGuesses, goodPassword as password } from '../../../fixtures/people.ts'
import { makeBooks } from '../../../fixtures/postgres/postgres.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { client, codeFor as codeAt, done } from './house.ts'

const site = { host: 'pay.example', origin: 'https://pay.example' }
const wrong = 'nine otters in Lira'

/** Stands still, so that no code is replaced by the next one during an example. The database has a clock of its own. */
const clock = { ...systemClock, nowMs: () => begunMs }
let begunMs = 0

/** The use cases of people, over a store. */
function serverOver(store: Store, onCompare = () => {}) {
  const passwords: Passwords = {
    ...cheapPasswords,
    matches(...asked) {
      onCompare()
      return cheapPasswords.matches(...asked)
    },
  }
  const secondSteps = { codes: totpCodes({ current: 'a key for tests' }), passkeys: webAuthnPasskeys() }
  const ports = { ...store, clock, ids: uuids, secrets: testSecrets, passwords, guesses: manyGuesses, ...secondSteps }
  const people = made(peopleUseCases, ports)
  return {
    ...people,
    invite: async () => done(await people.inviteUser({ by: 'okello', role: 'administrator', accountId: null })).token,
    accept: (token: string, name: string) => people.acceptInvitation({ token, name, password, client }),
    signIn: (given: string, name = 'amina') => people.signIn({ name, password: given, client }),
    resume: people.resumeSession,
    confirm: async (session: Session) => done(await people.confirmPassword({ session, password })).session,
    takeStep: people.takeSecondStep,
    suspend: people.suspendUser,
  }
}

type Server = ReturnType<typeof serverOver>

/** Two servers over one PostgreSQL database, and the number of passwords that they have compared. */
async function onTwoNodes(example: (one: Server, other: Server, compared: () => number) => Promise<unknown>) {
  const schema = await makeBooks()
  const stores: Store[] = []
  let compared = 0
  try {
    for (const migrate of [true, false])
      stores.push(await openPostgresStore({ path: schema.path, purpose: 'sandbox', migrate }))
    const [one, other] = stores.map((store) =>
      serverOver(store, () => {
        compared += 1
      }),
    )
    if (one && other) await example(one, other, () => compared)
  } finally {
    for (const store of stores) await store.close()
    await schema.drop()
  }
}

const codeFor = (secret: string, periods = 0) => codeAt(secret, clock.nowMs() + periods * codePeriodMs)

/** Runs each step on a server of its own over one SQLite file, and ends the server. */
function restarting(path: string) {
  return async <T>(step: (server: Server) => Promise<T>): Promise<T> => {
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
    try {
      return await step(serverOver(store))
    } finally {
      await store.close()
    }
  }
}

describe('133 People: several servers, and restarts', () => {
  beforeEach(() => {
    begunMs = Date.now()
  })

  rule('133.33', 'two servers over one database share users, counts of guesses, used codes and ended sessions', {
    'guesses, links, codes and sessions': () =>
      onTwoNodes(async (one, other, compared) => {
        const join = async () => {
          const token = await one.invite()
          const joining = Array.from({ length: 4 }, (_, n) =>
            (n % 2 === 0 ? one : other).accept(token, `${token} ${n}`),
          )
          return (await Promise.all(joining)).filter((answer) => codeOf(answer) === 'done')
        }
        const links = await Promise.all(Array.from({ length: 8 }, join))
        expect(links.map(({ length }) => length)).to.deep.equal(Array.from({ length: 8 }, () => 1))
        const amina = done(links[0]?.[0] ?? { refused: 'unknown_user', message: 'nobody has joined' })
        const { name } = amina.user
        expect((await other.resume(amina))?.user.name).to.equal(name)
        const tokens = [await one.invite(), await other.invite()]
        const taking = tokens.map((link, n) => (n === 0 ? one : other).accept(link, 'Okot'))
        expect((await Promise.all(taking)).map(codeOf).toSorted()).to.deep.equal(['done', 'name_taken'])

        const before = compared()
        const guesses = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? one : other).signIn(wrong, name))
        const codes = (await Promise.all(guesses)).map(codeOf)
        expect(compared() - before).to.equal(5)
        expect(codes.filter((code) => code === 'too_many_attempts')).to.have.length(195)

        const session = await one.confirm(amina.session)
        const { secret } = done(await other.beginCodes({ session }))
        const enrolled = done(await one.enrolCodes({ session, code: codeFor(secret), client }))
        const known = { ...client, deviceToken: enrolled.deviceToken }
        const again = { session: await other.confirm(enrolled.session), client: known }
        const changed = done(await other.changePassword({ ...again, password, newPassword: wrong }))
        expect(await one.resume(enrolled)).to.equal(undefined)
        expect(codeOf(await one.resume(changed))).to.equal('done')
        done(await one.suspend({ by: 'okello', userId: amina.user.id }))
        expect(await other.resume(changed)).to.equal(undefined)
      }),
    'a code in two sign-ins at once': () =>
      onTwoNodes(async (one, other) => {
        const amina = done(await one.accept(await one.invite(), 'amina'))
        const session = await one.confirm(amina.session)
        const { secret } = done(await one.beginCodes({ session }))
        done(await one.enrolCodes({ session, code: codeFor(secret), client }))
        const halves = [done(await one.signIn(password)).session, done(await other.signIn(password)).session]
        const given = { code: codeFor(secret, 1) }
        const taking = halves.map((half, n) => (n === 0 ? one : other).takeStep({ session: half, given, client }))
        expect((await Promise.all(taking)).map(codeOf).toSorted()).to.deep.equal(['done', 'wrong_code'])
      }),
  })

  rule('133.34', 'a restart between any two steps loses nothing, and nothing can be used twice', () =>
    inFolder(async ({ database }) => {
      const then = restarting(database)
      const key = softAuthenticator()
      const token = await then(({ invite }) => invite())
      const amina = done(await then(({ accept }) => accept(token, 'amina')))
      expect(codeOf(await then(({ accept }) => accept(token, 'okot')))).to.equal('invitation_gone')
      const session = await then(({ confirm }) => confirm(amina.session))
      const { secret } = done(await then(({ beginCodes: begin }) => begin({ session })))
      const code = codeFor(secret)
      const enrolled = done(await then(({ enrolCodes: enrol }) => enrol({ session, code, client })))
      const asked = done(await then(({ beginPasskey: begin }) => begin({ session: enrolled.session, site })))
      const response = key.register({ ...asked, site })
      const enrolling = { session: enrolled.session, name: 'phone', response, site, client }
      expect(done(await then(({ enrolPasskey: enrol }) => enrol(enrolling))).recoveryCodes).to.equal(null)
      const half = done(await then((server) => server.signIn(password)))
      expect((await then(({ resume }) => resume(half)))?.needs).to.equal('second_step')
      const stale = await then(({ takeStep }) => takeStep({ session: half.session, given: { code }, client }))
      expect(codeOf(stale)).to.equal('wrong_code')
      const check = done(await then(({ beginPasskeyCheck: begin }) => begin({ session: half.session, site })))
      const given = { response: key.sign({ ...check, site }), site }
      const whole = done(await then(({ takeStep }) => takeStep({ session: half.session, given, client })))
      expect(codeOf(await then(({ resume }) => resume(whole)))).to.equal('done')
      const guesses: string[] = []
      for (let n = 0; n < 6; n += 1) guesses.push(codeOf(await then((server) => server.signIn(wrong))))
      expect(guesses).to.deep.equal([...Array.from({ length: 5 }, () => 'wrong_sign_in'), 'too_many_attempts'])
    }),
  )
})
