// Runs JavaScript code one after another, each as a separate module in its folder, as `node snippet.mjs` would: until there is nothing left to wait
// for.
// A process per snippet would spend most of its time loading the clients. Receives a run as a message { file, folder }; responds with { status,
// output }.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

let output = ''
let run = null

for (const stream of [process.stdout, process.stderr])
  stream.write = (piece, encoding, callback) => {
    output += typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8')
    const done = typeof encoding === 'function' ? encoding : callback
    if (done) queueMicrotask(done)
    return true
  }

process.on('message', ({ file, folder }) => {
  output = ''
  // From here on, only what the code itself waits for keeps the process alive.
  process.channel.unref()
  process.chdir(folder)
  const started = { status: 13 }
  run = started
  void forget()
    .then(() => import(pathToFileURL(file).href))
    .then(
      () => (started.status = 0),
      (error) => fail(started, error),
    )
})
process.on('uncaughtException', (error) => {
  if (run) fail(run, error)
})
process.on('beforeExit', () => {
  if (!run) return
  const { status } = run
  run = null
  process.channel.ref()
  process.send({ status, output: status === 13 ? `${output}Warning: Detected unsettled top-level await` : output })
})

function fail(started, error) {
  started.status = 1
  output += `\n${error?.stack ?? String(error)}\n${error?.message ?? ''}`
}

/** The hub client caches lookups for the lifetime of its process. */
async function forget() {
  const client = dirname(createRequire(join(process.cwd(), 'x.js')).resolve('@huggingface/inference/package.json'))
  const { inferenceProviderMappingCache } = await import(pathToFileURL(join(client, 'dist/esm/lib/getInferenceProviderMapping.js')).href)
  inferenceProviderMappingCache.clear()
}
