/** Larger pages are sent unmodified. Bytes. */
export const maxInjectedBytes = 5 * 1024 * 1024

/** How far into a page to search for its head. */
const headBytes = 64 * 1024

/**
 * Makes the Space's variables available to a page as `window.huggingface.variables` with a script at the start of its head.
 * The script is pure ASCII, which is valid in every encoding but UTF-16; UTF-16 pages are left unmodified.
 */
export function withVariables(page: Buffer, variables: Readonly<Record<string, string>>): Buffer {
  if ((page[0] === 0xff && page[1] === 0xfe) || (page[0] === 0xfe && page[1] === 0xff)) return page
  const json = JSON.stringify({ variables }).replaceAll(/[<>&\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const script = Buffer.from(`<script>window.huggingface=${json}</script>`, 'ascii')
  const start = page.subarray(0, headBytes).toString('latin1')
  const place = /<head(?:\s[^<>]*)?>/i.exec(start) ?? /<html(?:\s[^<>]*)?>/i.exec(start) ?? /<!doctype[^<>]*>/i.exec(start)
  const at = place === null ? 0 : place.index + place[0].length
  return Buffer.concat([page.subarray(0, at), script, page.subarray(at)])
}
