export { confirmWithCode, confirmWithPassword } from './confirm-identity.ts'
export {
  addPasskey,
  beginPasskey,
  confirmOptions,
  confirmWithPasskey,
  finishSignInWithPasskey,
  type Passkey,
  passkeySignInOptions,
  removePasskey,
  secondStepOptions,
  signInWithPasskey,
} from './passkeys.ts'
export { passkeySite, type PasskeySite } from './passkey-site.ts'
export { resetSecondFactors } from './reset-second-factors.ts'
export { renewRecoveryCodes } from './recovery-codes.ts'
export { readSecondFactors, type SecondFactors } from './second-factors.ts'
export { listSignInActivity, type SignInActivity } from './sign-in-activity.ts'
export {
  findPendingSignIn,
  finishSignInWithCode,
  type PasswordSignIn,
  type PendingSignIn,
  type SignInFrom,
  signInWithPassword,
  type StartedSession,
} from './sign-in.ts'
export { beginTotp, confirmTotp, pendingTotp, removeTotp, type TotpSetup } from './totp.ts'
