/** Pages beyond this are sent as they are. Bytes. */
export const maxInjectedBytes = 5 * 1024 * 1024

/** How far into a page its head is looked for. */
const headBytes = 64 * 1024

/**
 * A page that finds its Space's variables in `window.huggingface.variables` (hub API, section 10.1): a script as the first thing in its head. Only
 * ASCII is put in, so that it fits every encoding but UTF-16, whose pages are left alone.
 */
export function withVariables(page: Buffer, variables: Readonly<Record<string, string>>): Buffer {
  if ((page[0] === 0xff && page[1] === 0xfe) || (page[0] === 0xfe && page[1] === 0xff)) return page
  const json = JSON.stringify({ variables }).replaceAll(/[<>&\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const script = Buffer.from(`<script>window.huggingface=${json}</script>`, 'ascii')
  const start = page.subarray(0, headBytes).toString('latin1')
  const place = /<head(?:\s[^>]*)?>/i.exec(start) ?? /<html(?:\s[^>]*)?>/i.exec(start) ?? /<!doctype[^>]*>/i.exec(start)
  const at = place === null ? 0 : place.index + place[0].length
  return Buffer.concat([page.subarray(0, at), script, page.subarray(at)])
}
