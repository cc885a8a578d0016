import { py, when } from '../code/index.ts'
import { anyOf, path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/** timm accepts a revision after an @ in the name. @see https://huggingface.co/docs/timm */
export const library = defineLibrary({
  id: 'timm',
  label: 'timm',
  repoName: 'pytorch-image-models',
  repo: 'https://github.com/rwightman/pytorch-image-models',
  docs: 'https://huggingface.co/docs/timm',
  filter: true,
  downloads: anyOf(path('pytorch_model.bin'), path('model.safetensors')),
  names: { pypi: ['timm'] },
  install: () => ({ python: ['timm', 'torch'], conda: ['timm', 'pytorch'] }),
  offers: (facts) => facts.tags.has('timm'),
  snippets(facts, target) {
    const revision = revisionOf(target)
    const code = py`
      import timm

      model = timm.create_model(${`hf_hub:${facts.id}${revision === null ? '' : `@${revision}`}`}, pretrained=True)
      model.eval()
      ${when(target.device !== 'auto', py`model.to(${target.device})`)}
    `
    return { drafts: [{ id: 'create', title: 'Load the model', code: pythonBlock(target, code) }] }
  },
})
