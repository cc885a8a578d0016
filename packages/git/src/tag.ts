import { DamagedObjectError } from './damaged-object-error.ts'
import { encodeSignature, type Signature } from './commit.ts'
import { isOid, type ObjectType, type Oid } from './oid.ts'

export interface TagObject {
  readonly object: Oid
  readonly type: ObjectType
  readonly tag: string
  readonly tagger: Signature
  readonly message: string
}

export function encodeTag(tag: TagObject): Buffer {
  const message = tag.message.replaceAll('\0', '')
  const head = `object ${tag.object}\ntype ${tag.type}\ntag ${tag.tag}\ntagger ${encodeSignature(tag.tagger)}\n`
  return Buffer.from(`${head}\n${message.endsWith('\n') ? message : `${message}\n`}`)
}

/** What an annotated tag points at. @throws {DamagedObjectError} if it is malformed */
export function parseTagTarget(body: Buffer): { object: Oid; type: ObjectType } {
  const match = /^object ([0-9a-f]{40})\ntype (commit|tree|blob|tag)\n/.exec(body.toString('latin1', 0, 128))
  const object = match?.[1] ?? ''
  if (!isOid(object)) throw new DamagedObjectError('A git tag is malformed')
  return { object, type: match?.[2] as ObjectType }
}

/** The message of an annotated tag, without a signature below it. */
export function parseTagMessage(body: Buffer): string {
  const text = body.toString('utf8')
  const start = text.indexOf('\n\n')
  const message = start < 0 ? '' : text.slice(start + 2)
  const signature = message.search(/^-----BEGIN (?:PGP|SSH|SIGNED)/m)
  return (signature < 0 ? message : message.slice(0, signature)).trim()
}
