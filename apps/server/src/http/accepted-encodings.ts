/** The content encodings that an `Accept-Encoding` header names and does not exclude with `q=0`. */
export function acceptedEncodings(header: string | undefined): ReadonlySet<string> {
  const entries = (header ?? '').split(',').map((entry) => entry.split(';').map((part) => part.trim().toLowerCase()))
  return new Set(entries.filter(([, quality]) => quality === undefined || !/^q=0(?:\.0*)?$/.test(quality)).map(([name = '']) => name))
}
