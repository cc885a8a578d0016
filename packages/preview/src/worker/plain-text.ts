/** A value as text for comparing and searching: nested values by their parts, bytes as UTF-8. */
export function plainText(value: unknown, maxLength: number): string {
  if (typeof value === 'string') return value.slice(0, maxLength)
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, Math.min(value.length, maxLength)).toString('utf8')
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value).slice(0, maxLength)
  if (typeof value !== 'object') return ''
  let left = maxLength
  const parts: string[] = []
  const walk = (item: unknown, depth: number): void => {
    if (left <= 0 || depth > 20) return
    if (typeof item === 'object' && item !== null && !(item instanceof Date) && !(item instanceof Uint8Array)) {
      const entries =
        Array.isArray(item) || ArrayBuffer.isView(item)
          ? Array.from(item as ArrayLike<unknown>, (each) => ['', each] as const)
          : Object.entries(item)
      for (const [key, each] of entries) {
        if (left <= 0) return
        add(key)
        walk(each, depth + 1)
      }
    } else add(plainText(item, left))
  }
  const add = (text: string): void => {
    if (text === '') return
    parts.push(text.slice(0, left))
    left -= text.length + 1
  }
  walk(value, 0)
  return parts.join(' ')
}
