/**
 * The lines of UTF-8 text, without their `\n`. `node:readline` also splits at U+2028 and U+2029, which JSON strings may contain unescaped.
 * @param input any stream of bytes
 */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest: string[] = []
  for await (const piece of input) {
    const lines = decoder.decode(piece, { stream: true }).split('\n')
    rest.push(lines[0] ?? '')
    if (lines.length === 1) continue
    yield rest.join('')
    yield* lines.slice(1, -1)
    rest = [lines.at(-1) ?? '']
  }
  const last = rest.join('') + decoder.decode()
  if (last !== '') yield last
}
