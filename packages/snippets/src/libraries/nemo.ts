import { fill, lines, py } from '../code/index.ts'
import { anyOf, ext, path } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/**
 * `from_pretrained` accepts no revision: to pin one, the .nemo file is downloaded and restored. @see https://docs.nvidia.com/nemo-framework — API of
 * release 3.0
 */
export const library = defineLibrary({
  id: 'nemo',
  label: 'NeMo',
  repo: 'https://github.com/NVIDIA/NeMo',
  filter: true,
  downloads: anyOf(ext('nemo'), path('model_config.yaml'), ext('json')),
  names: { pypi: ['nemo-toolkit', 'huggingface_hub'] },
  install: () => ({ python: ['nemo_toolkit[asr]'] }),
  snippets(facts, target) {
    if (!facts.tags.has('automatic-speech-recognition'))
      return {
        drafts: [],
        notes: [
          {
            code: 'domain-invalid',
            text: 'No tag of this model is a domain of NeMo that there is code for: automatic-speech-recognition.',
          },
        ],
      }
    const file = filesEnding(facts, '.nemo').find((name) => !name.startsWith('-'))
    const isPinned = revisionOf(target) !== null && file !== undefined
    const code = py`
      ${lines('python', [
        py`import nemo.collections.asr as nemo_asr`,
        isPinned ? py`from huggingface_hub import hf_hub_download` : undefined,
      ])}

      ${
        isPinned
          ? py`
              path = hf_hub_download(${facts.id}, ${file ?? ''}${pythonRevision(target)})
              model = nemo_asr.models.ASRModel.restore_from(path)
            `
          : py`model = nemo_asr.models.ASRModel.from_pretrained(${facts.id})`
      }
      print(model.transcribe([${fill('your-audio.wav')}]))
    `
    return { drafts: [{ id: 'transcribe', title: 'Transcribe a recording', code: pythonBlock(target, code) }] }
  },
})
