/** A path that is safe to log: signed addresses grant access, so the part that does so is removed. */
export function loggedPath(path: string): string {
  return path.replace(/(\/lfs\/(?:upload|verify|download|multipart)\/|\/xet\/[^/]+\/data\/)[^/]+/, '$1…')
}
