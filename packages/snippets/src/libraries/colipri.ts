import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** By default, it loads its authors' weights; a path makes it load these. @see https://huggingface.co/microsoft/colipri — API of release 0.1.3 */
export const library = defineLibrary({
  id: 'colipri',
  label: 'COLIPRI',
  repo: 'https://huggingface.co/microsoft/colipri',
  filter: false,
  downloads: ext('safetensors'),
  names: { pypi: ['colipri', 'huggingface_hub'] },
  install: () => ({ python: ['colipri', 'huggingface_hub'] }),
  snippets(facts, target) {
    const file = filesEnding(facts, '.safetensors').find((name) => !name.startsWith('-'))
    const notes: Note[] = [
      ...(file === undefined
        ? [{ code: 'file-missing' as const, text: 'No .safetensors file is known of this revision. Fill in its name.' }]
        : []),
      { code: 'fixed-model', text: 'The sample scan and the tokenizer come from repositories that the package names itself.' },
    ]
    const code = py`
      import torch
      from colipri import ZeroShotImageClassificationPipeline, get_model, get_processor, load_sample_ct
      from huggingface_hub import hf_hub_download

      device = "cuda" if torch.cuda.is_available() else "cpu"
      path = hf_hub_download(${facts.id}, ${file ?? fill('model.safetensors')}${pythonRevision(target)})
      model = get_model(path).to(device)
      pipeline = ZeroShotImageClassificationPipeline(model, get_processor())
      print(pipeline(load_sample_ct(), ["No lung nodules", "Lung nodules"]))
    `
    return { drafts: [{ id: 'classify', title: 'Compare a scan with findings', code: pythonBlock(target, code) }], notes }
  },
})
