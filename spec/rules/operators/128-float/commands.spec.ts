import { expect } from 'chai'
import { askForFloats } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

const topUp = ['float', 'top-up', 'MTN', 'UGX', '50000', '--reference', 'bank-7'] as const

const adjust = [
  'float',
  'adjust',
  'UGX',
  '20',
  '--from',
  'float:MTN:disbursement',
  '--to',
  'fees_paid',
  '--reference',
  'f',
]

describe('128 The operator’s own money: commands', () => {
  rule('128.10', 'sente float top-up, liquidate and adjust record moves, and say if one was already recorded', {
    'as JSON': async () => {
      const { json, clock } = await openCommandLine()
      const at = new Date(clock.nowMs()).toISOString()
      const move = { reference: 'bank-7', kind: 'top_up', currency: 'UGX', from: 'bank', to: 'float:MTN:disbursement' }
      const recorded = { ...move, amount: 50_000, by: 'amina', because: null, at }
      expect(await json(...topUp)).to.deep.equal({ code: 0, json: { move: recorded, is_new: true } })
      expect(await json(...topUp, '--by', 'okello')).to.deep.equal({ code: 0, json: { move: recorded, is_new: false } })
      const adjusted = await json(...adjust, '--because', 'fees of March')
      expect(adjusted.json.move).to.deep.include({ from: 'float:MTN:disbursement', to: 'fees_paid', kind: 'adjust' })
      const { moves } = (await json('float', 'moves', '--limit', '1')).json
      expect(moves).to.deep.equal([adjusted.json.move])
    },
    'as text': async () => {
      const { sente } = await openCommandLine()
      expect((await sente(...topUp)).out).to.match(/^Recorded\.\n\nAt .*\n.* bank-7 +50000 +UGX +bank +float:MTN:disb/)
      expect((await sente(...topUp)).out).to.match(/^Nothing was changed: this movement is already recorded\.\n/)
      expect((await sente('float', 'moves')).out.trim().split('\n')).to.have.length(2)
    },
    'by product': async () => {
      const { json } = await openCommandLine()
      const from = async (...argv: string[]) =>
        (await json('float', 'liquidate', 'MTN', 'UGX', '5', '--reference', `r${argv}`, ...argv)).json.move.from
      expect(await from()).to.equal('float:MTN:collection')
      expect(await from('--product', 'disbursement')).to.equal('float:MTN:disbursement')
    },
  })

  rule('128.11', 'sente float list shows all accounts, and the time that each float lasts', {
    'as JSON': async () => {
      const { json, pay } = await openCommandLine()
      await json(...topUp)
      await pay('succeeds')
      const { accounts, owed_to_merchants, floats } = (await json('float', 'list')).json
      expect(accounts.filter(({ amount }: { amount: number }) => amount !== 0)).to.deep.equal([
        { currency: 'UGX', account: 'bank', amount: 50_000 },
        { currency: 'UGX', account: 'float:MTN:disbursement', amount: 45_000 },
      ])
      expect(owed_to_merchants).to.deep.equal([{ currency: 'UGX', amount: 95_000 }])
      const float = floats.find(({ network }: { network: string }) => network === 'MTN')
      expect(float).to.include({ product: 'disbursement', currency: 'UGX', amount: 45_000, held: 0 })
      expect(float.runway_seconds).to.be.within(9 * 6 * 3_600, 9 * 7 * 3_600)
    },
    'with its network’s answer': async () => {
      const { sente, json, ports, networks, clock } = await openCommandLine()
      await sente(...topUp)
      await askForFloats({ ...ports, providerFor: (_currency, name) => networks[name] })()
      const { floats } = (await json('float', 'list')).json
      const at = new Date(clock.nowMs()).toISOString()
      expect(floats[2]).to.deep.include({ network: 'MTN', product: 'disbursement', usable: 1_000_000 })
      expect(floats[2].reported).to.deep.equal({ amount: 1_000_000, difference: 950_000, at })
      expect((await sente('float', 'list')).out).to.match(/^MTN +disbursement +UGX +50000 +0 +1000000 +950000 /m)
    },
    'as text': async () => {
      const { sente } = await openCommandLine()
      await sente(...topUp)
      const { out } = await sente('float', 'list')
      expect(out).to.match(/^float:MTN:disbursement +50000 +UGX$/m)
      expect(out).to.match(/^owed to merchants +100000 +UGX$/m)
      expect(out).to.match(/^MTN +disbursement +UGX +50000 +0$/m)
    },
  })

  rule(
    '128.12',
    'a command that makes no sense is refused, and the refusal names the error',
    table(
      ['command', 'code', 'says'],
      [
        ['top-up SAFARI UGX 5 --reference r', 1, 'SAFARI is not in the configuration'],
        ['top-up AIRTEL USD 5 --reference r', 1, 'AIRTEL has no float in USD'],
        ['top-up MTN UGX 5', 2, '--reference <REFERENCE>'],
        ['top-up MTN UGX 5.000 --reference r', 2, '“5.000” can mean UGX 5000 or 5'],
        ['top-up MTN UGX 5 --reference r --product x', 2, 'disbursement, collection'],
        ['adjust UGX 5 --from bank --to suspense --reference r', 2, '--because <TEXT>'],
        ['adjust UGX 5 --from bank --to nowhere --reference r --because x', 1, 'Money in UGX can move between: bank, '],
      ],
      async (command, code, says) => {
        const { sente } = await openCommandLine()
        const done = await sente('float', ...command.split(' '))
        expect(done.err).to.include(says)
        expect(done.code).to.equal(code)
      },
    ),
  )
})
