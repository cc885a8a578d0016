import { createHash, hash } from 'node:crypto'

/** A git object id: 40 lowercase hex digits (sha-1). */
export type Oid = string & { readonly __brand: 'Oid' }

/** The four object types, numbered as in a pack (gitformat-pack). */
export const objectTypes = { commit: 1, tree: 2, blob: 3, tag: 4 } as const
export type ObjectType = keyof typeof objectTypes
export type ObjectTypeNumber = (typeof objectTypes)[ObjectType]

const names = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' } as const

/** `commit` for 1, and so on. */
export function typeName(type: ObjectTypeNumber): ObjectType {
  return names[type]
}

export const zeroOid = '0'.repeat(40) as Oid

export function isOid(text: string): text is Oid {
  return /^[0-9a-f]{40}$/.test(text)
}

/** @throws {TypeError} if the text is not an object id */
export function toOid(text: string): Oid {
  if (!isOid(text)) throw new TypeError(`Not a git object id: ${JSON.stringify(text)}`)
  return text
}

export function oidFromBytes(bytes: Uint8Array): Oid {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex') as Oid
}

export function oidToBytes(oid: Oid): Buffer {
  return Buffer.from(oid, 'hex')
}

/** Shorter bodies are copied after their header. Bytes. */
const copiedBytes = 64 * 1024
const scratch = Buffer.allocUnsafeSlow(copiedBytes + 64)

/** The id that git computes: sha-1 of `<type> <size>\0<body>`. */
export function objectOid(type: ObjectType, body: Uint8Array): Oid {
  const head = `${type} ${body.length}\0`
  if (body.length > copiedBytes) return createHash('sha1').update(head).update(body).digest('hex') as Oid
  // Copying and making one call costs half as much as three calls without copying.
  scratch.write(head, 'latin1')
  scratch.set(body, head.length)
  return hash('sha1', scratch.subarray(0, head.length + body.length), 'hex') as Oid
}
