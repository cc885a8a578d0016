import { DamagedObjectError } from './damaged-object-error.ts'
import { deflateBody, deflateBodyAside, inflateBody } from './deflate-body.ts'
import { objectOid, type ObjectType, type Oid } from './oid.ts'

/** An object ready to be stored: `z` is the zlib stream of the body, exactly as it would be in a pack. */
export interface StoredObject {
  readonly oid: Oid
  readonly type: ObjectType
  /** Bytes of the body, inflated. */
  readonly size: number
  readonly z: Buffer
}

/** Deflates a body and computes its id. */
export function makeObject(type: ObjectType, body: Uint8Array): StoredObject {
  return { oid: objectOid(type, body), type, size: body.length, z: deflateBody(body) }
}

/** {@link makeObject} that does not keep everything else from its turn when the body is large. */
export async function makeObjectAside(type: ObjectType, body: Uint8Array): Promise<StoredObject> {
  return { oid: objectOid(type, body), type, size: body.length, z: await deflateBodyAside(body) }
}

/** The body of a stored object. @throws {DamagedObjectError} when the stream is damaged, or its length differs from the announced one */
export function objectBody({ size, z }: { size: number; z: Uint8Array }): Buffer {
  const body = inflateBody(z, size)
  if (body === null) throw new DamagedObjectError(`A git object of ${size} bytes could not be inflated`)
  return body
}
