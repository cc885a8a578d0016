/** Git treats a file as binary if it has a NUL byte this early (`buffer_is_binary`). */
const looked = 8_000

export function looksBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, looked).includes(0)
}
