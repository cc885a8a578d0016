import { identifier, lines, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/** Prompts and codec of a model generation; `auto_config` supports only the third one, so it is specified for all. */
function interfaceVersion({ name }: ModelFacts): 'V1' | 'V2' | 'V3' {
  if (/OuteTTS-0\.1\b/i.test(name)) return 'V1'
  return /OuteTTS-0\.[23]\b/i.test(name) ? 'V2' : 'V3'
}

/** The loader accepts folders and no revision. GGUF and ONNX files run by other means. @see https://github.com/edwko/OuteTTS — API of release 0.4 */
export const library = defineLibrary({
  id: 'outetts',
  label: 'OuteTTS',
  repo: 'https://github.com/edwko/OuteTTS',
  filter: false,
  downloads: 'default',
  names: { pypi: ['outetts', 'huggingface_hub'] },
  install: () => ({ python: ['outetts', 'huggingface_hub'] }),
  snippets(facts, target) {
    if (facts.tags.has('gguf') || facts.tags.has('onnx'))
      return { drafts: [], notes: [{ code: 'no-variant', text: 'OuteTTS loads the original weights this way, not GGUF or ONNX files.' }] }
    const version = interfaceVersion(facts)
    const code = py`
      import outetts
      from huggingface_hub import snapshot_download

      ${pythonSnapshot(facts, target)}
      interface = outetts.Interface(
          outetts.ModelConfig(
              model_path=path,
              tokenizer_path=path,
              interface_version=outetts.InterfaceVersion.${identifier(version)},
              backend=outetts.Backend.HF,
              max_seq_length=${version === 'V3' ? 8192 : 4096},
              ${when(target.device !== 'auto', py`device=${target.device},`)}
          )
      )
      ${lines('python', [
        when(version === 'V3', py`speaker = interface.load_default_speaker("EN-FEMALE-1-NEUTRAL")`),
        version === 'V3'
          ? py`speech = interface.generate(outetts.GenerationConfig(text="The tide turns at noon.", speaker=speaker))`
          : py`speech = interface.generate(outetts.GenerationConfig(text="The tide turns at noon.", max_length=4096))`,
      ])}
      speech.save("output.wav")
    `
    return { drafts: [{ id: 'speak', title: 'Read a text aloud', code: pythonBlock(target, code) }] }
  },
})
