import { expect, test } from 'vitest'
import { appSnippets, findLibrary, librarySnippets, targetFor } from '../index.ts'
import { bestGgufFile, ggufFiles } from './gguf-file.ts'
import { toModelFacts } from './model-facts.ts'

const files = ['b.Q8_0.gguf', 'a.Q4_K_M.gguf', 'mmproj-F16.gguf', 'c-00001-of-00002.gguf', 'c-00002-of-00002.gguf', '-rf.gguf', 'README.md']
const record = {
  id: 'ada/sea',
  library_name: 'gguf',
  tags: ['gguf'],
  gguf: { context_length: 8192 },
  siblings: files.map((rfilename) => ({ rfilename })),
}
const chosen = (ggufFile: unknown) => toModelFacts({ ...record, ggufFile })

test('files to choose from load by themselves', () => {
  expect(ggufFiles(toModelFacts(record))).toEqual(['a.Q4_K_M.gguf', 'b.Q8_0.gguf', 'c-00001-of-00002.gguf'])
})

test('the chosen file is taken, and only one of those', () => {
  expect(bestGgufFile(chosen('b.Q8_0.gguf'))).toBe('b.Q8_0.gguf')
  for (const other of [undefined, 'c-00002-of-00002.gguf', '-rf.gguf', 'mmproj-F16.gguf', 'none.gguf', 7, '../b.Q8_0.gguf'])
    expect(bestGgufFile(chosen(other))).toBe('a.Q4_K_M.gguf')
})

test('code and applications load the chosen file', () => {
  const facts = chosen('c-00001-of-00002.gguf')
  const library = findLibrary('gguf')
  const code = library ? librarySnippets(library, facts, targetFor('http://localhost:7860')).blocks.map((block) => block.code) : []
  expect(code.join('\n')).toContain('"c-00001-of-00002.gguf"')
  expect(code.join('\n')).toContain('c-00002-of-00002.gguf')
  const download = appSnippets(facts, targetFor('http://localhost:7860'))
    .find(({ id }) => id === 'ollama')
    ?.steps.find(({ id }) => id === 'download')
  expect(download?.code).toContain('hf download ada/sea c-00001-of-00002.gguf c-00002-of-00002.gguf')
})
