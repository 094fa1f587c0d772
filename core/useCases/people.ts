import { mailNotices } from '../people/notices/mailNotices.ts'
import { noteChanges } from '../people/notices/noteChanges.ts'
import { noteConcerns } from '../people/notices/noteConcerns.ts'
import { noteEvents } from '../people/notices/noteEvents.ts'
import {
  askNoticeAddress,
  changeNoticeSettings,
  confirmNoticeAddress,
  dropNoticeAddress,
  findNoticeSettings,
} from '../people/notices/noticeSettings.ts'
import { countNotices, listNotices, readNotices } from '../people/notices/ownNotices.ts'
import {
  changeCurrencyAsOperator,
  closeAccountAsOperator,
  createAccountAsOperator,
} from '../people/operators/accounts.ts'
import { auditAsOperator } from '../people/operators/audits.ts'
import { approveAsOperator, changeAsOperator, rejectAsOperator } from '../people/operators/changes.ts'
import { decideNetworkAsOperator } from '../people/operators/channels.ts'
import { compareAsOperator } from '../people/operators/comparisons.ts'
import { assignEntryAsOperator, decideExceptionsAsOperator } from '../people/operators/exceptions.ts'
import {
  approveProposal,
  findProposal,
  listProposals,
  makeChange,
  rejectProposal,
} from '../people/operators/proposals/proposals.ts'
import { decideQuarantineAsOperator } from '../people/operators/quarantine.ts'
import { endTogether } from '../people/operators/together.ts'
import { backUpAsOperator, checkClosesAsOperator, closeAsOperator } from '../people/operators/upkeep.ts'
import { callAsUser } from '../people/own/callAsUser.ts'
import { listMadeKeys } from '../people/own/madeKeys.ts'
import { changeOwnApiAccess, changeOwnCurrency, changeOwnLanguage, changeOwnPin } from '../people/own/ownAccount.ts'
import { listOwnActions } from '../people/own/ownActions.ts'
import { createOwnKey, revokeOwnKey, rotateOwnKey } from '../people/own/ownKeys.ts'
import { openOwnPayment, planOwnPayment } from '../people/own/ownPayments.ts'
import { findSeenPayment, searchSeenPayments } from '../people/own/payments.ts'
import {
  beginCodes,
  beginPasskey,
  dropSecondStep,
  enrolCodes,
  enrolPasskey,
  renewRecoveryCodes,
} from '../people/secondStep/enrolling.ts'
import { beginPasskeyCheck, takeSecondStep } from '../people/secondStep/taking.ts'
import { changePassword, confirmPassword } from '../people/signIn/passwords.ts'
import {
  endOtherSessions,
  endSession,
  findSessionOwner,
  listSessions,
  resumeSession,
} from '../people/signIn/sessions.ts'
import { signIn } from '../people/signIn/signIn.ts'
import { signInVouched } from '../people/signIn/vouched.ts'
import { acceptInvitation, inviteNewPassword, inviteUser, lookUpInvitation } from '../people/users/invitations.ts'
import { chooseLanguage } from '../people/users/language.ts'
import { listInvitations, revokeInvitation } from '../people/users/openInvitations.ts'
import {
  changeUser,
  endSessions,
  listUsers,
  removeUser,
  resetSecondStep,
  resumeUser,
  suspendUser,
} from '../people/users/users.ts'

/**
 * The use cases for users of an account on its pages.
 *
 * @hidden
 */
export const ownUseCases = {
  callAsUser,
  listMadeKeys,
  changeOwnApiAccess,
  changeOwnCurrency,
  changeOwnLanguage,
  changeOwnPin,
  listOwnActions,
  createOwnKey,
  revokeOwnKey,
  rotateOwnKey,
  openOwnPayment,
  planOwnPayment,
  findSeenPayment,
  searchSeenPayments,
}

/**
 * The use cases for operators on their pages, and for their proposals.
 *
 * @hidden
 */
export const operatorUseCases = {
  changeCurrencyAsOperator,
  closeAccountAsOperator,
  createAccountAsOperator,
  approveAsOperator,
  changeAsOperator,
  rejectAsOperator,
  decideNetworkAsOperator,
  assignEntryAsOperator,
  auditAsOperator,
  backUpAsOperator,
  checkClosesAsOperator,
  closeAsOperator,
  compareAsOperator,
  decideExceptionsAsOperator,
  approveProposal,
  findProposal,
  listProposals,
  makeChange,
  rejectProposal,
  decideQuarantineAsOperator,
  endTogether,
}

/**
 * The use cases for users and their sign-in.
 *
 * @hidden
 */
export const peopleUseCases = {
  acceptInvitation,
  inviteNewPassword,
  inviteUser,
  lookUpInvitation,
  listInvitations,
  revokeInvitation,
  changePassword,
  confirmPassword,
  beginCodes,
  beginPasskey,
  dropSecondStep,
  enrolCodes,
  enrolPasskey,
  renewRecoveryCodes,
  beginPasskeyCheck,
  takeSecondStep,
  endOtherSessions,
  endSession,
  findSessionOwner,
  listSessions,
  resumeSession,
  signIn,
  changeUser,
  endSessions,
  listUsers,
  removeUser,
  resetSecondStep,
  resumeUser,
  suspendUser,
  signInVouched,
  chooseLanguage,
}

/**
 * The use cases for users' notices and mails about them.
 *
 * @hidden
 */
export const noticeUseCases = {
  noteEvents,
  noteChanges,
  noteConcerns,
  mailNotices,
  listNotices,
  countNotices,
  readNotices,
  findNoticeSettings,
  changeNoticeSettings,
  askNoticeAddress,
  confirmNoticeAddress,
  dropNoticeAddress,
}
