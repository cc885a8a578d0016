/** In characters. */
export const maxRefNameLength = 250

/** Says why a full ref name (`refs/heads/x`) is not allowed, or `null`; the rules of `git check-ref-format`. */
export function refNameProblem(name: string): string | null {
  // oxlint-disable-next-line no-control-regex -- control characters are what is rejected
  if (/[\u0000-\u0020\u007f~^:?*[\\]/.test(name)) return 'A ref name cannot contain spaces, control characters, or any of ~ ^ : ? * [ \\'
  if (name.includes('..') || name.includes('@{') || name.includes('//')) return 'A ref name cannot contain "..", "@{", or "//"'
  if (name.startsWith('/') || name.endsWith('/') || name.endsWith('.')) return 'A ref name cannot start or end with /, or end with .'
  if (name.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock')))
    return 'No part of a ref name can start with . or end with .lock'
  if (name === '@' || !name.includes('/')) return 'A ref name must have at least two parts'
  if (name.length > maxRefNameLength || !name.isWellFormed()) return `A ref name can have at most ${maxRefNameLength} characters`
  return null
}

/** Like {@link refNameProblem}, for the short name of a branch or a tag. */
export function branchNameProblem(name: string): string | null {
  if (name.startsWith('-') || name === 'HEAD' || name === '') return 'A branch or tag name cannot be empty or HEAD, or start with -'
  if (/^[0-9a-f]{40}$/.test(name)) return 'A branch or tag name cannot look like a commit ID'
  return refNameProblem(`refs/heads/${name}`)
}
