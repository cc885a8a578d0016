import { lines, sh, when } from '../code/index.ts'
import { anyOf, ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/** The tool downloads through huggingface_hub; it accepts a file, but no revision. @see https://github.com/google-ai-edge/LiteRT-LM — release 0.18 */
export const library = defineLibrary({
  id: 'litert-lm',
  label: 'LiteRT-LM',
  repo: 'https://github.com/google-ai-edge/LiteRT-LM',
  filter: false,
  downloads: anyOf(ext('litertlm'), ext('task')),
  names: { pypi: ['litert-lm'] },
  install: () => ({ python: ['litert-lm'] }),
  snippets(facts, target) {
    const file = filesEnding(facts, '.litertlm').find((name) => !name.startsWith('-'))
    const prompt = facts.widgetText ?? 'Which ocean is the deepest?'
    const isPinned = revisionOf(target) !== null && file !== undefined
    const code = lines('shell', [
      shellEndpoint(target),
      when(isPinned, sh`hf download ${facts.id} ${file ?? ''}${shellRevision(target)} --local-dir .`),
      isPinned
        ? sh`litert-lm run ${`./${file}`} --prompt ${prompt}`
        : sh`litert-lm run --from-huggingface-repo ${facts.id}${when(file !== undefined, sh` ${file ?? ''}`)} --prompt ${prompt}`,
    ])
    return {
      drafts: [{ id: 'run', title: 'Run the model in the terminal', code }],
      notes: [{ code: 'platform', text: 'Packages are built for Linux, macOS, Windows and Raspberry Pi.' }],
    }
  },
})
