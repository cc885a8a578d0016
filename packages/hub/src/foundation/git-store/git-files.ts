import { HubError } from '@portolan/contract'
import { checkGitattributes, checkGitmodules, isSpecialFile, type ObjectProblem, objectOid, type Oid } from '@portolan/git'

const checks = { '.gitmodules': checkGitmodules, '.gitattributes': checkGitattributes } as const
const names = Object.keys(checks) as (keyof typeof checks)[]

/** Which file of git's own this name means, in any spelling; `null` for all others. */
export function gitFileAt(path: string): keyof typeof checks | null {
  return names.find((name) => isSpecialFile(nameOf(path), name)) ?? null
}

/**
 * Checks a file that git itself reads (`.gitmodules`, `.gitattributes`) as `git fsck --strict` would: the API must not accept what a push is
 * refused for.
 * @throws {HubError} `commit.invalid_operation`, in the words that a push gets
 */
export function requireSafeGitFile(path: string, content: Buffer): void {
  const file = gitFileAt(path)
  const problem = file === null ? null : checks[file](content)
  if (problem) throw gitFileFault(problem, objectOid('blob', content), path)
}

/** Git follows no link for these. */
export function gitFileLink(path: string, oid: Oid): HubError {
  const id = `${(gitFileAt(path) ?? '').slice(1)}Symlink`
  return gitFileFault({ id, message: `${JSON.stringify(nameOf(path))} is a symbolic link` }, oid, path)
}

/** What is wrong with an object, for people. @param path empty when it has none */
export function faultText({ id, message }: ObjectProblem, oid: Oid, path: string): string {
  return `${message} (object ${oid}${path === '' ? '' : ` at ${path}`}, ${id}).`
}

function gitFileFault(problem: ObjectProblem, oid: Oid, path: string): HubError {
  return new HubError('commit.invalid_operation', { message: `object fails fsck: ${problem.id}. ${faultText(problem, oid, path)}`, path })
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
