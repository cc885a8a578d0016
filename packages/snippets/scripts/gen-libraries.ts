import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes `src/libraries.gen.ts` from the files in `src/libraries`. `--check` only reports whether it is up to date. */
const folder = join(import.meta.dirname, '../src/libraries')
const target = join(import.meta.dirname, '../src/libraries.gen.ts')

export function generatedIndex(): string {
  const ids = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && file !== 'files.ts' && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()
  // A variable per file; some ids start with a digit or are JavaScript keywords.
  const name = (id: string) =>
    `lib${`-${id}`.replaceAll(/[^A-Za-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase()).replaceAll(/[^A-Za-z0-9]/g, '')}`
  const imports = ids.map((id) => `import { library as ${name(id)} } from './libraries/${id}.ts'`)
  return `// Made by scripts/gen-libraries.ts from the files in libraries/; do not edit.\nimport type { Library } from './library.ts'\n${imports.join('\n')}\n\nexport const libraries: readonly Library[] = [\n${ids.map((id) => `  ${name(id)},\n`).join('')}]\n`
}

if (import.meta.main) {
  if (process.argv.includes('--check')) process.exit(readFileSync(target, 'utf8') === generatedIndex() ? 0 : 1)
  writeFileSync(target, generatedIndex())
}
