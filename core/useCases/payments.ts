import { acceptBatch, tryBatch } from '../payments/batches/acceptBatch.ts'
import { changeBatch } from '../payments/batches/changeBatch.ts'
import { decideBatch } from '../payments/batches/decideBatch.ts'
import { checkUnconfirmed, listBatches, listBatchLines, lookUpBatch } from '../payments/batches/lookUpBatches.ts'
import { collectMoney } from '../payments/collectMoney.ts'
import { createLink } from '../payments/links/createLink.ts'
import { followLink, openLink, payLink } from '../payments/links/payLink.ts'
import { endLink, listLinks, lookUpLink, standing } from '../payments/links/readLinks.ts'
import { listTransactions, lookUpBalances, lookUpMarket, lookUpTransaction } from '../payments/lookUps/merchants.ts'
import {
  findTransaction,
  findTransactionAtNetwork,
  findTransactionByReference,
  searchTransactions,
} from '../payments/lookUps/operators.ts'
import { quoteFees } from '../payments/lookUps/quoteFees.ts'
import { lookUpRecipient } from '../payments/lookUps/recipient.ts'
import { refundMoney } from '../payments/refundMoney.ts'
import { lookUpRefunds } from '../payments/refunds.ts'
import { sendMoney } from '../payments/sendMoney.ts'

/**
 * The use cases for merchants' payments.
 *
 * @hidden
 */
export const paymentUseCases = {
  collectMoney,
  listTransactions,
  lookUpBalances,
  lookUpMarket,
  lookUpTransaction,
  quoteFees,
  lookUpRecipient,
  refundMoney,
  lookUpRefunds,
  sendMoney,
}

/**
 * The use cases with which operators find payments.
 *
 * @hidden
 */
export const searchUseCases = {
  findTransaction,
  findTransactionAtNetwork,
  findTransactionByReference,
  searchTransactions,
}

/**
 * The use cases for batches of payouts.
 *
 * @hidden
 */
export const batchUseCases = {
  acceptBatch,
  tryBatch,
  changeBatch,
  decideBatch,
  checkUnconfirmed,
  listBatches,
  listBatchLines,
  lookUpBatch,
}

/**
 * The use cases for merchants' payment links.
 *
 * @hidden
 */
export const linkUseCases = { createLink, endLink, listLinks, lookUpLink, standing }

/**
 * The use cases for customers on the page of a payment link.
 *
 * @hidden
 */
export const linkPageUseCases = { followLink, openLink, payLink }
