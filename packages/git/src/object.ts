import { promisify } from 'node:util'
import { deflate, deflateSync, inflateSync } from 'node:zlib'
import { DamagedObjectError } from './damaged-object-error.ts'
import { objectOid, type ObjectType, type Oid } from './oid.ts'

/** An object ready to be stored: `z` is the zlib stream of the body, exactly as it would be in a pack. */
export interface StoredObject {
  readonly oid: Oid
  readonly type: ObjectType
  /** Bytes of the body, inflated. */
  readonly size: number
  readonly z: Buffer
}

/** Deflates a body and computes its id. Level 1: cards and configs are small, and packs copy the stream as is. */
export function makeObject(type: ObjectType, body: Uint8Array): StoredObject {
  return { oid: objectOid(type, body), type, size: body.length, z: deflateSync(body, { level: 1 }) }
}

/** From here on a body is deflated in another thread: handing it over costs less than waiting. Bytes. */
const largeBody = 64 * 1024
const deflateAside = promisify<Uint8Array, { level: number }, Buffer>(deflate)

/** {@link makeObject} that does not keep everything else from its turn when the body is large. */
export async function makeObjectAside(type: ObjectType, body: Uint8Array): Promise<StoredObject> {
  if (body.length < largeBody) return makeObject(type, body)
  return { oid: objectOid(type, body), type, size: body.length, z: await deflateAside(body, { level: 1 }) }
}

/** The body of a stored object. @throws {DamagedObjectError} when the stream is damaged, or its length differs from the announced one */
export function objectBody(object: { size: number; z: Uint8Array }): Buffer {
  const body = inflated(object)
  if (body.length !== object.size) throw new DamagedObjectError(`A git object has ${body.length} bytes instead of ${object.size}`)
  return body
}

function inflated({ size, z }: { size: number; z: Uint8Array }): Buffer {
  try {
    return inflateSync(z, { maxOutputLength: Math.max(1, size) })
  } catch (error) {
    throw new DamagedObjectError('A git object could not be inflated', { cause: error })
  }
}
