/** Headers in the form Node's `writeHead` takes: cookies stay separate. */
export function nodeHeaders(headers: Headers): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = Object.fromEntries(headers)
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) record['set-cookie'] = cookies
  return record
}
