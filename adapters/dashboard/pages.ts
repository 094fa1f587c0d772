import { type Page, type Pages, servePages } from './dashboard.ts'
import { ownActionsPage } from './holder/actions.tsx'
import { batchPages } from './holder/batches/batch.tsx'
import { batchesPage } from './holder/batches/batches.tsx'
import { newBatchPages } from './holder/batches/newBatch.tsx'
import type { HolderDeps } from './holder/deps.ts'
import { keyPages } from './holder/keys.tsx'
import { linkPages } from './holder/links/link.tsx'
import { linksPages } from './holder/links/links.tsx'
import { sheetPage } from './holder/links/sharing.tsx'
import { chartsPage } from './holder/overview/charts.tsx'
import { overviewPage } from './holder/overview/overview.tsx'
import { newPaymentPages } from './holder/payments/newPayment/newPayment.tsx'
import { receiptPage } from './holder/payments/receipt.tsx'
import { transactionPages } from './holder/payments/transaction.tsx'
import { transactionListPages } from './holder/payments/transactions.tsx'
import { settingsPages } from './holder/settings/settings.tsx'
import { statementPages } from './holder/statement/pages.tsx'
import { userPages } from './holder/users.tsx'
import { endpointPages } from './holder/webhooks/endpoint.tsx'
import { endpointsPages } from './holder/webhooks/endpoints.tsx'
import { eventPages } from './holder/webhooks/events.tsx'
import { operatorAccountPage } from './operator/accounts/account.tsx'
import { operatorAccountsPage } from './operator/accounts/accounts.tsx'
import { operatorActionsPage } from './operator/actions.tsx'
import { bookPages } from './operator/books/books.tsx'
import { closesPage } from './operator/books/closes.tsx'
import { closingPages } from './operator/books/closing.tsx'
import { comparisonPages } from './operator/comparisons/comparisons.tsx'
import { accountChangePages } from './operator/decisions/account/change.tsx'
import { newAccountPage } from './operator/decisions/account/new.tsx'
import { approvalsPage } from './operator/decisions/approvals.tsx'
import { operatorPaymentPages } from './operator/decisions/payment.tsx'
import { proposalPages } from './operator/decisions/proposals.tsx'
import { quarantinePage } from './operator/decisions/quarantine.tsx'
import { severalPages } from './operator/decisions/several.tsx'
import type { OperatorDeps } from './operator/deps.ts'
import { exceptionPages } from './operator/exceptions/exception.tsx'
import { exceptionsPage } from './operator/exceptions/exceptions.tsx'
import { togetherPages } from './operator/exceptions/together.tsx'
import { moneyPages } from './operator/money/money.tsx'
import { floatPage } from './operator/networks/float.tsx'
import { networkPage } from './operator/networks/network.tsx'
import { networksPage } from './operator/networks/networks.tsx'
import { operatorOverviewPage } from './operator/overview/overview.tsx'
import { operatorPaymentsPage } from './operator/payments.tsx'
import { payPages } from './pay/pay.ts'
import { joinPage } from './people/join.tsx'
import { languagePage } from './people/language.ts'
import { mePages } from './people/me.tsx'
import { noticesPages } from './people/notices/notices.tsx'
import { noticeSettingsPages } from './people/notices/settings.tsx'
import { type OpenIdDeps, openIdPages } from './people/openId/pages.tsx'
import { secondStepPages, stepForm } from './people/secondStep/arriving.tsx'
import { ownSecondStepPages } from './people/secondStep/own.tsx'
import { keepForms, signInPages } from './people/signIn.tsx'
import type { HandlingDeps } from './request/handle.ts'

/** The dependencies of all pages of a gateway. */
export type DashboardDeps = HandlingDeps & HolderDeps & OperatorDeps & { readonly openId?: OpenIdDeps | undefined }

/** All pages of a gateway, with additional ones that only some gateways have. */
export function dashboard(deps: DashboardDeps, others: readonly Page[] = []): Pages {
  return servePages({ ...deps, keepForm: keepForms(deps) }, [...others, ...pagesOf(deps)])
}

/** The pages that every gateway has. */
export function pagesOf(deps: DashboardDeps): readonly Page[] {
  return [
    ...signInPages({ ...deps, stepForm }),
    ...(deps.openId ? openIdPages({ ...deps, stepForm }, deps.openId) : []),
    ...secondStepPages(deps),
    joinPage(deps),
    languagePage(deps),
    ...payPages(deps),
    ...mePages(deps),
    ...noticesPages(deps),
    ...noticeSettingsPages(deps),
    ...ownSecondStepPages(deps),
    overviewPage(deps),
    chartsPage(deps),
    ...newPaymentPages(deps),
    ...transactionListPages(deps),
    ...transactionPages(deps),
    receiptPage(deps),
    ...statementPages(deps),
    ...settingsPages(deps),
    ...keyPages(deps),
    ...userPages(deps),
    ownActionsPage(deps),
    ...endpointsPages(deps),
    ...endpointPages(deps),
    ...eventPages(deps),
    batchesPage(deps),
    ...newBatchPages(deps),
    ...batchPages(deps),
    ...linksPages(deps),
    ...linkPages(deps),
    sheetPage(deps),
    operatorOverviewPage(deps),
    operatorPaymentsPage(deps),
    ...operatorPaymentPages(deps),
    operatorAccountsPage(deps),
    operatorAccountPage(deps),
    operatorActionsPage(deps),
    newAccountPage(deps),
    ...accountChangePages(deps),
    ...proposalPages(deps),
    approvalsPage(deps),
    quarantinePage(deps),
    ...severalPages(deps),
    ...comparisonPages(deps),
    exceptionsPage(deps),
    ...exceptionPages(deps),
    ...togetherPages(deps),
    ...moneyPages(deps),
    closesPage(deps),
    ...closingPages(deps),
    ...bookPages(deps),
    networksPage(deps),
    floatPage(deps),
    networkPage(deps),
  ]
}
