import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '@portolan/hub'
import { findLibrary, librarySnippets, targetFor, toModelFacts } from '@portolan/snippets'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadRegistry } from './load-registry.ts'
import { RegistryError, startOwnRegistry } from './own-registry.ts'
import { readLibraryFile } from './read-library-file.ts'

const good = `id: tide
label: Tide
repo: https://git.example.org/tide
filter: true
downloads:
  anyOf:
    - ext: tide
    - path: config.json
install:
  python: [tide, "numpy>=2"]
cases:
  - id: load
    title: Load the model
    language: python
    code: |
      from tide import Model

      model = Model.load({{ id }}{{ revision_argument }})
    notes:
      - Needs the license file of your team.
  - id: score
    title: Score a text
    language: python
    when:
      tasks: [text-classification]
    code: |
      from tide import score

      score({{ id }}, {{ text or "A calm sea" }})
`

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-registry-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('a file of libraries', () => {
  test('gives a library that prints, with conditions and notes', () => {
    const { libraries, problems } = readLibraryFile('tide.yaml', good)
    expect(problems).toEqual([])
    const [library] = libraries
    if (!library) throw new Error('no library')
    const printed = (record: object) => librarySnippets(library, toModelFacts(record), targetFor('https://hub.example.org'))
    expect(printed({ id: "ada/o'sea" }).blocks.map(({ id }) => id)).toEqual(['tide/install', 'tide/load'])
    expect(printed({ id: "ada/o'sea" }).blocks[1]).toMatchObject({
      code: 'import os\n\nos.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below\n\nfrom tide import Model\n\nmodel = Model.load("ada/o\'sea")\n',
      notes: [{ code: 'owner', text: 'Needs the license file of your team.' }],
    })
    expect(printed({ id: 'a/b', pipeline_tag: 'text-classification' }).blocks.map(({ id }) => id)).toContain('tide/score')
  })

  test.for([
    ['a tab', 'id: x\n\tlabel: y\n', [2, 1, 'registry.yaml']],
    ['a missing field', 'id: tide\nlabel: Tide\n', [1, 1, 'registry.field']],
    ['a field that there is not', good.replace('filter: true', 'filters: true'), [4, 10, 'registry.field']],
    ['a wrong type', good.replace('filter: true', 'filter: "yes"'), [4, 9, 'registry.field']],
    ['an id with a space', good.replace('id: tide', 'id: ti de'), [1, 5, 'registry.field']],
    ['a rule that there is not', good.replace('- ext: tide', '- extension: tide'), [6, 3, 'registry.field']],
    ['a requirement with a command', good.replace('"numpy>=2"', '"numpy; rm -rf"'), [10, 18, 'registry.field']],
    ['an unknown hole', good.replace('{{ revision_argument }}', '{{ card.text }}'), [18, 34, 'registry.template']],
    ['a hole in quotes', good.replace('score({{ id }}', 'score("{{ id }}"'), [29, 14, 'registry.template']],
    ['two cases of one id', good.replace('id: score', 'id: load'), [12, 3, 'registry.field']],
    ['not a library', '- 1\n- 2\n', [1, 1, 'registry.field']],
    [
      'an alias bomb',
      `a: &a [x,x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]},`.repeat(10)}]`).join('\n')}\n`,
      [1, 1, 'registry.yaml'],
    ],
  ] as const)('%s is named with its line and column', ([, source, [line, column, code]]) => {
    const { libraries, problems } = readLibraryFile('tide.yaml', source)
    expect(libraries).toEqual([])
    expect(problems[0]).toMatchObject({ line, column, code })
  })
})

test('a folder: problems of all files at once, a library twice is one of them', async () => {
  await writeFile(join(folder, 'a.yaml'), good)
  await writeFile(join(folder, 'b.yml'), good)
  await writeFile(join(folder, 'c.yaml'), 'id: [')
  await writeFile(join(folder, 'd.yaml'), Buffer.from([0xff, 0xfe, 0xfd]))
  await writeFile(join(folder, 'readme.txt'), 'not read')
  const { problems } = await loadRegistry(folder)
  expect(problems.map(({ file, code }) => [file, code])).toEqual([
    ['b.yml', 'registry.duplicate'],
    ['c.yaml', 'registry.yaml'],
    ['d.yaml', 'registry.unreadable'],
  ])
})

describe('the registry of a running hub', () => {
  const lines: string[] = []
  const note = (message: string, fields?: Record<string, unknown>) => void lines.push(`${message} ${JSON.stringify(fields ?? {})}`)
  const log: Logger = { debug: note, info: note, warn: note, error: note }

  test('stops the start when a file is wrong, and says where', async () => {
    await writeFile(join(folder, 'bad.yaml'), good.replace('filter: true', 'filters: true'))
    await expect(startOwnRegistry(folder, log)).rejects.toThrow(RegistryError)
    await expect(startOwnRegistry(folder, log)).rejects.toThrow(/bad\.yaml:4:10: filters is not a known field \(registry\.field\)/)
    expect(findLibrary('tide')).toBeNull()
  })

  test('is read again on a change; a wrong change leaves what was there', async () => {
    await writeFile(join(folder, 'tide.yaml'), good)
    await using registry = await startOwnRegistry(folder, log)
    expect(registry).toBeDefined()
    expect(findLibrary('tide')?.label).toBe('Tide')
    await writeFile(join(folder, 'tide.yaml'), good.replace('label: Tide', 'label: Spring tide'))
    await vi.waitFor(() => expect(findLibrary('tide')?.label).toBe('Spring tide'), { timeout: 30_000 })
    await writeFile(join(folder, 'tide.yaml'), good.replace('label: Tide', 'label: [1]'))
    await vi.waitFor(() => expect(lines.at(-1)).toMatch(/keeping the current .*tide\.yaml:2:8/), { timeout: 30_000 })
    expect(findLibrary('tide')?.label).toBe('Spring tide')
    await rm(join(folder, 'tide.yaml'))
    await vi.waitFor(() => expect(findLibrary('tide')).toBeNull(), { timeout: 30_000 })
  })

  test('an own library may stand in the place of ours, and ours comes back', async () => {
    const ours = findLibrary('timm')
    await writeFile(join(folder, 'timm.yaml'), good.replace('id: tide', 'id: timm'))
    {
      await using registry = await startOwnRegistry(folder, log)
      expect(registry).toBeDefined()
      expect(findLibrary('timm')?.label).toBe('Tide')
    }
    expect(findLibrary('timm')).toBe(ours)
  })
})
