import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { interleaved, median, writeResult } from './measure.ts'
import { benchFolder } from './parts/bench-folder.ts'
import { startGitBackend } from './parts/git-backend.ts'
import { benchToken, startHub } from './parts/hub-server.ts'

/*
 * How long does `git push` take against the hub, compared with `git http-backend` behind nginx that checks objects too
 * (receive.fsckObjects)? A whole history (2,000 files, 200 commits) into a new repo, and then one commit of five files at a time.
 */
const files = 2_000
const commits = 200
const rounds = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? 5)
const folder = benchFolder('git-push')
const data = join(folder.path, 'data')
const source = join(folder.path, 'source')
mkdirSync(data)
const environment = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', HOME: folder.path }
const git = (args: readonly string[], input?: string) =>
  execFileSync('git', ['-C', source, ...args], { env: environment, input, stdio: ['pipe', 'pipe', 'pipe'] })

mkdirSync(source)
git(['init', '-q', '-b', 'main'])
git(['config', 'user.name', 'bench'])
git(['config', 'user.email', 'bench@example.org'])
git(['fast-import', '--quiet'], history())
git(['reset', '-q', '--hard', 'main'])

const hub = await startHub('any', data, 4333)
const backend = await startGitBackend(folder.path, 4334)
try {
  let made = 0
  const hubRepo = async (): Promise<string> => {
    await hub.addModel(`pushed-${made++}`, {})
    return `${hub.origin.replace('://', `://bench:${benchToken}@`)}/bench/pushed-${made - 1}.git`
  }
  const push = (url: string, ...options: string[]): number => {
    const start = performance.now()
    git(['push', '-q', ...options, url, 'main'])
    return (performance.now() - start) / 1000
  }
  const whole = {
    hub: async () => push(await hubRepo(), '--force'),
    backend: async () => push(backend.addRepo(`pushed-${made++}`)),
  }
  await interleaved(whole, 1)
  const history1 = await interleaved(whole, rounds)
  const targets = { hub: await hubRepo(), backend: backend.addRepo('small') }
  push(targets.hub, '--force')
  push(targets.backend)
  let change = 0
  const small = async (url: string): Promise<number> => {
    // Each contestant gets a commit that it does not have; the other catches up without being measured.
    const other = url === targets.hub ? targets.backend : targets.hub
    push(other, '--force')
    for (let i = 0; i < 5; i++) writeFileSync(join(source, `folder-${i}/file-${change % 20}.txt`), `changed ${change}\n`)
    change++
    git(['commit', '-qam', `change ${change}`])
    return push(url)
  }
  const oneCommit = { hub: () => small(targets.hub), backend: () => small(targets.backend) }
  await interleaved(oneCommit, 2)
  const commit1 = await interleaved(oneCommit, rounds * 3)
  const ratios = {
    history: median(history1.backend) / median(history1.hub),
    commit: median(commit1.backend) / median(commit1.hub),
  }
  const ms = (values: readonly number[]) => `${(median(values) * 1000).toFixed(0)} ms`
  console.log(
    `git push of ${commits} commits, ${files} files: ${ratios.history.toFixed(2)} of git http-backend · hub ${ms(history1.hub)}, backend ${ms(history1.backend)}\n` +
      `git push of one commit of five files: ${ratios.commit.toFixed(2)} of git http-backend · hub ${ms(commit1.hub)}, backend ${ms(commit1.backend)}`,
  )
  writeResult('git-push', {
    unit: 's of a whole git push',
    files,
    commits,
    rounds,
    inMemory: folder.inMemory,
    ratios,
    history: history1,
    commit: commit1,
  })
} finally {
  await hub.stop()
  await backend.stop()
  rmSync(folder.path, { recursive: true })
}

/** A stream for `git fast-import`: all files at first, then twenty changed by each commit. */
function history(): string {
  let out = ''
  for (let commit = 0; commit < commits; commit++) {
    const who = `Bench <bench@example.org> ${1_700_000_000 + commit} +0000`
    out += `commit refs/heads/main\ncommitter ${who}\ndata 4\nbulk\n`
    const changed = commit === 0 ? files : 20
    for (let i = 0; i < changed; i++) {
      const file = commit === 0 ? i : (commit * 97 + i * 31) % files
      const text = Array.from(
        { length: 40 },
        (_, line) => `line ${line} of file ${file}${line === commit % 40 ? `, changed in ${commit}` : ''}`,
      ).join('\n')
      out += `M 100644 inline folder-${Math.floor(file / 20)}/file-${file % 20}.txt\ndata ${text.length}\n${text}\n`
    }
    out += '\n'
  }
  return out
}
