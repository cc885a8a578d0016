/** Codes of metadata value types (docs/gguf.md of ggml). */
export const valueTypes = {
  uint8: 0,
  int8: 1,
  uint16: 2,
  int16: 3,
  uint32: 4,
  int32: 5,
  float32: 6,
  bool: 7,
  string: 8,
  array: 9,
  uint64: 10,
  int64: 11,
  float64: 12,
} as const

const scalarBytes: readonly (number | null)[] = [1, 1, 2, 2, 4, 4, 4, 1, null, null, 8, 8, 8]

/** Bytes per value; `null` for strings and arrays, whose length varies; `undefined` for an invalid code. */
export function valueBytes(type: number): number | null | undefined {
  return scalarBytes[type]
}
