import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { interleaved, median, writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { startHub } from './parts/hub-server.ts'
import { type RunningServer, runPart, startServer } from './parts/run-part.ts'

/*
 * How many model pages does the hub render per second of CPU time? The real page of a model with a long card, a list of files and the code panel,
 * through the real server, against a bare node:http server that sends the same bytes from memory, which is the cost of HTTP alone. The servers share
 * one core, the client has the other. Goal: 200 or more.
 */
const rounds = 5
const seconds = 3
const connections = 8
const goal = 200
const folder = benchFolder('pages')
const data = join(folder.path, 'data')
mkdirSync(data)
const hub = await startHub(0, data, 4791)
let peer: RunningServer | null = null
try {
  const url = await hub.addModel('llama', modelFiles())
  const page = await (await fetch(url)).text()
  writeFileSync(join(folder.path, 'page.html'), page)
  peer = await startServer(
    0,
    [process.execPath, join(import.meta.dirname, 'parts/static-server.ts'), '4792', join(folder.path, 'page.html')],
    'http://127.0.0.1:4792/',
  )
  const pagesPerCpuSecond = (server: RunningServer, address: string, encoding: string) => async () => {
    const before = server.cpuSeconds()
    const { answers } = await runPart<{ answers: number }>(1, 'page-client.ts', address, String(connections), String(seconds), encoding)
    return answers / (server.cpuSeconds() - before)
  }
  const contestants = {
    hub: pagesPerCpuSecond(hub, url, 'identity'),
    hubCompressed: pagesPerCpuSecond(hub, url, 'zstd'),
    nodeHttp: pagesPerCpuSecond(peer, 'http://127.0.0.1:4792/', 'identity'),
  }
  // The first pages pay for compilation.
  await contestants.hub()
  const measured = await interleaved(contestants, rounds)
  const medians = { hub: median(measured.hub), hubCompressed: median(measured.hubCompressed), nodeHttp: median(measured.nodeHttp) }
  const latency = await runPart<{ p99: number }>(1, 'page-client.ts', url, '1', String(seconds), 'zstd')
  console.log(
    `model page (${Math.round(page.length / 1024)} KiB): ${medians.hub.toFixed(0)} renders per CPU second (goal ${goal}), ` +
      `${medians.hubCompressed.toFixed(0)} compressed · bare node:http sends it ${medians.nodeHttp.toFixed(0)} times, ` +
      `ratio ${(medians.hub / medians.nodeHttp).toFixed(3)} · p99 ${latency.p99.toFixed(1)} ms on one connection`,
  )
  writeResult('pages', {
    unit: 'answers per CPU second, median',
    goal,
    pageBytes: page.length,
    rounds,
    connections,
    medians,
    ratioToNodeHttp: medians.hub / medians.nodeHttp,
    p99Milliseconds: latency.p99,
    all: measured,
  })
} finally {
  await peer?.stop()
  await hub.stop()
  rmSync(folder.path, { recursive: true })
}

/** Returns the files of a typical model: a card of about 12 KB with tables and code, configuration, a few dozen files. */
function modelFiles(): Record<string, string> {
  const table = [
    '| Benchmark | Shots | Score |',
    '|---|---|---|',
    ...Array.from({ length: 20 }, (_, i) => `| Task ${i} | ${i % 5} | ${(50 + i * 1.7).toFixed(1)} |`),
  ]
  const section = (i: number) =>
    `## Section ${i}\n\n${'The vessel follows the coast by its rhumb lines, and **notes** every depth it finds in `fathoms`. '.repeat(6)}\n\n- one [link](docs/part-${i}.md)\n- two\n- three\n\n\`\`\`python\nfor depth in soundings[${i}]:\n    chart.plot(depth, unit="fathom")  # ${i}\n\`\`\`\n`
  const card = `---\nlicense: apache-2.0\nlanguage: [en, fr, de]\npipeline_tag: text-generation\nlibrary_name: transformers\ntags: [chat, charts]\nbase_model: ada/base\n---\n# A model of charts\n\n${Array.from({ length: 10 }, (_, i) => section(i)).join('\n')}\n${table.join('\n')}\n`
  const parts = Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`docs/part-${i}.md`, `# Part ${i}\n`]))
  return {
    'README.md': card,
    'config.json': JSON.stringify({ model_type: 'llama', architectures: ['LlamaForCausalLM'] }),
    'tokenizer_config.json': JSON.stringify({ chat_template: '{{ messages }}', eos_token: '</s>' }),
    ...parts,
  }
}
