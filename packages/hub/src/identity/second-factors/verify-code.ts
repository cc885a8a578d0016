import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { useTotp } from './totp.ts'

/** Accepts a code of the authenticator app, or a recovery code, once. The caller has counted the attempt. */
export async function useCode(tx: Tx, hub: Hub, account: { userId: number; name: string }, typed: string): Promise<boolean> {
  const code = typed.slice(0, 100).replaceAll(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) return useTotp(tx, hub, account, code)
  return /^[a-z2-7]{16}$/i.test(code) ? useRecoveryCode(tx, hub, account, code) : false
}
