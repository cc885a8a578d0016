import { setLogger } from '@huggingface/inference'
import { spawnSync } from 'node:child_process'
import { parse as parseJavaScript } from 'acorn'
import { generatedCalls } from './inference-calls.ts'
import { cacheFolder } from './paths.ts'
import { publishedInference } from './published-inference.ts'
import { pyflakes, pythonTools } from './python-tools.ts'

/*
 * The published package's output for the calls used by the proofs: how many throw, do not parse, or use undefined names. Calls for huggingface.co
 * only, because the package supports no other hub. `node packages/snippets/proofs/measure-published-inference.ts`.
 */
const silent = () => undefined
setLogger({ debug: silent, info: silent, warn: silent, error: silent, log: silent })
const codes = new Map<string, { readonly language: string; readonly code: string; count: number }>()
let calls = 0
let thrown = 0
let snippets = 0
for (const { record, target, call } of generatedCalls()) {
  if (!target.isHuggingFace || call.provider === 'portolan') continue
  calls++
  const { parameters = {}, ...opts } = call.opts ?? {}
  const answer = publishedInference({ tags: [], ...record }, call.provider, call.mapping, { ...parameters, ...opts })
  if (answer instanceof Error) {
    thrown++
    continue
  }
  for (const { language, content } of answer) {
    snippets++
    const key = `${language}\n${content}`
    const known = codes.get(key)
    if (known) known.count++
    else codes.set(key, { language, code: content, count: 1 })
  }
}
const list = [...codes.values()]
const of = (language: string) => list.filter((each) => each.language === language)
const total = (all: readonly { readonly count: number }[]) => all.reduce((sum, { count }) => sum + count, 0)

const python = of('python')
const messages = pyflakes(
  pythonTools(cacheFolder),
  python.map(({ code }) => code),
)
const brokenPython = python.filter((_, i) => messages[i] === null)
const undefinedPython = python.filter((_, i) => messages[i]?.some(([kind]) => kind === 'UndefinedName'))
const brokenJavaScript = of('js').filter(
  ({ code }) => !parses(() => parseJavaScript(code, { ecmaVersion: 'latest', sourceType: 'module' })),
)
/** `fs` is used but not imported. */
const withoutFs = of('js').filter(({ code }) => /\bfs\./.test(code) && !/import .* from ["'](?:node:)?fs["']/.test(code))
const brokenShell = of('sh').filter(({ code }) => spawnSync('bash', ['-n'], { input: code }).status !== 0)

console.log(`published, ${calls} calls: ${thrown} throw, ${snippets} snippets (${list.length} different)`)
console.log(`  do not parse: ${total(brokenPython)} in Python, ${total(brokenJavaScript)} in JavaScript, ${total(brokenShell)} in shell`)
console.log(`  name what is not defined: ${total(undefinedPython)} in Python, ${total(withoutFs)} in JavaScript (fs)`)

function parses(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    // Code that does not parse is what is being counted here.
    return false
  }
}
