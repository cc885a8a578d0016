import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { interleaved, median, roundsOr, writeResult } from './measure.ts'
import { openGitBench, textHistory } from './parts/git-bench.ts'

/*
 * How long does `git push` to the hub take, compared with `git http-backend` behind nginx that also checks objects (receive.fsckObjects)? A whole
 * history (2,000 files, 200 commits, 10,460 objects) into a new repo, then one commit of five files at a time.
 */
const files = 2_000
const commits = 200
const rounds = roundsOr(5)
await using bench = await openGitBench('git-push', [4333, 4334], textHistory(files, commits, 20))
const { backend, git, source } = bench
let made = 0
const newRepo = { hub: () => bench.hubRepo(`pushed-${made++}`), backend: async () => backend.addRepo(`pushed-${made++}`) }
const push = (url: string, ...options: string[]) => bench.timed('-C', source, 'push', '-q', ...options, url, 'main')
const whole = {
  hub: async () => push(await newRepo.hub(), '--force'),
  backend: async () => push(await newRepo.backend()),
}
await interleaved(whole, 1)
const history1 = await interleaved(whole, rounds)
const targets = { hub: await newRepo.hub(), backend: await newRepo.backend() }
await push(targets.hub, '--force')
await push(targets.backend)
let change = 0
const small = async (url: string): Promise<number> => {
  // Each contestant gets a commit that it does not have; the other one catches up unmeasured.
  await push(url === targets.hub ? targets.backend : targets.hub, '--force')
  for (let i = 0; i < 5; i++) writeFileSync(join(source, `folder-${i}/file-${change % 20}.txt`), `changed ${change}\n`)
  change++
  git(['-C', source, 'commit', '-qam', `change ${change}`])
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
  inMemory: bench.inMemory,
  ratios,
  history: history1,
  commit: commit1,
})
