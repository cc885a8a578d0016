/** What a snippet is printed for. */
export interface Target {
  /** The hub's address, without a trailing slash. */
  readonly endpoint: string
  /** True for huggingface.co, the clients' default. */
  readonly isHuggingFace: boolean
  /** A branch, a tag or a commit id. */
  readonly revision: string
  /** Print the revision even when it is `main`. */
  readonly pinned?: boolean
  readonly visibility: 'public' | 'private'
  readonly gated: false | 'auto' | 'manual'
  readonly python: 'pip' | 'uv' | 'conda'
  readonly javascript: 'npm' | 'pnpm' | 'bun'
  readonly device: 'auto' | 'cpu' | 'cuda' | 'mps'
}

export const pythonManagers = ['pip', 'uv', 'conda'] as const
export const javascriptManagers = ['npm', 'pnpm', 'bun'] as const
export const devices = ['auto', 'cpu', 'cuda', 'mps'] as const

/** The defaults for a hub at an address. */
export function targetFor(endpoint: string, changes: Partial<Target> = {}): Target {
  const address = endpoint.replace(/(?<!\/)\/+$/, '')
  return {
    endpoint: address,
    isHuggingFace: address === 'https://huggingface.co',
    revision: 'main',
    visibility: 'public',
    gated: false,
    python: 'pip',
    javascript: 'npm',
    device: 'auto',
    ...changes,
  }
}

/** The revision to print; `null` for the default one. */
export function revisionOf(target: Target): string | null {
  return target.revision === 'main' && target.pinned !== true ? null : target.revision
}

/** True when the files require a token. */
export function needsLogin(target: Target): boolean {
  return target.visibility === 'private' || target.gated !== false
}
