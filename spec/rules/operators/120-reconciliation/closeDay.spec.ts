import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { day, withKey } from './closing.ts'

describe('120 Reconciliation: the close of a day', () => {
  rule(
    '120.31',
    'the close of a day shows the books as they were when the day ended, whatever happened afterwards',
    () =>
      withKey(
        async ({ close, folder }) => {
          const { code, json } = await close(day)
          expect([code, json.audit.ok, json.before]).to.deep.equal([0, true, null])
          const accounts = Object.fromEntries(
            json.balances.map((one: { account: string; amount: string }) => [one.account, one.amount]),
          )
          expect(accounts).to.deep.equal({ available: '90000', 'float:MTN': '5000', funding: '-100000', held: '5000' })
          const inFloat = { currency: 'UGX', account: 'float:MTN:disbursement', amount: '15000' }
          expect(json.operator).to.deep.equal([{ currency: 'UGX', account: 'bank', amount: '80000' }, inFloat])
          const payouts = { network: 'MTN', currency: 'UGX', kind: 'payout', payments: 1, amount: '5000' }
          expect(json.succeeded).to.deep.equal([payouts])
          expect(json.open).to.deep.equal([{ ...payouts, age: 'a day' }])
          expect(json.confirmed[0]).to.include({ total: 5_000, confirmed: 0 })
          const [form, content] = readFileSync(join(folder, `${day}.close`), 'utf8').split('\n')
          expect(form).to.equal('sente-close-1')
          expect(JSON.parse(content ?? '')).to.include({ day, by: 'amina' })
        },
        async ({ pay, clock, sente, id }) => {
          await sente('float', 'top-up', 'MTN', 'UGX', '20000', '--reference', 'bank-1')
          await pay('succeeds', 'order-1')
          await pay('losesAnswer', 'order-2')
          clock.forwardMs(24 * 3_600_000)
          await sente('account', 'fund', id, 'UGX', '700', '--reference', 'later')
          await sente('float', 'top-up', 'MTN', 'UGX', '300', '--reference', 'bank-2')
        },
      ),
  )

  rule('120.32', 'days are closed in turn, and not before they are over', () =>
    withKey(async ({ close, json, key, folder }) => {
      expect((await close('2026-01-08')).json.error.code).to.equal('day_not_over')
      expect((await close(day)).json).to.include({ from: '2026-01-02T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z' })
      expect((await close('2026-01-04')).json.error).to.deep.equal({
        code: 'day_not_next',
        message: 'The next day to close is 2026-01-03',
      })
      const { digest } = (await close('2026-01-03')).json
      expect((await close('2026-01-04')).json.before).to.equal(digest)
      writeFileSync(key, 'none')
      expect((await close('2026-01-05')).json.error.code).to.equal('no_signing_key')
      const wrong = await json('close-day', '2026-02-30', '--into', folder, '--key', key)
      expect(wrong.code).to.equal(2)
    }),
  )

  rule(
    '120.33',
    'a series of closes is checked without a database, and each change to it is named',
    table(
      ['the change', 'the day', 'the problem'],
      [
        ['nothing', null, null],
        ['an amount was changed', '2026-01-03', 'it was changed, or is signed by another key'],
        ['a day was taken out', '2026-01-04', 'the days after 2026-01-02 are missing'],
        ['a day was put in another’s place', '2026-01-03', 'it is the close of 2026-01-02'],
        ['another key signed', '2026-01-02', 'it was changed, or is signed by another key'],
      ],
      (what, at, problem) =>
        withKey(async ({ close, verify, folder }) => {
          let publicKey = ''
          for (const one of [day, '2026-01-03', '2026-01-04']) publicKey = (await close(one)).json.public_key
          const file = join(folder, '2026-01-03.close')
          const doing: Record<string, () => void> = {
            'an amount was changed': () =>
              writeFileSync(
                file,
                readFileSync(file, 'utf8').replace('"100000"', '"100001"').replace('-100000', '-100001'),
              ),
            'a day was taken out': () => rmSync(file),
            'a day was put in another’s place': () => copyFileSync(join(folder, `${day}.close`), file),
          }
          doing[what]?.()
          const key = what === 'another key signed' ? '0'.repeat(64) : publicKey
          const { code, json } = await verify(key)
          expect([code, json.ok]).to.deep.equal(problem === null ? [0, true] : [1, false])
          const found = json.problems.map((one: { day: string; problem: string }) => `${one.day} ${one.problem}`)
          if (problem !== null) expect(found).to.include(`${at} ${problem}`)
          else expect(json).to.include({ days: 3, first: day, last: '2026-01-04' })
        }),
    ),
  )

  rule('120.34', 'a series without a close is refused, and a key made by another program can sign', {
    'no close': () =>
      withKey(async ({ verify }) => {
        expect(await verify('0'.repeat(64))).to.deep.equal({
          code: 1,
          json: { ok: false, days: 0, first: null, last: null, problems: [] },
        })
      }),
    'a key of another program': () =>
      withKey(async ({ close, verify, key }) => {
        execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key], { stdio: 'ignore' })
        const { public_key: publicKey } = (await close(day)).json
        expect((await verify(publicKey)).json.ok).to.equal(true)
      }),
  })
})
