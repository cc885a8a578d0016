import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/cartesia-ai/cartesia_mlx — API of release 0.0.2 */
export const library = defineLibrary({
  id: 'cartesia_mlx',
  label: 'Cartesia MLX',
  repo: 'https://github.com/cartesia-ai/cartesia_mlx',
  downloads: 'default',
  names: { pypi: ['cartesia-mlx'] },
  install: () => ({ python: ['cartesia-mlx'] }),
  snippets(facts, target) {
    const code = py`
      import cartesia_mlx as cmx
      import mlx.core as mx

      model = cmx.from_pretrained(${facts.id}${pythonRevision(target)})
      model.set_dtype(mx.float32)

      pieces = model.generate(
          ${facts.widgetText ?? 'Once upon a time'},
          max_tokens=500,
          eval_every_n=5,
          verbose=True,
          top_p=0.99,
          temperature=0.85,
      )
      for piece in pieces:
          print(piece, end="", flush=True)
    `
    return {
      drafts: [{ id: 'generate', title: 'Generate text', code: pythonBlock(target, code) }],
      notes: [{ code: 'platform', text: 'It runs on Apple silicon.' }],
    }
  },
})
