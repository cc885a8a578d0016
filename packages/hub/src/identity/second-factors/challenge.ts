import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../foundation/db/db.ts'
import { storedKey } from '../../foundation/encryption/index.ts'
import type { Hub } from '../../hub.ts'
import { secretHash } from '../accounts/index.ts'

/** What a challenge is for: an answer to one counts for nothing else. */
export type ChallengePurpose = 'register' | 'sign-in' | 'second-step' | 'confirm'

const keyName = 'passkey_challenge_key'
/** How long somebody may take to answer. Milliseconds. */
const lifeMs = 10 * 60_000
const randomLength = 16
const timeLength = 6
const macLength = 32

/**
 * A WebAuthn challenge. It is signed instead of stored, so that showing a sign-in page writes nothing; {@link useChallenge} makes each count once.
 * @param bound the session or the pending sign-in that it belongs to
 */
export async function makeChallenge(hub: Hub, purpose: ChallengePurpose, bound: string): Promise<Uint8Array<ArrayBuffer>> {
  const head = Buffer.alloc(randomLength + timeLength)
  hub.randomBytes(randomLength).copy(head)
  head.writeUIntBE(hub.now().getTime() + lifeMs, randomLength, timeLength)
  return Uint8Array.from(Buffer.concat([head, mac(await storedKey(hub, keyName), head, purpose, bound)]))
}

/** Whether a challenge (base64url) is one of {@link makeChallenge}, for this, and not too old. */
export async function isChallenge(hub: Hub, challenge: string, purpose: ChallengePurpose, bound: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== randomLength + timeLength + macLength) return false
  const head = bytes.subarray(0, -macLength)
  if (!timingSafeEqual(bytes.subarray(-macLength), mac(await storedKey(hub, keyName), head, purpose, bound))) return false
  return head.readUIntBE(randomLength, timeLength) > hub.now().getTime()
}

/** Uses a challenge up. @returns false when it was answered before */
export async function useChallenge(tx: Tx, hub: Hub, challenge: string): Promise<boolean> {
  const now = hub.now().getTime()
  await tx.deleteFrom('used_challenge').where('expires', '<', now).execute()
  const used = await tx
    .insertInto('used_challenge')
    .values({ challenge_hash: secretHash(challenge), expires: now + lifeMs })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return used.numInsertedOrUpdatedRows === 1n
}

function mac(key: Buffer, head: Buffer, purpose: ChallengePurpose, bound: string): Buffer {
  return createHmac('sha256', key).update(head).update(`${purpose} ${bound}`).digest()
}
