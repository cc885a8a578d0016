import { HubError } from '@portolan/contract'
import {
  type Actor,
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmOptions,
  confirmWithPasskey,
  finishSignInWithPasskey,
  passkeySignInOptions,
  passkeySite,
  removePasskey,
  secondStepOptions,
  signInWithPasskey,
  confirmTotp,
  confirmWithCode,
  confirmWithPassword,
  endOtherSessions,
  endSessionById,
  findPendingSignIn,
  finishSignInWithCode,
  type Hub,
  listSessions,
  listSignInActivity,
  pendingTotp,
  readSecondFactors,
  removeTotp,
  renewRecoveryCodes,
  requireUser,
  type TotpSetup,
} from '@portolan/hub'
import encodeQR from 'qr'

interface SecurityRequest {
  readonly origin: string
  readonly sessionToken: string | null
  readonly userAgent: string | null
  readonly callerAddress: string
  /** Reports that the caller has tried too often. */
  readonly bounded: <T>(work: () => Promise<T>) => Promise<T>
}

/** An authenticator app to set up, as shown on pages. */
export interface TotpSetupView {
  /** In groups of four. */
  readonly secret: string
  readonly address: string
  /** An SVG of the address. */
  readonly qrCode: string
}

/** What the pages for signing in and for its settings show and do. */
export function securityActions(hub: Hub, actor: Actor, request: SecurityRequest) {
  const { bounded } = request
  const from = { address: request.callerAddress, userAgent: request.userAgent }
  const site = passkeySite(hub, request.origin)
  const requireSite = () => {
    if (site === null) throw new HubError('auth.passkey_failed', { message: 'Passkeys need a public address of this hub with https' })
    return site
  }
  const issuer = `Portolan ${new URL(request.origin).hostname}`
  return {
    /** The second step of a sign-in; `null` when it has to be started again. @param pending the secret from `signIn` */
    async secondStep(pending: string | null) {
      const found = pending === null ? null : await findPendingSignIn(hub, pending)
      if (pending === null || found === null) return null
      const passkey = found.hasPasskey && site !== null ? JSON.stringify(await secondStepOptions(hub, site, pending)) : null
      return { name: found.name, hasTotp: found.hasTotp, passkey }
    },
    finishSignInWithPasskey: (pending: string, answer: string) => finishSignInWithPasskey(hub, requireSite(), pending, answer, from),
    /** What a browser needs to sign in with a passkey alone, as JSON; `null` where that is not offered. */
    passkeySignIn: async () =>
      site === null || hub.config.passwordSignIn === 'off' ? null : JSON.stringify(await passkeySignInOptions(hub, site)),
    signInWithPasskey: (answer: string) => signInWithPasskey(hub, requireSite(), answer, from),
    finishSignIn: (pending: string, code: string) => bounded(() => finishSignInWithCode(hub, pending, code, from)),

    async security() {
      const { totpSince, passkeys, recoveryCodes } = await readSecondFactors(hub, actor)
      return {
        recoveryCodes,
        totpSince: totpSince?.toISOString() ?? null,
        passkeys: passkeys.map(({ uid, name, createdAt, lastUsedAt }) => {
          return { uid, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
        }),
        offersPasskeys: site !== null,
      }
    },
    /** What a browser needs to create a passkey, as JSON. */
    beginPasskey: async () => JSON.stringify(await beginPasskey(hub, actor, requireSite())),
    addPasskey: (answer: string, name: string) => addPasskey(hub, actor, requireSite(), answer, name),
    removePasskey: (uid: string) => removePasskey(hub, actor, uid),
    beginTotp: async () => toSetupView(await beginTotp(hub, actor, issuer)),
    async pendingTotp() {
      const setup = await pendingTotp(hub, actor, issuer)
      return setup && toSetupView(setup)
    },
    confirmTotp: (code: string) => bounded(() => confirmTotp(hub, actor, code, request.callerAddress)),
    removeTotp: () => removeTotp(hub, actor),
    renewRecoveryCodes: () => renewRecoveryCodes(hub, actor),

    /** How the viewer can prove who they are. */
    async proofs() {
      const { hasPassword, totpSince, passkeys, recoveryCodes } = await readSecondFactors(hub, actor)
      return {
        password: hasPassword && hub.config.passwordSignIn === 'on',
        code: totpSince !== null || recoveryCodes > 0,
        hasTotp: totpSince !== null,
        passkey: passkeys.length > 0 && site !== null ? JSON.stringify(await confirmOptions(hub, actor, site)) : null,
      }
    },
    confirmWithPassword: (password: string) => bounded(() => confirmWithPassword(hub, actor, password, request.callerAddress)),
    confirmWithCode: (code: string) => bounded(() => confirmWithCode(hub, actor, code, request.callerAddress)),

    confirmWithPasskey: (answer: string) => confirmWithPasskey(hub, actor, requireSite(), answer),

    async sessions() {
      const list = await listSessions(hub, requireUser(actor), request.sessionToken)
      return list.map((each) => ({ ...each, createdAt: each.createdAt.toISOString(), lastUsedAt: each.lastUsedAt.toISOString() }))
    },
    endSession: (id: string) => endSessionById(hub, requireUser(actor), id),
    endOtherSessions: () => endOtherSessions(hub, requireUser(actor), request.sessionToken),
    async signInActivity() {
      return (await listSignInActivity(hub, actor)).map(({ at, topic, address, details }) => ({
        at: at.toISOString(),
        topic,
        address,
        way: textOf(details['way']),
        kind: textOf(details['kind']),
        name: textOf(details['name']),
        userAgent: textOf(details['userAgent']),
      }))
    },
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function toSetupView({ secret, address }: TotpSetup): TotpSetupView {
  return { secret: secret.replaceAll(/(.{4})(?=.)/g, '$1 '), address, qrCode: encodeQR(address, 'svg', { ecc: 'medium', border: 2 }) }
}
