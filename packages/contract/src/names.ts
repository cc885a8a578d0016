/** The three kinds of repository. */
export const repoTypes = ['model', 'dataset', 'space'] as const
export type RepoType = (typeof repoTypes)[number]

/** A repository's kind and full name (`owner/name`). */
export type RepoId = { readonly type: RepoType; readonly owner: string; readonly name: string }

/** API segment of a kind: `/api/models/…`. */
export const apiSegments = { model: 'models', dataset: 'datasets', space: 'spaces' } as const satisfies Record<RepoType, string>

/** What precedes `owner/name` in web, file and git URLs. Empty for models. */
export const urlPrefixes = { model: '', dataset: 'datasets/', space: 'spaces/' } as const satisfies Record<RepoType, string>

/** First path segments that the server or a page answers. A test compares them with the route tables. */
const firstWords = [
  'admin',
  'api',
  'assets',
  'avatars',
  'buckets',
  'collections',
  'compatibility',
  'datasets',
  'docs',
  'favicon.svg',
  'hardware',
  'hf-inference',
  'lfs',
  'libraries',
  'login',
  'models',
  'new',
  'new-dataset',
  'new-space',
  'notifications',
  'oauth',
  'organizations',
  'papers',
  'preferences',
  'reset-password',
  'forgot-password',
  'confirm-email',
  'robots.txt',
  'search',
  'settings',
  'sign-in',
  'sign-out',
  'sign-up',
  'spaces',
  'tasks',
  'unsubscribe',
  'uploads',
  'users',
  'v1',
  'xet',
  '.well-known',
]

/** Words that are not the first segment of any route but are reserved anyway, each with the reason. */
export const namesKept = {
  administrator: 'people would take it for somebody who runs the hub',
  metrics: 'where monitoring reads, on hubs with a token for it',
  security: 'people would report leaks to it',
  staff: 'people would take it for somebody who runs the hub',
  support: 'people would tell it their passwords',
  about: 'of pages that a hub is likely to get',
  blog: 'of pages that a hub is likely to get',
  explore: 'of pages that a hub is likely to get',
  help: 'of pages that a hub is likely to get',
  privacy: 'of pages that a hub is likely to get',
  tos: 'of pages that a hub is likely to get',
  welcome: 'of pages that a hub is likely to get',
  resolve: 'the word before the files of a repo; addresses without an owner begin with it elsewhere',
  'favicon.ico': 'browsers ask for it by themselves',
  health: 'monitors ask for it',
  join: 'the field’s address for signing up',
  logout: 'the field’s address for signing out',
  orgs: 'the field’s address of organizations',
  router: 'the field’s address of hosted inference',
  static: 'servers in front of a hub often have files there',
} as const satisfies Readonly<Record<string, string>>

/**
 * Names that no new account may have. Compared in lowercase. An account that had the name before it was reserved keeps it, and everything that the
 * hub's own routes do not shadow: sign-in, tokens, the API, git.
 */
export const reservedNames: ReadonlySet<string> = new Set([...firstWords, ...Object.keys(namesKept)])

const segment = /^[A-Za-z0-9_.-]{1,96}$/

/**
 * Returns why a repository's last name segment is not allowed, or `null` when it is.
 * The rules are those the Python client enforces before it sends (`validate_repo_id`).
 */
export function repoNameProblem(name: string): string | null {
  if (!segment.test(name)) return 'A name has 1 to 96 characters of A-Z a-z 0-9 _ . -'
  if (/^[-.]|[-.]$/.test(name)) return 'A name does not start or end with - or .'
  if (name.includes('--') || name.includes('..')) return 'A name does not contain -- or ..'
  if (name.toLowerCase().endsWith('.git')) return 'A name does not end in .git'
  return null
}

/** Like {@link repoNameProblem}, for the name of a user or an organization: shorter, and not a reserved word. */
export function accountNameProblem(name: string): string | null {
  if (name.length < 2 || name.length > 42) return 'An account name has 2 to 42 characters'
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name)) return 'An account name has letters, digits, - and _, and starts with a letter or digit'
  if (reservedNames.has(name.toLowerCase())) return 'This name is reserved'
  return repoNameProblem(name)
}

/** Splits `owner/name`; `null` when it is anything else or breaks the name rules. */
export function parseRepoName(full: string): { owner: string; name: string } | null {
  const parts = full.split('/')
  const [owner, name] = parts
  if (parts.length !== 2 || !owner || !name) return null
  return repoNameProblem(owner) === null && repoNameProblem(name) === null ? { owner, name } : null
}

/** `owner/name`. */
export function fullName(repo: { owner: string; name: string }): string {
  return `${repo.owner}/${repo.name}`
}

/** Path of a repository below the hub's public URL, without a leading slash: `datasets/ada/tides`. */
export function repoPath(repo: RepoId): string {
  return `${urlPrefixes[repo.type]}${repo.owner}/${repo.name}`
}

/**
 * Returns why a path inside a repository is not allowed, or `null` when it is.
 * Relative, `/`-separated, no empty, `.` or `..` segment, nothing under `.git`, at most 1,000 characters.
 */
export function filePathProblem(path: string): string | null {
  if (path.length === 0) return 'A path is not empty'
  if (path.length > 1000) return 'A path has at most 1,000 characters'
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return 'A path has no control characters and no backslash'
  if (!path.isWellFormed()) return 'A path is well-formed Unicode'
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'A path has no empty, . or .. segment'
    if (isDotGit(part)) return 'A path has no .git segment'
    if (new TextEncoder().encode(part).length > 255) return 'A path segment has at most 255 bytes'
  }
  return null
}

/**
 * True for `.git` and for names that Windows or macOS take for it (`git~1`, `.git.`, zero-width characters inside):
 * git refuses to check such trees out (`verify_path`, `core.protectNTFS`, `core.protectHFS`).
 */
function isDotGit(segmentName: string): boolean {
  const visible = segmentName.replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu, '')
  return /^(?:\.git|git~1)[ .]*(?:$|:)/i.test(visible)
}
