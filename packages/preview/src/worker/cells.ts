import type { CellValue, TableCell } from '@portolan/hub'
import { maxCellDepth, maxCellItems, maxCellText, maxMediaBytes } from './limits.ts'
import { mediaTypeOf } from './media.ts'

/** Remaining size budget of the answer; pictures and sounds use most of it. */
export interface Budget {
  bytes: number
}

/** A value as shown in an answer: bounded in every dimension. */
export function toCell(value: unknown, type: string, budget: Budget): TableCell {
  const media = mediaOf(value, type)
  if (media) {
    const { bytes, path } = media
    const known = mediaTypeOf(bytes)
    const text = known === null && path === null ? textOf(bytes) : null
    if (text !== null) return toCell(text, 'string', budget)
    const kind = known?.startsWith('image/') ? 'image' : known?.startsWith('audio/') ? 'audio' : 'binary'
    const fits = known !== null && bytes.length <= maxMediaBytes && bytes.length * 1.4 < budget.bytes
    if (fits) budget.bytes -= bytes.length * 1.4
    const src = fits ? `data:${known};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}` : null
    return { value: path, media: { kind, bytes: bytes.length, ...(src === null ? {} : { src }) } }
  }
  const state = { cut: false }
  const shown = toJson(value, 0, state)
  budget.bytes -= JSON.stringify(shown).length + 20
  return state.cut ? { value: shown, cut: true } : { value: shown }
}

/** Old writers do not mark any column as text. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.length > 64 * 1024) return null
  try {
    const text = utf8.decode(bytes)
    // oxlint-disable-next-line no-control-regex -- text does not contain these
    return /[\u0000-\u0008\u000e-\u001a]/.test(text) ? null : text
  } catch {
    return null
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Bytes of a value: alone, or next to their file name as `datasets` stores pictures and sounds. */
function mediaOf(value: unknown, type: string): { bytes: Uint8Array; path: string | null } | null {
  if (value instanceof Uint8Array) return { bytes: value, path: null }
  if (typeof value !== 'object' || value === null || !('bytes' in value) || !(value.bytes instanceof Uint8Array)) return null
  const others = Object.keys(value).filter((key) => key !== 'bytes' && key !== 'path')
  if (others.length > 0 && type !== 'image' && type !== 'audio') return null
  return { bytes: value.bytes, path: 'path' in value && typeof value.path === 'string' ? value.path.slice(0, 300) : null }
}

function toJson(value: unknown, depth: number, state: { cut: boolean }): CellValue {
  if (value === null || value === undefined) return null
  switch (typeof value) {
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'bigint':
      return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString().slice(0, 100)
    case 'string':
      return cutText(value, state)
    case 'object':
      break
    default:
      return null
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Uint8Array) {
    state.cut = true
    return `${value.length} bytes`
  }
  if (depth >= maxCellDepth) {
    state.cut = true
    return '…'
  }
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const list = value as ArrayLike<unknown>
    if (list.length > maxCellItems) state.cut = true
    return Array.from({ length: Math.min(list.length, maxCellItems) }, (_, i) => toJson(list[i], depth + 1, state))
  }
  const entries = value instanceof Map ? [...value.entries()] : Object.entries(value)
  if (entries.length > maxCellItems) state.cut = true
  // A null prototype: a key may be called __proto__.
  const object: Record<string, CellValue> = Object.create(null) as Record<string, CellValue>
  for (const [key, item] of entries.slice(0, maxCellItems)) object[cutText(String(key), state)] = toJson(item, depth + 1, state)
  return object
}

function cutText(text: string, state: { cut: boolean }): string {
  if (text.length <= maxCellText) return text.isWellFormed() ? text : text.toWellFormed()
  state.cut = true
  return text.slice(0, maxCellText).toWellFormed()
}
