import type { Payment } from '../payments/payments.ts'

/**
 * The export of Airtel's portal, in the form of published files: it includes failed payments, and a balance after each
 * row.
 */
export function airtelExport(payments: readonly Payment[]): string {
  let balance = 0
  const ended = payments.filter(({ network, status }) => network === 'AIRTEL' && status !== 'pending')
  const rows = ended.map((payment) => {
    const { kind, status, amount } = payment
    if (status === 'successful') balance += Number(amount) * (kind === 'payout' ? -1 : 1)
    return row(payment, balance)
  })
  return `${[header, ...rows].join('\r\n')}\r\n`
}

const header = 'Transaction ID,Transaction Date,Description,Status,Transaction Amount,Credit/Debit,Fee,Balance'

const words = {
  successful: 'Transaction Success',
  failed: 'Transaction Failed',
  reversed: 'Reversed',
  pending: 'Pending',
}

function row({ kind, providerId, receipt, status, amount, endsAtMs }: Payment, balance: number): string {
  const isPayout = kind === 'payout'
  const id = isPayout ? `disburs-${receipt}-${providerId}` : receipt
  const way = isPayout ? ['Disbursement', 'Debit'] : ['Collection', 'Credit']
  return [id, secondOf(endsAtMs ?? 0), way[0], words[status], amount, way[1], '0', String(balance)].join(',')
}

/** The time of a row in Uganda, with the day first. */
function secondOf(ms: number): string {
  const [date = '', time = ''] = new Date(ms + 3 * 3_600_000).toISOString().split('T')
  return `${date.split('-').reverse().join('-')} ${time.slice(0, 8)}`
}
