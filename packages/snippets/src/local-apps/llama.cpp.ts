import { type Block, sh } from '../code/index.ts'
import type { Draft } from '../library.ts'
import { defineApp } from '../local-app.ts'
import { chooseFile, downloadStep, filePath, idWithQuant, isPublishedDefault } from './parts.ts'
import { isGguf } from './predicates.ts'

/** The ways to install its programs. The last one builds them where the others have no binaries. */
const installs: readonly { readonly id: string; readonly title: string; readonly code: Block }[] = [
  { id: 'brew', title: 'Install with Homebrew (macOS, Linux)', code: sh`brew install llama.cpp` },
  { id: 'winget', title: 'Or with WinGet (Windows)', code: sh`winget install llama.cpp` },
  {
    id: 'binary',
    title: 'Or use a built release: unpack it, and put it on the PATH',
    code: sh`
      # https://github.com/ggml-org/llama.cpp/releases
      export PATH="$PWD/llama.cpp:$PATH"
    `,
  },
  {
    id: 'cmake',
    title: 'Or build it',
    code: sh`
      git clone https://github.com/ggml-org/llama.cpp
      cmake -S llama.cpp -B llama.cpp/build
      cmake --build llama.cpp/build --config Release -j --target llama-server llama-cli
      export PATH="$PWD/llama.cpp/build/bin:$PATH"
    `,
  },
]

/** @see https://github.com/ggml-org/llama.cpp — the programs in its releases: llama-server, llama-cli */
export const app = defineApp({
  id: 'llama.cpp',
  label: 'llama.cpp',
  docs: 'https://github.com/ggml-org/llama.cpp',
  task: 'text-generation',
  offers: isGguf,
  answer(facts, target) {
    const isPublished = isPublishedDefault(target)
    const chosen = chooseFile(facts)
    const model = isPublished ? sh`-hf ${idWithQuant(facts)}` : sh`-m ${filePath(chosen)}`
    const steps: Draft[] = [
      ...installs,
      ...(isPublished ? [] : [downloadStep(facts, target)]),
      { id: 'server', title: 'Serve it, with a page to chat on http://localhost:8080', code: sh`llama-server ${model} --jinja` },
      { id: 'cli', title: 'Or use it in the terminal', code: sh`llama-cli ${model}` },
    ]
    if (isPublished)
      steps.push({
        id: 'docker',
        title: 'Or serve it from a container',
        code: sh`docker run -p 8080:8080 ghcr.io/ggml-org/llama.cpp:server ${model} --host 0.0.0.0 --port 8080`,
      })
    else
      steps.push({
        id: 'docker',
        title: 'Or serve it from a container',
        code: sh`docker run -p 8080:8080 -v "$PWD/model:/model" ghcr.io/ggml-org/llama.cpp:server -m ${`/${chosen.path}`} --host 0.0.0.0 --port 8080`,
      })
    return { steps }
  },
})
