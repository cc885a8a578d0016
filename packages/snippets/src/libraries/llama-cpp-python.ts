import { fill, json, py, when } from '../code/index.ts'
import { bestGgufFile, ggufParts } from '../facts/gguf-file.ts'
import { chat } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** GGUF files, loaded with llama-cpp-python. @see https://github.com/abetlen/llama-cpp-python — API of release 0.3 */
export const library = defineLibrary({
  id: 'llama-cpp-python',
  label: 'llama-cpp-python',
  repo: 'https://github.com/abetlen/llama-cpp-python',
  docs: 'https://llama-cpp-python.readthedocs.io',
  downloads: 'default',
  names: { pypi: ['llama-cpp-python', 'huggingface_hub'] },
  install: () => ({ python: ['llama-cpp-python', 'huggingface_hub'], conda: ['llama-cpp-python', 'huggingface_hub'] }),
  offers: (facts) => facts.hasGguf,
  snippets(facts, target) {
    const file = bestGgufFile(facts)
    const call = facts.isConversational
      ? py`
          reply = llm.create_chat_completion(messages=${json(chat('Which ocean is the deepest?'))}, max_tokens=128)
          print(reply["choices"][0]["message"]["content"])
        `
      : py`
          output = llm(${facts.widgetText ?? 'Once upon a time'}, max_tokens=128, echo=True)
          print(output["choices"][0]["text"])
        `
    const parts = file === null ? [] : ggufParts(file)
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
      drafts: [
        {
          id: 'llama-cpp',
          title: 'Run a GGUF file',
          code: pythonBlock(target, code),
          proofId: proofId(facts.isConversational, parts.length),
        },
      ],
      ...(file === null
        ? { notes: [{ code: 'file-missing' as const, text: 'No GGUF file is known of this revision. Fill in its name.' }] }
        : {}),
    }
  },
})

/** The code for a chat, or for a split model, differs from that for a single file that continues a text. */
function proofId(isChat: boolean, parts: number): string {
  return `llama-cpp${isChat ? ':chat' : ''}${parts > 1 ? ':parts' : ''}`
}
