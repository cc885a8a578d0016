import { existsSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** `npm run new:library -- my-library`: creates the library's file and its golden, and updates the index. */
const id = process.argv[2]
if (id === undefined || !/^[a-z0-9][a-z0-9._-]*$/.test(id)) {
  console.error('Say the id as cards write it in library_name: npm run new:library -- my-library')
  process.exit(2)
}
const root = join(import.meta.dirname, '../packages/snippets')
const file = join(root, `src/libraries/${id}.ts`)
if (existsSync(file)) {
  console.error(`There is a library ${id} already`)
  process.exit(1)
}

writeFileSync(
  file,
  `import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see the documentation this was checked against, and its release */
export const library = defineLibrary({
  id: '${id}',
  label: '${id}',
  repo: 'https://example.org/${id}',
  downloads: 'default',
  names: { pypi: ['${id}'] },
  install: () => ({ python: ['${id}', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = py\`
      from huggingface_hub import snapshot_download

      path = snapshot_download(\${facts.id}\${pythonRevision(target)})
    \`
    return { drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }] }
  },
})
`,
)
run(process.execPath, [join(root, 'scripts/gen-libraries.ts')])
run('oxfmt', [file, join(root, 'src/libraries.gen.ts')])
run('vitest', ['run', '--project', '@portolan/snippets', 'goldens'], { UPDATE_GOLDENS: '1', GOLDENS: id })
console.log(
  `\nMade ${file}.\nNow: fill in label, repo, docs, install and cases; add a record per case to packages/snippets/fixtures/${id}/; then\n  GOLDENS=${id} UPDATE_GOLDENS=1 npm exec vitest run -- --project @portolan/snippets\nand read the difference in packages/snippets/golden/${id}/.`,
)

function run(program: string, args: string[], environment: Record<string, string> = {}): void {
  const done = spawnSync(program, args, { stdio: 'inherit', cwd: join(root, '../..'), env: { ...process.env, ...environment } })
  if (done.status !== 0) process.exit(done.status ?? 1)
}
