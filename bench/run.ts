import { readdirSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

/*
 * `npm run bench` runs every bench in this folder, `npm run bench -- listing download` only those two. Each one prints ratios against a peer measured
 * in the same session and writes bench/results/<name>.json.
 */
const own = new Set(['run.ts', 'measure.ts'])
/** Run only when named: `lfs-large` takes 15 GB of disk, `slow-connections` ten minutes, and `wires` runs others again. */
const onlyByName = new Set(['lfs-large', 'slow-connections', 'wires'])
const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !own.has(file))
  .map((file) => file.slice(0, -'.ts'.length))
const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const options = process.argv.slice(2).filter((word) => word.startsWith('-'))
const unknown = asked.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`No bench called ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  process.exit(2)
}
let failed = 0
for (const name of asked.length > 0 ? asked : all.filter((name) => !onlyByName.has(name))) {
  console.log(`\n== ${name}`)
  const done = spawnSync(process.execPath, ['--expose-gc', `${import.meta.dirname}/${name}.ts`, ...options], { stdio: 'inherit' })
  if (done.status !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)
