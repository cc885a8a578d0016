/** An entry of a tree or of `paths-info`. */
export type WireTreeEntry = WireFile | WireDirectory

export interface WireFile {
  readonly type: 'file'
  readonly path: string
  /** Git oid of the blob, or of the pointer for a large file. */
  readonly oid: string
  /** Bytes of the content; for large files, the actual size. */
  readonly size: number
  readonly lfs?: { readonly oid: string; readonly size: number; readonly pointerSize: number }
  /** The file's hash in the chunk store, if it can be downloaded from there. */
  readonly xetHash?: string
  readonly lastCommit?: WireLastCommit
}

export interface WireDirectory {
  readonly type: 'directory'
  readonly path: string
  readonly oid: string
  readonly size: 0
  readonly lastCommit?: WireLastCommit
}

export interface WireLastCommit {
  readonly id: string
  readonly title: string
  readonly date: string
}

/** A branch, tag, converted or pull-request ref (section 3.3). */
export interface WireRef {
  readonly name: string
  readonly ref: string
  /** The commit, even for annotated tags. */
  readonly targetCommit: string
}

export interface WireRefs {
  readonly branches: readonly WireRef[]
  readonly converts: readonly WireRef[]
  readonly tags: readonly WireRef[]
  /** Only on request. */
  readonly pullRequests?: readonly WireRef[]
}

/** A commit in a history (section 3.4). */
export interface WireCommit {
  readonly id: string
  readonly title: string
  /** The message after its first line; may be empty. */
  readonly message: string
  readonly date: string
  readonly authors: readonly { readonly user: string; readonly avatar?: string }[]
  /** HTML. */
  readonly formatted?: { readonly title: string; readonly message: string }
}
