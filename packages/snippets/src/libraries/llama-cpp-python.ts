import { fill, json, py, when } from '../code/index.ts'
import { chat, filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** A good middle between size and quality comes first; projectors and later shards do not load by themselves. */
const preferred = [/q4_k_m/i, /q4_k/i, /q5_k/i, /q8_0/i, /q4_0/i, /f16/i]

function bestFile(facts: ModelFacts): string | null {
  const files = filesEnding(facts, '.gguf').filter((file) => !/mmproj/i.test(file) && !/-(?!00001)\d{5}-of-\d{5}\.gguf$/i.test(file))
  for (const pattern of preferred) {
    const found = files.find((file) => pattern.test(file))
    if (found !== undefined) return found
  }
  return files[0] ?? null
}

/** The parts that belong to the first one, in order; only the file itself when it is whole. */
function partsOf(file: string): string[] {
  const found = /^(.*)-00001-of-(\d{5})\.gguf$/.exec(file)
  const count = Number(found?.[2] ?? 1)
  if (!found || count > 200) return [file]
  return Array.from({ length: count }, (_, part) => `${found[1]}-${String(part + 1).padStart(5, '0')}-of-${found[2]}.gguf`)
}

/** GGUF files, loaded with llama-cpp-python. @see https://github.com/abetlen/llama-cpp-python — API of release 0.3 */
export const library = defineLibrary({
  id: 'llama-cpp-python',
  label: 'llama-cpp-python',
  repo: 'https://github.com/abetlen/llama-cpp-python',
  docs: 'https://llama-cpp-python.readthedocs.io',
  filter: true,
  downloads: 'default',
  names: { pypi: ['llama-cpp-python', 'huggingface_hub'] },
  install: () => ({ python: ['llama-cpp-python', 'huggingface_hub'], conda: ['llama-cpp-python', 'huggingface_hub'] }),
  offers: (facts) => facts.hasGguf,
  snippets(facts, target) {
    const file = bestFile(facts)
    const call = facts.isConversational
      ? py`
          reply = llm.create_chat_completion(messages=${json(chat('Which ocean is the deepest?'))}, max_tokens=128)
          print(reply["choices"][0]["message"]["content"])
        `
      : py`
          output = llm(${facts.widgetText ?? 'Once upon a time'}, max_tokens=128, echo=True)
          print(output["choices"][0]["text"])
        `
    const parts = file === null ? [] : partsOf(file)
    const revision = pythonRevision(target)
    const download =
      parts.length > 1
        ? py`
            parts = ${parts}
            path = [hf_hub_download(${facts.id}, part${revision}) for part in parts][0]
          `
        : py`path = hf_hub_download(${facts.id}, ${file ?? fill('your-file.gguf')}${revision})`
    const layers = when(target.device === 'cuda' || target.device === 'mps', py`, n_gpu_layers=-1`)
    const code = py`
      from huggingface_hub import hf_hub_download
      from llama_cpp import Llama

      ${download}
      llm = Llama(model_path=path, n_ctx=0${layers})  # 0: the context length of the model
      ${call}
    `
    return {
      drafts: [{ id: 'llama-cpp', title: 'Run a GGUF file', code: pythonBlock(target, code) }],
      ...(file === null
        ? { notes: [{ code: 'file-missing' as const, text: 'No GGUF file is known of this revision. Fill in its name.' }] }
        : {}),
    }
  },
})
