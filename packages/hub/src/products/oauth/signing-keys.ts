import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { decryptAtRest, encryptAtRest } from '../../foundation/encryption/index.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'

/** The algorithm every OpenID Connect client supports (Core, 15.1). */
export const idTokenAlgorithm = 'RS256'
/** How long a key is used for signing. Milliseconds. */
const signsMs = 90 * 24 * 3600 * 1000
/** How long it is published after that: longer than any ID token lives. Milliseconds. */
const publishedMs = 7 * 24 * 3600 * 1000

export interface SigningKey {
  readonly kid: string
  readonly key: CryptoKey
}

const imported = hubState('oauth-signing-keys', () => new Map<string, Promise<CryptoKey>>())

/** The current signing key: created on first use, and replaced when it is old. */
export async function signingKey(hub: Hub): Promise<SigningKey> {
  const now = hub.now().getTime()
  const newest = await hub.db.read.selectFrom('oauth_key').selectAll().orderBy('created', 'desc').orderBy('kid').limit(1).executeTakeFirst()
  const row = newest && now - newest.created < signsMs ? newest : await makeKey(hub)
  return { kid: row.kid, key: await importOnce(hub, row) }
}

/** The public halves, as published at `jwks_uri`. There is at least one. */
export async function publicKeys(hub: Hub): Promise<{ keys: JWK[] }> {
  await signingKey(hub)
  const since = hub.now().getTime() - signsMs - publishedMs
  const rows = await hub.db.read.selectFrom('oauth_key').selectAll().where('created', '>', since).orderBy('created', 'desc').execute()
  return {
    keys: rows.map(({ kid, jwk }) => {
      // Field by field: anything not listed here is the private half.
      const { kty, n, e } = opened(hub, { kid, jwk })
      return { kty, n, e, kid, alg: idTokenAlgorithm, use: 'sig' } as JWK
    }),
  }
}

async function makeKey(hub: Hub): Promise<{ kid: string; jwk: string }> {
  const { privateKey } = await generateKeyPair(idTokenAlgorithm, { modulusLength: 2048, extractable: true })
  const kid = hub.randomBytes(12).toString('hex')
  const jwk = encryptAtRest(hub, 'oauth_key.jwk', kid, JSON.stringify(await exportJWK(privateKey)))
  const row = { kid, jwk, created: hub.now().getTime() }
  return hub.db.write(async (tx) => {
    // Someone else may have created one in the meantime. If two are created after all, both are published, and either may sign.
    const newest = await tx
      .selectFrom('oauth_key')
      .selectAll()
      .where('created', '>', row.created - signsMs)
      .orderBy('created', 'desc')
      .orderBy('kid')
      .limit(1)
      .executeTakeFirst()
    if (newest) return newest
    await tx
      .deleteFrom('oauth_key')
      .where('created', '<=', row.created - signsMs - publishedMs)
      .execute()
    await tx.insertInto('oauth_key').values(row).execute()
    return row
  })
}

function importOnce(hub: Hub, { kid, jwk }: { kid: string; jwk: string }): Promise<CryptoKey> {
  const keys = imported(hub)
  let key = keys.get(kid)
  // The private key is asymmetric, never bytes.
  if (!key) keys.set(kid, (key = importJWK(opened(hub, { kid, jwk }), idTokenAlgorithm) as Promise<CryptoKey>))
  return key
}

function opened(hub: Hub, { kid, jwk }: { kid: string; jwk: string }): JWK {
  return JSON.parse(decryptAtRest(hub, 'oauth_key.jwk', kid, jwk)) as JWK
}
