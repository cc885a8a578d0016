import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { DemoFile, DemoPackage } from './demo-repo.ts'

export interface CardParts {
  readonly title: string
  readonly frontMatter: Readonly<Record<string, unknown>>
  /** Description in Markdown. */
  readonly about: string
  readonly authors: string
  /** URL of the original. */
  readonly upstream: string
  /** License information that the package lacks, if any. */
  readonly licenseNote?: string
  /** The differences from the package. */
  readonly changes: string
  readonly files: readonly DemoFile[]
  /** Additional sections. */
  readonly more?: string
}

/** Creates a card that states the authors, the source and the changes. Nothing in it is measured or guessed here. */
export function cardFile(source: DemoPackage, folder: string, parts: CardParts): DemoFile {
  const license = statedLicense(folder)
  const rows = parts.files.flatMap((file) =>
    'from' in file
      ? [
          `| [\`${file.path}\`](${encodeURI(file.path)}) | \`${file.from}\` | ${statSync(join(folder, file.from)).size.toLocaleString('en')} |`,
        ]
      : [],
  )
  const content = `---
${stringify(parts.frontMatter)}---
# ${parts.title}

${parts.about}

## Source

| | |
|---|---|
| Authors | ${parts.authors} |
| Original | ${parts.upstream} |
| Copied from | npm package [\`${source.name}\`](https://www.npmjs.com/package/${source.name}) ${source.version} |
| License the package states | ${license} |

${parts.changes}${parts.licenseNote === undefined ? '' : `\n\n> [!NOTE]\n> ${parts.licenseNote}`}
${parts.more === undefined ? '' : `\n${parts.more.trim()}\n`}
## Files

| file | in the package | bytes |
|---|---|---:|
${rows.join('\n')}

This copy was put here by \`npm run demo\` so that a new hub has something real to show. The authors named above did not upload it.
`
  return { path: 'README.md', content }
}

/** Returns the license as the package states it. */
export function statedLicense(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license?: string }).license ?? 'none'
}
