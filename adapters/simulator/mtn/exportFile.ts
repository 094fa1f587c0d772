import type { Payment } from '../payments/payments.ts'

/**
 * The export of the merchants' portal, in the form of published files: only executed payments, with the network's ids.
 */
export function mtnExport(payments: readonly Payment[]): string {
  const paid = payments.filter(({ network, status }) => network === 'MTN' && status === 'successful')
  return `${[header, ...paid.map(row)].join('\r\n')}\r\n`
}

const header = 'Id,Date,From,From account,From name,To,To account,To name,To message,Currency,Amount'

const wallet = ['FRI:wallet/MM', '1', 'Merchant'].join(',')

function row({ kind, receipt, phoneNumber, amount, currency, endsAtMs, sent }: Payment): string {
  const customer = [`FRI:${phoneNumber}/MSISDN`, '2', 'Customer'].join(',')
  const [from, to] = kind === 'payout' ? [wallet, customer] : [customer, wallet]
  return [receipt, minuteOf(endsAtMs ?? 0), from, to, quoted(sent.payeeNote ?? ''), currency, grouped(amount)].join(',')
}

/** The time of a row in Uganda, with the day first. */
function minuteOf(ms: number): string {
  const [date = '', time = ''] = new Date(ms + 3 * 3_600_000).toISOString().split('T')
  return `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`
}

function grouped(amount: string): string {
  return quoted(amount.replace(/\B(?=(\d{3})+(?!\d))/g, ','))
}

function quoted(text: string): string {
  return text.includes(',') ? `"${text}"` : text
}
