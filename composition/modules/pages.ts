import { ContainerModule } from 'inversify'
import type { HolderApi, HolderWebhooks } from '../../adapters/dashboard/holder/deps.ts'
import { type DashboardDeps, dashboard } from '../../adapters/dashboard/pages.ts'
import type { PayDeps } from '../../adapters/dashboard/pay/pay.ts'
import { openIdProvider } from '../../adapters/dashboard/people/openId/provider.ts'
import { zxcvbnGuesses } from '../../adapters/dashboard/people/passwords/guesses.ts'
import { totpCodes } from '../../adapters/dashboard/secondStep/codes.ts'
import { webAuthnPasskeys } from '../../adapters/dashboard/secondStep/passkeys.ts'
import { linesInCsv } from '../../adapters/http/batches/batchBody.ts'
import { nodePasswords } from '../../adapters/node/node.ts'
import { signInsInto } from '../../adapters/telemetry/log/signIns.ts'
import { addressList } from '../../adapters/written/addressList.ts'
import {
  type AccountPorts,
  acceptInvitation,
  approveAsOperator,
  assignEntryAsOperator,
  beginCodes,
  beginPasskey,
  beginPasskeyCheck,
  type ChangePorts,
  callAsUser,
  changeAsOperator,
  changeCurrencyAsOperator,
  changeOwnApiAccess,
  changeOwnCurrency,
  changeOwnPin,
  changePassword,
  changeUser,
  closeAccountAsOperator,
  confirmPassword,
  createAccountAsOperator,
  createOwnKey,
  decideNetworkAsOperator,
  decideQuarantineAsOperator,
  dropSecondStep,
  endOtherSessions,
  endSession,
  endTogether,
  enrolCodes,
  enrolPasskey,
  findAccount,
  findEntry,
  findFailed,
  findLastComparisons,
  findNetwork,
  findOwners,
  findProposal,
  findQuarantine,
  findSeenPayment,
  findUpkeep,
  inviteNewPassword,
  inviteUser,
  listAccounts,
  listActions,
  listBatches,
  listChannels,
  listExceptions,
  listFloat,
  listInvitations,
  listMadeKeys,
  listOwnActions,
  listProposals,
  listSessions,
  listUsers,
  lookUpAccount,
  lookUpInvitation,
  measureChannels,
  type PasswordGuesses,
  type Passwords,
  type RiskLimits,
  readAccountStatement,
  redeliverFailed,
  rejectAsOperator,
  removeUser,
  renewRecoveryCodes,
  resetSecondStep,
  resumeSession,
  resumeUser,
  revokeInvitation,
  revokeOwnKey,
  rotateOwnKey,
  type SessionPolicy,
  type SignInSeen,
  type Store,
  searchSeenPayments,
  showLimits,
  signIn,
  signInVouched,
  suspendUser,
  type TakingPorts,
  takeSecondStep,
} from '../../core/sente.ts'
import type { ContainerParts } from '../deployment.ts'
import { sandboxPages } from '../sandbox/pages.ts'
import { madeFrom, tokens as t } from '../tokens.ts'

/** The pages for people. */
export function pagesModule({
  publicUrl,
  sandbox,
  pinKeys,
  openId,
  fourEyes,
  metrics,
  holdersTakeTwoSteps,
}: ContainerParts): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.pages).toResolvedValue(
      ...madeFrom(
        [
          ...(['accountPorts', 'store', 'configuration'] as const),
          ...(['authenticate', 'sendMoney', 'collectMoney', 'lookUps', 'linkPage', 'ids', 'log'] as const),
          ...(['webhookDeps', 'batchDeps', 'linkDeps', 'refundMoney'] as const),
        ],
        ({
          accountPorts,
          store,
          configuration,
          lookUps,
          linkPage,
          webhookDeps,
          batchDeps,
          linkDeps,
          refundMoney,
          ...useCases
        }) => {
          const operatorsTakeTwoSteps = sandbox === undefined
          const policy = { operatorsTakeTwoSteps, holdersTakeTwoSteps: operatorsTakeTwoSteps && holdersTakeTwoSteps }
          const signInSeen = signInsInto(useCases.log, metrics?.signInSeen)
          const deps = {
            ...linkPage,
            ...{ listEvents: lookUps.listEvents, links: linkDeps, refundMoney, lookUpRefunds: lookUps.lookUpRefunds },
            batches: { ...batchDeps, listBatches: listBatches(store), linesInCsv },
            onBreakage: (err: unknown) => useCases.log.error({ err }, 'a refund from the dashboard'),
            webhooks: webhookDeps && { ...webhookDeps, ...failedDeliveries({ ...store, ...accountPorts }) },
            openId: openId && {
              provider: openIdProvider(openId),
              signInVouched: signInVouched({ ...store, ...accountPorts, operatorsTakeTwoSteps, signInSeen }),
              onBroke: (err: unknown) => useCases.log.warn({ err }, 'sign-in at the OpenID provider broke'),
              onUnknown: (missing?: string) =>
                missing === undefined
                  ? useCases.log.warn('no operator has the name that the OpenID provider tells')
                  : useCases.log.warn({ claim: missing }, 'the OpenID provider does not say who signs in'),
            },
            ...pageUseCases({
              ...{ ...store, ...accountPorts, passwords: nodePasswords(), guesses: zxcvbnGuesses() },
              ...{ codes: totpCodes(pinKeys()), passkeys: webAuthnPasskeys() },
              ...{ ...policy, signInSeen, fourEyes, riskLimits: configuration.riskLimits },
            }),
            base: publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, ''),
            timeZone: configuration.timeZone ?? 'UTC',
            isSandbox: sandbox !== undefined,
          }
          return dashboard(deps, sandbox ? sandboxPages(sandbox, { ...useCases, ...lookUps }) : [])
        },
      ),
    )
  })
}

type StorePorts =
  | ('people' | 'cases' | 'webhooks' | 'reconciliations' | 'paymentLinks')
  | ('actions' | 'figures' | 'channelStops' | 'quarantines' | 'operatorMoney')

/** What the pages call, over these ports. */
export function pageUseCases(
  given: Pick<Store, StorePorts> &
    AccountPorts &
    Pick<TakingPorts, 'codes' | 'passkeys'> &
    Pick<ChangePorts, 'fourEyes' | 'policy'> & { readonly riskLimits?: RiskLimits } & SessionPolicy &
    SignInSeen & {
      readonly passwords: Passwords
      readonly guesses: PasswordGuesses
    },
): Omit<DashboardDeps, 'base' | 'timeZone' | 'isSandbox' | keyof PayDeps | keyof HolderApi> {
  const ports = { ...given, isAddressList: (addresses: readonly string[]) => addressList(addresses) !== undefined }
  return {
    market: ports.market,
    clock: ports.clock,
    resumeSession: resumeSession(ports),
    signIn: signIn(ports),
    lookUpInvitation: lookUpInvitation(ports),
    acceptInvitation: acceptInvitation(ports),
    changePassword: changePassword(ports),
    confirmPassword: confirmPassword(ports),
    listSessions: listSessions(ports),
    endSession: endSession(ports),
    endOtherSessions: endOtherSessions(ports),
    takeSecondStep: takeSecondStep(ports),
    beginCodes: beginCodes(ports),
    enrolCodes: enrolCodes(ports),
    beginPasskey: beginPasskey(ports),
    enrolPasskey: enrolPasskey(ports),
    beginPasskeyCheck: beginPasskeyCheck(ports),
    dropSecondStep: dropSecondStep(ports),
    renewRecoveryCodes: renewRecoveryCodes(ports),
    books: ports.books,
    figures: ports.figures,
    findQuarantine: findQuarantine(ports),
    findUpkeep: findUpkeep(ports),
    listChannels: listChannels(ports),
    measureChannels: measureChannels(ports),
    listFloat: listFloat(ports),
    findNetwork: findNetwork(ports),
    decideNetworkAsOperator: decideNetworkAsOperator(ports),
    findAccount: findAccount(ports),
    listAccounts: listAccounts(ports),
    listActions: listActions(ports),
    changeAsOperator: changeAsOperator(ports),
    approveAsOperator: approveAsOperator(ports),
    rejectAsOperator: rejectAsOperator(ports),
    endTogether: endTogether(ports),
    decideQuarantineAsOperator: decideQuarantineAsOperator(ports),
    reconciliations: ports.reconciliations,
    listExceptions: listExceptions(ports),
    findEntry: findEntry(ports),
    findOwners: findOwners(ports),
    findLastComparisons: findLastComparisons(ports),
    assignEntryAsOperator: assignEntryAsOperator(ports),
    ids: ports.ids,
    showLimits: showLimits(ports),
    createAccountAsOperator: createAccountAsOperator(ports),
    changeCurrencyAsOperator: changeCurrencyAsOperator(ports),
    closeAccountAsOperator: closeAccountAsOperator(ports),
    findProposal: findProposal(ports),
    listProposals: listProposals(ports),
    lookUpAccount: lookUpAccount(ports),
    searchSeenPayments: searchSeenPayments(ports),
    findSeenPayment: findSeenPayment(ports),
    readAccountStatement: readAccountStatement(ports),
    changeOwnPin: changeOwnPin(ports),
    changeOwnApiAccess: changeOwnApiAccess(ports),
    changeOwnCurrency: changeOwnCurrency(ports),
    createOwnKey: createOwnKey(ports),
    rotateOwnKey: rotateOwnKey(ports),
    revokeOwnKey: revokeOwnKey(ports),
    listOwnActions: listOwnActions(ports),
    listUsers: listUsers(ports),
    inviteUser: inviteUser(ports),
    listInvitations: listInvitations(ports),
    listMadeKeys: listMadeKeys(ports),
    revokeInvitation: revokeInvitation(ports),
    inviteNewPassword: inviteNewPassword(ports),
    changeUser: changeUser(ports),
    suspendUser: suspendUser(ports),
    resumeUser: resumeUser(ports),
    removeUser: removeUser(ports),
    resetSecondStep: resetSecondStep(ports),
    callAsUser: callAsUser(ports),
    newReference: () => ports.ids.random(),
  }
}

/** What people alone do about webhooks. */
export function failedDeliveries(
  ports: Parameters<typeof redeliverFailed>[0],
): Pick<HolderWebhooks, 'findFailed' | 'redeliverFailed'> {
  return { findFailed: findFailed(ports), redeliverFailed: redeliverFailed(ports) }
}
