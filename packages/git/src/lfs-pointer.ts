/** The pointer file that replaces a large file in git (git-lfs specification, version 1). */
export interface LfsPointer {
  /** Lowercase hex. */
  readonly sha256: string
  /** Bytes of the large file. */
  readonly size: number
}

/** Size range of pointers: a cheap way to rule out other files by size alone. */
export const pointerSizes = { min: 120, max: 200 } as const

const pattern = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[a-z0-9.-]+ [^\n]*\n)*?oid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n$/

export function encodePointer({ sha256, size }: LfsPointer): Buffer {
  return Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`)
}

/** `null` if the text is not a pointer. */
export function parsePointer(body: Buffer): LfsPointer | null {
  if (body.length < pointerSizes.min || body.length > pointerSizes.max) return null
  const match = pattern.exec(body.toString('latin1'))
  return match?.[1] === undefined ? null : { sha256: match[1], size: Number(match[2]) }
}
