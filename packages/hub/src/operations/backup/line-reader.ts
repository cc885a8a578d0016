const newline = 0x0a

/**
 * The lines of UTF-8 text, without their `\n`. Nothing else ends a line: `node:readline` also splits at U+2028 and U+2029, which JSON strings may
 * contain unescaped. A line is held in memory as a whole.
 * @param pieces of any size; a character may span two of them
 */
export async function* lineReader(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let held: Uint8Array[] = []
  const line = () => {
    const text = Buffer.concat(held).toString()
    held = []
    return text
  }
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
      held.push(piece.subarray(start, end))
      yield line()
      start = end + 1
    }
    if (start < piece.length) held.push(piece.subarray(start))
  }
  if (held.length > 0) yield line()
  return undefined
}
