import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { targetFor } from '../src/index.ts'
import { answerLine } from './answer-line.ts'
import { linesOf } from './lines-of.ts'

/*
 * npm run --silent snippets -- FILE.jsonl --out OUT.jsonl [--endpoint URL]
 *
 * Reads one model record per line and writes its snippets, one line each, in the same order; calls without a snippet are also reported on standard
 * error. Without --out, writes to standard output; `-` reads standard input. A line that is not a usable record produces a line with `error`. Exits
 * with 0 when every line was answered or rejected, 1 when a file cannot be read or written, 2 for wrong arguments.
 */
const usage = 'Usage: npm run --silent snippets -- FILE.jsonl [--out OUT.jsonl] [--endpoint URL]'

function fail(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}

function readArguments(): { file: string; out: string | undefined; endpoint: string } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { out: { type: 'string' }, endpoint: { type: 'string', default: 'https://huggingface.co' } },
    })
    const [file] = positionals
    if (file === undefined || positionals.length > 1) return fail(usage, 2)
    const url = URL.parse(values.endpoint)
    if (url === null || !/^https?:$/.test(url.protocol)) return fail(`--endpoint is no http address: ${values.endpoint}\n${usage}`, 2)
    return { file, out: values.out, endpoint: values.endpoint }
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`, 2)
  }
}

const { file, out, endpoint } = readArguments()
const target = targetFor(endpoint)
const log = (line: string) => console.error(line)
const input = file === '-' ? process.stdin : createReadStream(file)
const output = out === undefined ? process.stdout : createWriteStream(out)
input.on('error', (error) => fail(`${file} cannot be read: ${error.message}`, 1))
output.on('error', (error: NodeJS.ErrnoException) =>
  // The reader of a pipe may stop early; that is not an error.
  error.code === 'EPIPE' ? process.exit(0) : fail(`${out ?? 'standard output'} cannot be written: ${error.message}`, 1),
)
for await (const line of linesOf(input)) {
  if (line.trim() === '') continue
  if (!output.write(`${JSON.stringify(answerLine(line, target, log))}\n`)) await once(output, 'drain')
}
if (output !== process.stdout) {
  output.end()
  await once(output, 'finish')
}
