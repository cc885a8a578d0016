import { join } from 'node:path'
import { generatedCalls, printedCall } from './inference-calls.ts'
import { installPackages, typescriptErrors } from './javascript-names.ts'
import { cacheFolder } from './paths.ts'
import type { PrintedBlock } from './printed-block.ts'
import { pyflakes, pythonTools } from './python-tools.ts'
import { DistinctBlocks, verify } from './verify.ts'

/** All code printed for HTTP calls, each block once; and the blocks that the clients' types cover completely. */
export interface InferenceBlocks {
  readonly calls: number
  readonly snippets: number
  readonly blocks: readonly PrintedBlock[]
  /**
   * Blocks with parameters or message parts that are missing from a client's types, although its server accepts them: only their names are checked.
   */
  readonly untyped: ReadonlySet<PrintedBlock>
}

export function inferenceBlocks(): InferenceBlocks {
  const typed = new DistinctBlocks()
  const untyped = new DistinctBlocks()
  let calls = 0
  let snippets = 0
  for (const call of generatedCalls()) {
    calls++
    const isTyped = !/parameters|numbers|object|^(?:audio|video)-text-to-text|^table-question|^tabular|\/all$/.test(call.case)
    for (const block of printedCall(call)) {
      snippets++
      ;(isTyped ? typed : untyped).add(block)
    }
  }
  return { calls, snippets, blocks: [...typed.list, ...untyped.list], untyped: new Set(untyped.list) }
}

export function parseInference({ blocks }: InferenceBlocks): string[] {
  return verify(blocks).map(({ block, what }) => `${block.id}: ${what}\n${block.code}`)
}

/** Undefined and unused names in Python, by pyflakes. */
export function inferencePythonNames({ blocks }: InferenceBlocks): { readonly count: number; readonly problems: readonly string[] } {
  const python = blocks.filter(({ language }) => language === 'python')
  const messages = pyflakes(
    pythonTools(cacheFolder),
    python.map(({ code }) => code),
  )
  const problems = messages.flatMap((list, i) =>
    (list ?? [['does not parse', '']]).map(([kind, text]) => `${python[i]?.id ?? ''}: ${kind} ${text}\n${python[i]?.code ?? ''}`),
  )
  return { count: python.length, problems }
}

/** Errors about missing names: no such name, module, export or property. */
const aboutNames = /^TS(?:1\d{3}|2304|2305|2307|2339|2551|2552|258\d|2724):/

/** The TypeScript checker's errors for the code, against the clients' current releases. */
export function inferenceJavaScriptTypes({ blocks, untyped }: InferenceBlocks): {
  readonly count: number
  readonly problems: readonly string[]
} {
  const packages = installPackages(join(cacheFolder, 'npm-inference'), ['openai', '@huggingface/inference'])
  const javascript = blocks.filter(({ language }) => language === 'javascript')
  const errors = typescriptErrors(
    packages,
    javascript.map(({ code }) => code),
  )
  const problems = errors.flatMap((list, i) => {
    const block = javascript[i]
    if (block === undefined) return []
    return list.filter((text) => !untyped.has(block) || aboutNames.test(text)).map((text) => `${block.id}: ${text}\n${block.code}`)
  })
  return { count: javascript.length, problems }
}
