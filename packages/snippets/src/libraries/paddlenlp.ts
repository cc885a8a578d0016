import { identifier, py } from '../code/index.ts'
import { defineLibrary, type Note } from '../library.ts'
import { path } from '../download-rule.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/**
 * The loaders accept folders, but no revision; `from_hf_hub` makes them convert PyTorch weights too. The release imports a name that huggingface_hub
 * removed in 1.0. @see https://github.com/PaddlePaddle/PaddleNLP — API of release 2.8
 */
export const library = defineLibrary({
  id: 'paddlenlp',
  label: 'paddlenlp',
  repoName: 'PaddleNLP',
  repo: 'https://github.com/PaddlePaddle/PaddleNLP',
  docs: 'https://paddlenlp.readthedocs.io',
  filter: true,
  downloads: path('model_config.json'),
  names: { pypi: ['paddlenlp', 'huggingface_hub'] },
  install: () => ({ python: ['paddlenlp', 'paddlepaddle', 'huggingface_hub<1'] }),
  snippets(facts, target) {
    const known = facts.architectures[0]
    const notes: Note[] =
      known === undefined
        ? [
            {
              code: 'type-unknown',
              text: 'The type of this model is unknown: its config.json names no architecture. AutoModel loads it without a head.',
            },
          ]
        : []
    const model = identifier(known ?? 'AutoModel')
    const code = py`
      from huggingface_hub import snapshot_download
      from paddlenlp.transformers import AutoTokenizer, ${model}

      ${pythonSnapshot(facts, target)}
      tokenizer = AutoTokenizer.from_pretrained(path, from_hf_hub=True)
      model = ${model}.from_pretrained(path, from_hf_hub=True)
      model.eval()

      inputs = tokenizer("The tide turns at noon.", return_tensors="pd")
      print(model(**inputs))
    `
    return { drafts: [{ id: 'load', title: 'Load the model and its tokenizer', code: pythonBlock(target, code) }], notes }
  },
})
