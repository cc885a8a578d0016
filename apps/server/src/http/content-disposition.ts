/**
 * A `Content-Disposition` that every client can parse: Python looks for `filename="…"` followed by a semicolon, browsers
 * use the encoded form (RFC 6266, 8187).
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\;%]/g, '_')
  return `${kind}; filename*=UTF-8''${encoded}; filename="${ascii}";`
}
