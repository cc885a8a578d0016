/** The longest path in the log. Characters. */
const maxPath = 1_000

/** Parts of paths that grant access: links to large files, chunks and Spaces. */
const signed = /(\/lfs\/(?:upload|verify|download|multipart)\/|\/xet\/[^/]+\/data\/|\/~)[^/]+/g
/** Credentials that a caller put where they do not belong: access tokens, and signed texts in three or two parts. */
const credential = /hf_(?:[a-z]+_)?[A-Za-z0-9]{20,}|eyJ[\w-]{10,}(?:\.[\w-]+)*/g

/** A path that is safe to log: signed addresses grant access, so the part that does so is removed. Takes no query. */
export function loggedPath(path: string): string {
  const safe = path.replace(signed, '$1…').replace(credential, '…')
  return safe.length > maxPath ? `${safe.slice(0, maxPath)}…` : safe
}
