import { MODEL_LIBRARIES_UI_ELEMENTS } from '@huggingface/tasks'
import { describe, expect, test } from 'vitest'
import { countsUnder } from './download-rule.ts'
import { allLibraries, findLibrary } from './index.ts'

/** The published registry, as a reference for facts: keys, labels, addresses, filters, download rules. */
const published = MODEL_LIBRARIES_UI_ELEMENTS as Readonly<
  Record<string, { prettyLabel: string; repoName: string; repoUrl: string; filter?: boolean; countDownloads?: string }>
>

/** Published rules that can never match, and their corrected form. */
const corrected: Readonly<Record<string, string>> = { quantumpeer: 'path:"setup.py"', 'ssr-speech': 'path_extension:"pth"' }

/** Whether a published rule counts a file: the terms `field:"value"`, AND, OR, NOT and parentheses of its query language. */
function publishedCounts(rule: string, file: string): boolean {
  const slash = file.lastIndexOf('/') + 1
  const name = file.slice(slash)
  const dot = name.lastIndexOf('.')
  const fields: Record<string, string> = {
    path: file,
    path_extension: dot < 0 ? '' : name.slice(dot + 1),
    path_filename: dot < 0 ? name : name.slice(0, dot),
    path_prefix: file.slice(0, slash),
  }
  const tokens = [...rule.matchAll(/\(|\)|\bAND\b|\bOR\b|\bNOT\b|(_exists_):"(\w+)"|(\w+):"([^"]*)"/g)]
  let at = 0
  const atom = (): boolean => {
    const token = tokens[at++]
    if (token?.[0] === '(') {
      const value = either()
      at++
      return value
    }
    if (token?.[0] === 'NOT') return !atom()
    if (token?.[1] !== undefined) return fields[token[2] ?? ''] !== ''
    return fields[token?.[3] ?? ''] === token?.[4]
  }
  const both = (): boolean => {
    let value = atom()
    while (tokens[at]?.[0] === 'AND') {
      at++
      const next = atom()
      value = value && next
    }
    return value
  }
  const either = (): boolean => {
    let value = both()
    while (tokens[at]?.[0] === 'OR') {
      at++
      const next = both()
      value = value || next
    }
    return value
  }
  return either()
}

test('all 257 libraries of the field are here, and those of ours that they do not have are named', () => {
  const ours = allLibraries().map(({ id }) => id)
  expect(Object.keys(published).length).toBe(257)
  expect(Object.keys(published).filter((key) => !ours.includes(key))).toEqual([])
  expect(ours.filter((id) => !Object.hasOwn(published, id))).toEqual(['onnx', 'safetensors', 'tokenizers'])
})

describe.for(Object.keys(published))('%s', (key) => {
  const theirs = published[key]
  const ours = findLibrary(key)
  if (!theirs || !ours) throw new Error(`no ${key}`)

  test('label, address and filter are those of the field', () => {
    expect({ label: ours.label, repoName: ours.repoName ?? ours.label, repo: ours.repo, filter: ours.filter, id: ours.id }).toEqual({
      label: theirs.prettyLabel,
      repoName: theirs.repoName,
      repo: theirs.repoUrl,
      filter: theirs.filter,
      id: key,
    })
  })

  test('the same files count as a download', () => {
    // The published rule for diffusers is not in the registry.
    if (key === 'diffusers') return
    const rule = corrected[key] ?? theirs.countDownloads
    const names = [...(rule ?? '').matchAll(/"([^"]+)"/g)].map(([, value]) => value ?? '')
    const files = new Set([
      'config.json',
      'sub/config.json',
      'meta.yaml',
      'README.md',
      'model.safetensors',
      'a/model.mil',
      'model.mil',
      'x.pt',
      'a/x.pth',
    ])
    for (const name of names)
      for (const file of [
        name,
        `sub/${name}`,
        `x.${name}`,
        `sub/x.${name}`,
        `${name}.json`,
        `${name}.py`,
        `${name}x.pt`,
        `${name}cfg`,
        `${name}.cfg`,
      ])
        files.add(file)
    for (const file of files) {
      const expected =
        rule === undefined
          ? ['config.json', 'config.yaml', 'hyperparams.yaml', 'params.json', 'meta.yaml'].includes(file)
          : publishedCounts(rule, file)
      expect({ file, counts: countsUnder(ours.downloads, file) }).toEqual({ file, counts: expected })
    }
  })
})
