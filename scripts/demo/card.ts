import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { DemoFile, DemoPackage } from './demo-repo.ts'

export interface CardParts {
  readonly title: string
  readonly frontMatter: Readonly<Record<string, unknown>>
  /** What it is, in Markdown. */
  readonly about: string
  readonly authors: string
  /** Where the original is published. */
  readonly upstream: string
  /** What the package does not say about the license, if anything. */
  readonly licenseNote?: string
  /** What differs from the package. */
  readonly changes: string
  readonly files: readonly DemoFile[]
  /** Further sections. */
  readonly more?: string
}

/** A card that says whose work this is, where it came from and what was done to it. Nothing in it is measured or guessed here. */
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

/** The license in the package's own words. */
export function statedLicense(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license?: string }).license ?? 'none'
}
