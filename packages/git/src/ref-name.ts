/** Says why a full ref name (`refs/heads/x`) is not allowed, or `null`; the rules of `git check-ref-format`. */
export function refNameProblem(name: string): string | null {
  // oxlint-disable-next-line no-control-regex -- control characters are what is rejected
  if (/[\u0000-\u0020\u007f~^:?*[\\]/.test(name)) return 'A ref name has no spaces, control characters or any of ~ ^ : ? * [ \\'
  if (name.includes('..') || name.includes('@{') || name.includes('//')) return 'A ref name has no "..", "@{" or "//"'
  if (name.startsWith('/') || name.endsWith('/') || name.endsWith('.')) return 'A ref name does not start or end with / nor end with .'
  if (name.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock')))
    return 'No part of a ref name starts with . or ends in .lock'
  if (name === '@' || !name.includes('/')) return 'A ref name has at least two parts'
  if (name.length > 250 || !name.isWellFormed()) return 'A ref name has at most 250 characters'
  return null
}

/** Like {@link refNameProblem}, for the short name of a branch or a tag. */
export function branchNameProblem(name: string): string | null {
  if (name.startsWith('-') || name === 'HEAD' || name === '')
    return 'A branch or tag name is not empty, not HEAD, and does not start with -'
  if (/^[0-9a-f]{40}$/.test(name)) return 'A branch or tag name does not look like a commit id'
  return refNameProblem(`refs/heads/${name}`)
}
