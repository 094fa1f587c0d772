import { expect } from 'chai'
import { parseOpeningBalance } from '../../../../adapters/cli/program/values.ts'
import { amountReader } from '../../../../adapters/written/networkFiles/amounts.ts'
import { readFourEyes } from '../../../../composition/settings/fourEyes.ts'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

/** The result of an input: the amount, or a refusal. */
function read(door: () => number | undefined): number | 'refused' {
  try {
    return door() ?? 'refused'
  } catch {
    return 'refused'
  }
}

/** The amount that a batch accepts from one line in CSV, or the reason of the refusal. */
async function acceptedOf(amount: string): Promise<number | string> {
  const api = await overHttp()
  const headers = {
    authorization: api.authorization,
    'content-type': 'text/csv',
    'batch-api-key': api.request.apikey,
    'batch-reference': 'written',
    'batch-pin': '4071',
  }
  const rows = `reference;phone_number;amount;currency;network\ns-1;256770000001;${amount};UGX;MTN`
  const { status, text } = await api.ask('POST', '/api/v1/payout-batches?dry_run=true', headers, rows)
  const { data, message } = JSON.parse(text)
  return status === 200 ? data.sums[0].accepted : (data?.lines?.[0].message ?? message)
}

const both = (written: string, one: number, other: number) =>
  `Malformed fields: amount “${written}” can mean UGX ${one} or ${other}: write digits alone, such as ${one}`

describe('23 Many payouts at once: amounts as people write them', () => {
  rule('23.54', 'three digits after a point or comma are never read as decimals, wherever people write amounts', {
    'a batch in CSV': table(
      ['amount', 'answer'],
      [
        ['500', 500],
        ['500.00', 'Malformed fields: amount “500.00” has decimals, and UGX has none'],
        ['500.000', both('500.000', 500_000, 500)],
        ['50,000', 50_000],
        ['1.500,00', 'Malformed fields: amount “1.500,00” has decimals, and UGX has none'],
        ['500,00', 'Malformed fields: amount “500,00” has decimals, and UGX has none'],
      ],
      async (amount, answer) => {
        expect(await acceptedOf(amount)).to.equal(answer)
      },
    ),
    'commands, settings, and the files of networks': table(
      ['amount', 'command', 'setting', 'file'],
      [
        ['500', 500, 500, 500],
        ['500.00', 'refused', 'refused', 500],
        ['500.000', 'refused', 'refused', 'refused'],
        ['1.500.000', 1_500_000, 1_500_000, 'refused'],
        ['500,00', 'refused', 'refused', 'refused'],
        ['500,000', 500_000, 'refused', 500_000],
        ['1,50,000', 'refused', 'refused', 'refused'],
      ],
      async (amount, command, setting, file) => {
        expect([
          read(() => parseOpeningBalance(`UGX=${amount}`)[0]?.amount),
          read(() => Number(readFourEyes(`UGX:${amount}`).amountsMinor.get('UGX'))),
          read(() => {
            const read = amountReader({})(amount, 'UGX')
            return read && Number(read.minor)
          }),
        ]).to.deep.equal([command, setting, file])
      },
    ),
  })
})
