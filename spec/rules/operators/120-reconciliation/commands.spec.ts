import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { checkStore } from '../../../../adapters/cli/server/storeChecks.ts'
import { shippedProfiles } from '../../../../adapters/written/networkFiles/profiles/shipped.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'
import { type CommandLine, withFile, written } from './withFile.ts'
import { ugandanPayout } from './writtenFiles.ts'

/** One payout that succeeded, one that failed, and one in doubt; the file has the last two as paid, and one more. */
const threePayouts = async ({ pay, payout, clock }: CommandLine) => {
  const time = written(clock.nowMs())
  const row = () => ugandanPayout(time, String(payout.amount), payout.phoneNumber)
  for (const [nth, behaviour] of (['succeeds', 'declines', 'losesAnswer'] as const).entries())
    await pay(behaviour, `order-${nth}`)
  return [row(), ugandanPayout(time, '7000', '256770000009')]
}

/** One payout that is open; the file has it as paid. */
const inDoubt = async ({ pay, payout, clock }: CommandLine) => {
  await pay('losesAnswer')
  return [ugandanPayout(written(clock.nowMs()), String(payout.amount), payout.phoneNumber)]
}

const onePayout = async ({ pay, payout, clock }: CommandLine) => {
  await pay('succeeds')
  return [ugandanPayout(written(clock.nowMs()), String(payout.amount), payout.phoneNumber)]
}

describe('120 Reconciliation: commands', () => {
  rule('120.21', 'sente reconcile compares a file, keeps the result, and moves no money', {
    'as JSON': () =>
      withFile(async ({ compare, balance }) => {
        const before = await balance()
        const { code, json } = await compare()
        expect([code, json.rows, json.already]).to.deep.equal([0, 2, false])
        expect(json.profile).to.equal('mtn-uganda')
        expect(await balance()).to.deep.equal(before)
        expect((await compare()).json).to.include({ reconciliation_id: json.reconciliation_id, already: true })
      }, threePayouts),
    'as text': () =>
      withFile(async ({ sente, file, clock }) => {
        const day = new Date(clock.nowMs()).toISOString().slice(0, 10)
        const { code, out, err } = await sente(
          'reconcile',
          file,
          '--provider',
          'MTN',
          '--from',
          day,
          '--to',
          `${day}T23:59:00Z`,
        )
        expect(code).to.equal(0)
        expect(err).to.match(/^bytes read: 100 % of \d+\nrows compared: /)
        expect(out).to.match(/^Compared\n/)
        expect(out).to.match(/\nmissing_here +UGX +1 +0 +7000 +0\n/)
      }, threePayouts),
    'a dry run': () =>
      withFile(async ({ compare, json }) => {
        expect((await compare('--dry-run')).json).to.include({ rows: 1, dry_run: true })
        expect((await json('reconcile', 'list')).json.reconciliations).to.deep.equal([])
        expect((await json('transaction', 'list', '--attention')).json.transactions).to.deep.equal([])
      }, inDoubt),
  })

  rule('120.22', 'sente reconcile refuses a file with the reason', {
    'a row with an error': () =>
      withFile(
        async ({ compare }) => {
          const { code, json } = await compare()
          expect([code, json.error.code]).to.deep.equal([1, 'broken_rows'])
          expect(json.error.message).to.include(
            'march.csv is not read. It can\'t be read at line 2, column Date: "x" is not a time',
          )
        },
        async () => [ugandanPayout('x')],
      ),
    'no file, no profile, no network': async () => {
      const { json } = await openCommandLine()
      const window = ['--from', '2025-12-01', '--to', '2025-12-31']
      const codeOf = async (...more: string[]) =>
        (await json('reconcile', './none.csv', ...window, ...more)).json.error.code
      expect(await codeOf('--provider', 'MTN')).to.equal('file_not_read')
      expect(await codeOf('--provider', 'MTN', '--profile', 'none')).to.equal('unknown_profile')
      expect(await codeOf('--provider', 'MTN', '--profile', './none.json')).to.equal('unknown_profile')
    },
    'another network': () =>
      withFile(async ({ json, file }) => {
        const asked = await json(
          'reconcile',
          file,
          '--provider',
          'VODAFONE',
          '--from',
          '2025-12-01',
          '--to',
          '2025-12-31',
        )
        expect(asked.json.error.code).to.equal('unknown_network')
      }, threePayouts),
    'no time': async () => {
      const { sente } = await openCommandLine()
      expect((await sente('reconcile', 'a.csv', '--provider', 'MTN')).code).to.equal(2)
    },
  })

  rule('120.23', 'a payment that differs in the file gets the row as evidence, and waits for a person', {
    'one that is open': () =>
      withFile(async ({ compare, json, store }) => {
        await compare()
        const { transactions } = (await json('transaction', 'list', '--attention')).json
        expect(transactions).to.have.length(1)
        expect(transactions[0]).to.include({ state: 'pending', attention: 'evidence_paid' })
        const found = await store.books.annotated(transactions[0].transaction_id)
        expect(found?.annotations.map(({ kind, text }) => [kind, text])).to.deep.equal([
          ['evidence', "line 2 of MTN's file march.csv has succeeded, and the books have pending"],
        ])
      }, inDoubt),
    'one that failed': () =>
      withFile(
        async ({ compare, json }) => {
          await compare()
          const { transactions } = (await json('transaction', 'list', '--attention')).json
          expect(transactions[0]).to.include({ state: 'failed', attention: 'contradiction' })
        },
        async ({ pay, payout, clock }) => {
          // The network declines it at once.
          await pay('declines').catch(() => undefined)
          return [ugandanPayout(written(clock.nowMs()), String(payout.amount), payout.phoneNumber)]
        },
      ),
  })

  rule(
    '120.24',
    'sente reconcile resolve ends the payments that the rows explain, each with its row as the reason',
    () =>
      withFile(
        async ({ compare, json, clock, balance, store }) => {
          const { reconciliation_id: run } = (await compare()).json
          const held = (await balance()).held
          expect(held > 0n).to.equal(true)
          const resolve = () =>
            json('reconcile', 'resolve', run, '--bucket', 'state_differs', '--end-payments', '--because', 'ticket 4711')
          const early = await resolve()
          expect([early.code, early.json.entries, early.json.left.length]).to.deep.equal([1, 0, 1])
          clock.forwardMs(3_600_000)
          const { code, json: done } = await resolve()
          expect([code, done.entries, done.payments.length, done.left]).to.deep.equal([0, 1, 1, []])
          const found = await store.books.annotated(done.payments[0])
          expect(found?.transaction).to.include({ state: 'succeeded', attention: null })
          expect(found?.annotations.at(-1)).to.include({
            text: "succeeded: line 2 of MTN's file march.csv: ticket 4711",
            by: 'amina',
          })
          expect((await balance()).held).to.equal(0n)
          expect((await resolve()).json.error.code).to.equal('no_such_entries')
        },
        async ({ pay, payout, clock }) => {
          await pay('losesAnswer')
          return [ugandanPayout(written(clock.nowMs()), String(payout.amount), payout.phoneNumber)]
        },
      ),
  )

  rule('120.25', 'exceptions have an owner, an age and a history, and nothing in the history is overwritten', () =>
    withFile(async ({ compare, json, sente, clock }) => {
      const { reconciliation_id: run } = (await compare()).json
      const because = ['--because', 'ticket 4711']
      await json('reconcile', 'assign', run, '--owner', 'okello', '--bucket', 'missing_here', ...because)
      clock.forwardMs(7_200_000)
      await json('reconcile', 'assign', run, '--owner', 'nakato', '--entry', '3', ...because)
      const { entries } = (await json('reconcile', 'show', run, '--bucket', 'missing_here')).json
      expect(entries.map(({ entry, owner }: { entry: number; owner: string }) => [entry, owner])).to.deep.equal([
        [3, 'nakato'],
      ])
      expect(entries[0].age_seconds).to.be.at.least(7_200)
      await json('reconcile', 'resolve', run, '--entry', '3', ...because, '--by', 'nakato')
      const { history } = (await json('reconcile', 'show', run, '--entry', '3')).json
      expect(history.map(({ kind, owner, by }: Record<string, string>) => [kind, owner, by])).to.deep.equal([
        ['assigned', 'okello', 'amina'],
        ['assigned', 'nakato', 'amina'],
        ['resolved', null, 'nakato'],
      ])
      expect((await sente('reconcile', 'show', run, '--bucket', 'missing_here')).out).to.match(
        /There are no open entries like these/,
      )
      expect((await json('reconcile', 'show', run, '--bucket', 'missing_here', '--all')).json.entries).to.have.length(1)
    }, threePayouts),
  )

  rule('120.26', 'sente reconcile export writes every entry as CSV, into a new file', () =>
    withFile(async ({ compare, json, file }) => {
      const { reconciliation_id: run } = (await compare()).json
      const target = `${file}.compared`
      expect((await json('reconcile', 'export', run, target)).json).to.include({ file: target })
      const lines = readFileSync(target, 'utf8').split('\r\n')
      expect(lines[0]).to.match(/^entry,line,at,day,bucket,direction,amount,currency,phone_number,/)
      expect(
        lines.filter((line) =>
          /^3,3,2026-[^,]+\+00:00,2026-\d\d-\d\d,missing_here,out,7000,UGX,256770000009,succeeded,/.test(line),
        ),
      ).to.have.length(1)
      expect((await json('reconcile', 'export', run, target)).json.error.code).to.equal('file_exists')
      expect((await json('reconcile', 'export', 'none', target)).json.error.code).to.equal('unknown_reconciliation')
    }, threePayouts),
  )

  rule(
    '120.27',
    'sente reconcile list shows how much money the networks’ own files confirm, and the payments that they do not',
    {
      'nothing compared': async () => {
        const { sente } = await openCommandLine()
        expect((await sente('reconcile', 'list')).out).to.match(/^No file of a network has been compared yet/)
      },
      'one of two payouts': () =>
        withFile(
          async ({ compare, json, sente }) => {
            await compare()
            const { reconciliations, confirmed } = (await json('reconcile', 'list')).json
            expect(reconciliations[0]).to.include({ rows: 1, exceptions: 1, network: 'MTN' })
            expect(confirmed).to.have.length(1)
            expect(confirmed[0].share).to.equal(0.5)
            expect(confirmed[0].oldest_unconfirmed).to.have.property('transaction_id')
            expect((await sente('reconcile', 'list')).out).to.match(/ 50\.00 % /)
          },
          async ({ pay, payout, clock, caller, send, network }) => {
            await pay('succeeds', 'order-1')
            network.behaves('succeeds')
            const other = { ...payout, reference: 'order-2', phoneNumber: '256770000008' }
            const sent = await send({ caller: await caller(), request: other })
            if ('outcome' in sent) await sent.outcome
            return [ugandanPayout(written(clock.nowMs()), String(payout.amount), payout.phoneNumber)]
          },
        ),
    },
  )

  rule(
    '120.28',
    'the doctor, and the end of a quarantine, show how much of the money the networks’ own files confirm',
    {
      'the doctor': () =>
        withFile(async ({ compare, store, clock }) => {
          const found = async () =>
            (await checkStore(store, { isCopied: true })).filter(({ check }) => check === 'confirmed money')
          expect((await found()).map(({ ok, found, fix }) => [ok, found.slice(0, 33), fix])).to.deep.equal([
            [true, "0.00 % of UGX by MTN's own files;", undefined],
          ])
          clock.forwardMs(72 * 3_600_000)
          expect((await found())[0]?.fix).to.equal(undefined)
          clock.forwardMs(1)
          expect((await found())[0]?.fix).to.match(/sente reconcile FILE/)
          await compare()
          expect((await found()).map(({ found, fix }) => [found, fix])).to.deep.equal([
            ["100.00 % of UGX by MTN's own files", undefined],
          ])
        }, onePayout),
      'the end of a quarantine': () =>
        withFile(async ({ json, sente }) => {
          await json('quarantine', 'begin', '--because', 'the disk was set back')
          const { confirmed } = (await json('quarantine', 'end', '--because', 'compared')).json
          expect(confirmed[0]).to.include({ network: 'MTN', total: 5_000, confirmed: 0, share: 0 })
          await json('quarantine', 'begin', '--because', 'once more')
          const { out } = await sente('quarantine', 'end', '--because', 'compared')
          expect(out).to.match(/\nConfirmed by the networks' own files:\n(.*\n)MTN +UGX +5000 +0 +0\.00 % /)
        }, onePayout),
    },
  )

  rule(
    '120.29',
    'each comparison, assignment and resolution is recorded with the person who made it, and a dry run is not',
    () =>
      withFile(async ({ compare, json }) => {
        await compare('--dry-run')
        const { reconciliation_id: run } = (await compare()).json
        await compare()
        const because = ['--because', 'ticket 4711', '--by', 'okello']
        await json('reconcile', 'assign', run, '--owner', 'nakato', '--entry', '3', ...because)
        await json('reconcile', 'resolve', run, '--entry', '3', ...because)
        const { actions } = (await json('action', 'list')).json
        const own = actions.filter(({ kind }: { kind: string }) => kind.startsWith('reconcile.'))
        const reported = own.map(({ kind, by, because, subject }: Record<string, string>) => [
          kind,
          by,
          because,
          subject,
        ])
        expect(reported).to.have.deep.members([
          ['reconcile.file', 'amina', null, `reconciliation ${run}`],
          ['reconcile.assign', 'okello', 'ticket 4711', `reconciliation ${run}`],
          ['reconcile.resolve', 'okello', 'ticket 4711', `reconciliation ${run}`],
        ])
        expect((await json('action', 'verify')).code).to.equal(0)
      }, threePayouts),
  )

  rule('120.30', 'sente reconcile profile lists the profiles in sente, and prints one as JSON to copy', async () => {
    const { json, sente } = await openCommandLine()
    expect((await json('reconcile', 'profile', 'list')).json.profiles).to.have.length(shippedProfiles.length)
    expect(JSON.parse((await sente('reconcile', 'profile', 'show', 'external-id')).out).name).to.equal('external-id')
    const { code, json: none } = await json('reconcile', 'profile', 'show', 'none')
    expect([code, none.error.code]).to.deep.equal([1, 'unknown_profile'])
  })
})
