import type { MailKind, MailPace } from '@portolan/contract'
import {
  accountEmail,
  type Actor,
  canRecover,
  changeEmail,
  confirmationOf,
  confirmEmail,
  changeNewsByMail,
  type Hub,
  newsByMail,
  requestRecovery,
  sendConfirmationAgain,
  unsubscribe,
  unsubscriptionOf,
} from '@portolan/hub'

/** Everything about mail: addresses and links that people get by mail. */
export function mailActions(
  hub: Hub,
  actor: Actor,
  request: { readonly callerAddress: string; bounded<T>(work: () => Promise<T>): Promise<T> },
) {
  return {
    /** Whether people who forgot their password can get a link by mail. */
    canRecover: canRecover(hub),
    requestRecovery: (nameOrEmail: string) => request.bounded(() => requestRecovery(hub, nameOrEmail, request.callerAddress)),
    confirmationOf: (code: string) => confirmationOf(hub, code),
    /** @returns the account's name */
    confirmEmail: (code: string) => confirmEmail(hub, code),
    email: () => accountEmail(hub, actor),
    changeEmail: (address: string) => changeEmail(hub, actor, address),
    sendConfirmationAgain: () => sendConfirmationAgain(hub, actor),
    newsByMail: () => newsByMail(hub, actor),
    changeNewsByMail: (paces: Readonly<Record<MailKind, MailPace>>) => changeNewsByMail(hub, actor, paces),
    unsubscriptionOf: (code: string) => unsubscriptionOf(hub, code),
    unsubscribe: (code: string, isUndo: boolean) => unsubscribe(hub, code, { isUndo }),
  }
}
