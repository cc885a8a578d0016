/** A path as it may stand in the log: signed addresses are permissions, and lose what makes them so. */
export function loggedPath(path: string): string {
  return path.replace(/(\/lfs\/(?:upload|verify|download|multipart)\/|\/xet\/[^/]+\/data\/)[^/]+/, '$1…')
}
