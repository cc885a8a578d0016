export type { Identity, IdentityRules } from './identity.ts'
export { type IdentityLink, listIdentities, unlinkIdentity } from './manage-identities.ts'
export { linkIdentity, signInWithIdentity } from './sign-in-with-identity.ts'
