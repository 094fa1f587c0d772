import type { Profile } from '../profile.ts'

/** The beginnings of payments by customers and businesses, and to them. */
const paymentNames =
  '^(small business |merchant |business |fsi to )?(pay ?bill|pay (merchant|utility)|buy goods)\\b|^(customer merchant|business|salary|promotion) payment\\b'

/** A charge has no party in its name: a customer may write of fees, after the party. */
const chargeNames = '^(?!.* from )[a-z &/-]*\\b(charge|fee)s?( (by|to) [a-z -]+)?( reversal)?$'

/** A number at the beginning of a party, or after the kind of payment; digits in the middle may be masked. */
const partyPattern = '^(?:[a-z -]+ (?:from|to) )?\\+?((?:254|0)[\\d*x]{6,12})(?: |$)'

const columns = {
  receipt: ['Receipt No.', 'Receipt No'],
  completed: ['Completion Time'],
  initiated: ['Initiation Time'],
  details: ['Details'],
  status: ['Transaction Status'],
  paidIn: ['Paid In', 'Paid In (KSHs)'],
  withdrawn: ['Withdrawn', 'Withdrawn (KSHs)'],
  balance: ['Balance', 'Balance (KSHs)'],
  confirmed: ['Balance Confirmed'],
  reason: ['Reason Type'],
  party: ['Other Party Info'],
  linked: ['Linked Transaction ID'],
  account: ['A/C No.', 'A/C No', 'Account No.', 'Account No'],
  currency: ['Currency'],
} as const

const { receipt, completed, initiated, details, status, paidIn, withdrawn, balance } = columns
const short = [receipt, completed, details, status, paidIn, withdrawn, balance]
const long = [receipt, completed, initiated, details, status, paidIn, withdrawn, balance, columns.confirmed]

/** The statement of an M-Pesa organisation account. The newest row may be the first. */
export const mpesaOrganisation: Profile = {
  name: 'mpesa-organisation',
  about: 'the statement of an M-Pesa organisation account',
  networks: ['MPESA', 'SAFARICOM'],
  header: [...short, columns.party, columns.account],
  rowsBefore: 20,
  time: {
    column: 'Completion Time',
    forms: [
      'YYYY-MM-DD HH:mm:ss',
      'A-B-YYYY HH:mm:ss',
      'A/B/YYYY HH:mm:ss',
      'A/B/YYYY HH:mm',
      'A/B/YYYY hh:mm AM',
      'A/B/YYYY hh:mm:ss AM',
    ],
    dates: 'unknown',
    offset: '+03:00',
  },
  amount: { in: 'Paid In', out: 'Withdrawn' },
  currency: { code: 'KES' },
  status: {
    column: 'Transaction Status',
    succeeded: ['Completed'],
    failed: ['Failed', 'Cancelled', 'Declined', 'Expired'],
    pending: ['Pending', 'Authorized'],
    reversed: ['Reversed'],
  },
  party: { columns: ['Other Party Info', 'Details'], pattern: partyPattern, countryCode: '254' },
  ids: { theirs: 'Receipt No.' },
  payments: { Details: paymentNames },
  fees: { Details: chargeNames },
  others: 'not_ours',
  reversals: { rows: { Details: '\\breversal\\b' } },
  balance: 'Balance',
  facts: {
    opening: '^opening balance',
    closing: '^closing balance',
    in: '^total paid in',
    out: '^total withdrawn',
  },
}

/** The same with the account before the party. */
export const mpesaOrganisationByAccount: Profile = {
  ...mpesaOrganisation,
  name: 'mpesa-organisation-by-account',
  about: 'the statement of an M-Pesa organisation account, with the account before the party',
  header: [...short, columns.account, columns.party],
}

/** The same with seven columns: the party stands only in the details. */
export const mpesaOrganisationShort: Profile = {
  ...mpesaOrganisation,
  name: 'mpesa-organisation-short',
  about: 'the statement of an M-Pesa organisation account with seven columns',
  header: short,
  party: { columns: ['Details'], pattern: partyPattern, countryCode: '254' },
}

/** The same with thirteen columns, and the receipt of a payment that was taken back. */
export const mpesaOrganisationLong: Profile = {
  ...mpesaOrganisation,
  name: 'mpesa-organisation-long',
  about: 'the statement of an M-Pesa organisation account with thirteen columns',
  header: [...long, columns.reason, columns.party, columns.linked, columns.account],
  reversals: { rows: { Details: '\\breversal\\b' }, of: 'Linked Transaction ID' },
}

/** The same with the currency as a fourteenth column. */
export const mpesaOrganisationWithCurrency: Profile = {
  ...mpesaOrganisationLong,
  name: 'mpesa-organisation-with-currency',
  about: 'the statement of an M-Pesa organisation account with thirteen columns and the currency',
  header: [...mpesaOrganisationLong.header, columns.currency],
  currency: { column: 'Currency' },
}
