import { expect } from 'chai'
import { mtnRwanda } from '../../../../adapters/written/networkFiles/profiles/mtn/rwanda.ts'
import type { FileRow } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { realFile } from './realFiles.ts'
import { headings, readLines } from './writtenFiles.ts'

/** A row as a text: its time in UTC, money, number, outcome, kind and ids. */
function told({ atMs, withinMs, direction, amountMinor, phoneNumber, status, kind, ours, theirs, ...money }: FileRow) {
  const at = new Date(atMs).toISOString().slice(0, withinMs === 1_000 ? 19 : 16)
  const parts = [
    at,
    direction,
    amountMinor,
    phoneNumber,
    status,
    kind,
    ours,
    theirs,
    money.feeMinor,
    money.balanceMinor,
  ]
  return parts.map((part) => part ?? '-').join(' ')
}

/** The profile and the rows of a text, or the reason to refuse it. */
async function read(text: string): Promise<readonly string[]> {
  const found = await readLines(text)
  return 'refused' in found ? [`${found.refused}: ${found.message}`] : [found.profile, ...found.rows.map(told)]
}

/** The reason to refuse a made-up file of a real layout, after a change. */
async function reasonFor(file: string, text: string, changed: string): Promise<string> {
  const content = realFile(file)
  expect(content).to.include(text)
  return (await read(content.replace(text, changed)))[0] ?? ''
}

describe('120 Reconciliation: files of merchants’ portals', () => {
  rule('120.125', 'the reports of merchants’ portals are read with the ids that sente has sent', {
    'Airtel’s report of customers’ transactions': async () => {
      expect(await read(realFile('airtel-merchant.csv'))).to.deep.equal([
        'airtel-merchant',
        '2025-08-28T16:12:09 in 5000 256750000001 succeeded payment APCUG100000000000001 190000000001 50 -',
        '2025-08-28T17:00:45 in 7000 256750000002 succeeded payment APCUG100000000000002 190000000002 70 -',
        '2025-08-29T05:15:00 in 9000 256750000003 succeeded payment a1b2c3d4e5f6g7h8i9j0k1l2m 190000000003 90 -',
      ])
    },
    'Airtel’s report of the merchant’s own movements': async () => {
      expect(await read(realFile('airtel-merchant-ledger.csv'))).to.deep.equal([
        'airtel-merchant-ledger',
        '2025-08-28T21:00 out 20000 - succeeded other APCUG100000000000004 190000000004 - -',
        '2025-08-27T21:00 out 70 256750000099 succeeded fee APCUG100000000000002 190000000002 - -',
        '2025-08-27T21:00 in 7000 256750000002 succeeded payment APCUG100000000000002 190000000002 - -',
      ])
    },
    'MTN Uganda’s full export, with a currency for each amount': async () => {
      expect(await read(realFile('mtn-ug-full.csv'))).to.deep.equal([
        'mtn-uganda-full',
        '2025-08-29T17:31:43 in 5000 256770000001 succeeded payment - 39000000003 50 96950',
        '2025-08-29T15:59:02 out 20000 - succeeded other BK40000 39000000002 - 92000',
        '2025-08-29T05:15:00 in 7000 256770000002 failed payment 0198f000-0000-7000-8000-000000000001 39000000001 - 112000',
      ])
    },
    'a payment from a merchant to a subscriber is outgoing, and one between others an error': async () => {
      const content = realFile('airtel-merchant.csv')
      const away = content
        .replaceAll(',Subscriber,', ',THEM,')
        .replaceAll(',Head Merchant,', ',Subscriber,')
        .replaceAll(',THEM,', ',Head Merchant,')
      expect((await read(away))[1]).to.include('out 5000 256750000099')
      const reason = 'column Payer Category, Receiver Category: "Head Merchant", "Head Merchant" does not show'
      expect((await read(content.replace(',Subscriber,', ',Head Merchant,')))[0]).to.include(reason)
    },
  })

  rule('120.126', 'a separator in the text that a portal does not quote moves no column, and any other is an error', {
    'several in that text': async () => {
      const content = realFile('airtel-merchant.csv')
      const [, , second] = (await read(content)).slice()
      expect((await read(content.replace('1 chapati ,2 teas', 'a,b,,c;d')))[2]).to.equal(second)
    },
    others: table(
      ['the text', 'with a separator', 'the reason'],
      [
        ['190000000002,', '19000,0000002,', 'line 8, column Transaction ID'],
        ['28-AUG-2025  20:00:45', '28-AUG-2025,20:00:45', 'line 8, column Transaction Date & Time'],
        ['0750000002,A PAYER', '0750000002,A,PAYER', 'line 8, column Transaction Date & Time'],
        [',7000,NA', ',7,000,NA', 'line 8, column Transaction Date & Time'],
      ],
      async (text, changed, reason) => {
        expect(await reasonFor('airtel-merchant.csv', text, changed)).to.include(reason)
      },
    ),
    'and a profile without such a text refuses a column too many': async () => {
      const row = '1,2025-02-01 07:16:11,Payment, for rent,Success,5000,Credit,0,'
      expect((await read(`${headings.airtelUganda}\n${row}\n`))[0]).to.include('it has 9 columns instead of 8')
    },
  })

  rule(
    '120.127',
    'the sign of its amount shows the direction of a row with a number on both sides, if ours is the same in all of them',
    {
      'below zero if it is outgoing': async () => {
        expect(await read(realFile('mtn-rw-numbers.csv'))).to.deep.equal([
          'mtn-rwanda',
          '2025-08-29T18:31:43 in 5000 250780000001 succeeded payment - 13000000003 0 98000',
          '2025-08-29T16:59:02 out 7000 250780000002 succeeded payment - 13000000002 20 93000',
        ])
      },
      'a sign that was lost': async () => {
        expect(await reasonFor('mtn-rw-numbers.csv', '-7,000', '7,000')).to.include(
          'line 3, column To: "FRI:250780000002/MSISDN" is not the account of the rows before, "FRI:250790000099/MSISDN"',
        )
      },
      'a sign beside a wallet': table(
        ['from', 'to', 'the amount', 'the row'],
        [
          ['FRI:duka/MM', 'FRI:250780000001/MSISDN', '-500', 'out 500'],
          ['FRI:duka/MM', 'FRI:250780000001/MSISDN', '500', 'out 500'],
          ['FRI:duka/MM', 'FRI:shop/MM', '-500', 'between 500'],
          ['FRI:250780000001/MSISDN', 'FRI:duka/MM', '500', 'in 500'],
          ['FRI:250780000001/MSISDN', 'FRI:duka/MM', '-500', 'is below zero'],
        ],
        async (from, to, amount, expected) => {
          const row = `1,2026-03-31 13:05:09,Successful,Transfer,${from},D,${to},A,${amount},0,9000`
          const found = await readLines([headings.mtnRwanda, row], { profiles: [mtnRwanda] })
          const shown =
            'rows' in found ? found.rows.map((one) => `${one.direction} ${one.amountMinor}`)[0] : found.message
          expect(shown).to.match(new RegExp(`${expected}$`))
        },
      ),
    },
  )

  rule(
    '120.128',
    'digits below the smallest unit are left out of a balance, and are an error in an amount',
    table(
      ['the text', 'changed to', 'the result'],
      [
        ['96950.85', '"96,950.85"', 'mtn-uganda-full'],
        ['96950.85', '-0.85', 'mtn-uganda-full'],
        ['96950.85', '96950.855', '"96950.855" is not an amount in UGX'],
        [',5000,', ',5000.00,', 'mtn-uganda-full'],
        [',5000,', ',5000.85,', '"5000.85" is not an amount in UGX'],
        [',50,UGX', ',50.85,UGX', '"50.85" is not an amount in UGX'],
      ],
      async (text, changed, result) => {
        expect(await reasonFor('mtn-ug-full.csv', text, changed)).to.match(new RegExp(`${result}$`))
      },
    ),
  )
})
