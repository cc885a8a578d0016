import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { median, writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { benchToken, startHub } from './parts/hub-server.ts'

/*
 * SQLite allows one writer. How long does a commit to one repo wait while ten thousand objects are pushed to another? Compared with the same commits
 * without a push. `--files=50000 --rounds=1` for a larger push.
 */
const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const files = Number(option('files') ?? 9_000)
const rounds = Number(option('rounds') ?? 3)
const folder = benchFolder('writers-wait')
const data = join(folder.path, 'data')
const source = join(folder.path, 'source')
mkdirSync(data)
mkdirSync(source)
const environment = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', HOME: folder.path }
execFileSync('git', ['-C', source, 'init', '-q', '-b', 'main'])
execFileSync('git', ['-C', source, 'fast-import', '--quiet'], { input: history(), env: environment })

const hub = await startHub('any', data, 4337)
try {
  let commits = 0
  const commit = async (): Promise<number> => {
    const lines = [
      { key: 'header', value: { summary: 'bench' } },
      { key: 'file', value: { path: `file-${commits % 20}.txt`, content: `change ${commits++}` } },
    ]
    const start = performance.now()
    const answer = await fetch(`${hub.origin}/api/models/bench/files/commit/main`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${benchToken}`, 'Content-Type': 'application/x-ndjson' },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    })
    if (!answer.ok) throw new Error(`commit: ${answer.status} ${await answer.text()}`)
    return performance.now() - start
  }
  const quiet: number[] = []
  for (let i = 0; i < 40; i++) quiet.push(await commit())
  const beside: number[] = []
  const pushes: number[] = []
  for (let round = 0; round < rounds; round++) {
    await hub.addModel(`pushed-${round}`, {})
    const url = `${hub.origin.replace('://', `://bench:${benchToken}@`)}/bench/pushed-${round}.git`
    const start = performance.now()
    const push = spawn('git', ['-C', source, 'push', '-q', '--force', url, 'main'], { env: environment, stdio: 'inherit' })
    let done = false
    const ended = once(push, 'exit').then(([code]) => {
      done = true
      if (code !== 0) throw new Error(`git push ended with ${String(code)}`)
      pushes.push(performance.now() - start)
    })
    // oxlint-disable-next-line no-unmodified-loop-condition -- set when the push has ended
    while (!done) beside.push(await commit())
    await ended
  }
  const longest = Math.max(...beside)
  const ratio = median(quiet) / longest
  console.log(
    `a commit beside a push of ${files} files waits ${longest.toFixed(0)} ms at most, ${median(beside).toFixed(0)} ms in the median; ` +
      `alone it takes ${median(quiet).toFixed(0)} ms (${ratio.toFixed(3)} of the longest) · the push takes ${median(pushes).toFixed(0)} ms`,
  )
  writeResult('writers-wait', {
    unit: 'ms of one commit',
    files,
    rounds,
    inMemory: folder.inMemory,
    ratios: { longest: ratio },
    quiet,
    beside,
    pushes,
  })
} finally {
  await hub.stop()
  rmSync(folder.path, { recursive: true })
}

/** Returns a `git fast-import` stream: one commit of all files, with enough folders for ten thousand objects in total. */
function history(): string {
  let out = 'commit refs/heads/main\ncommitter Bench <bench@example.org> 1700000000 +0000\ndata 4\nbulk\n'
  for (let file = 0; file < files; file++) {
    const text = Array.from({ length: 40 }, (_, line) => `line ${line} of file ${file}`).join('\n')
    out += `M 100644 inline folder-${Math.floor(file / 10)}/file-${file % 10}.txt\ndata ${text.length}\n${text}\n`
  }
  return `${out}\n`
}
