import { lines, py, sh, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary, type Snippets } from '../library.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { noRevision, pythonBlock, pythonRevision, shellEndpoint } from '../preamble.ts'
import type { Target } from '../target.ts'

/**
 * The repository's name indicates which runtime its weights are for. @see https://github.com/kyutai-labs/moshi — releases 0.2.13, and 0.3.0 for MLX
 */
export const library = defineLibrary({
  id: 'moshi',
  label: 'Moshi',
  repo: 'https://github.com/kyutai-labs/moshi',
  filter: false,
  downloads: path('tokenizer-e351c8d8-checkpoint125.safetensors'),
  names: { pypi: ['moshi', 'moshi_mlx'] },
  install: (facts) =>
    facts.id.includes('-candle') ? { python: ['rustymimi'] } : { python: [facts.id.includes('-mlx') ? 'moshi_mlx' : 'moshi'] },
  snippets(facts, target) {
    if (facts.id.includes('-mlx')) return onMlx(facts, target)
    if (facts.id.includes('-candle'))
      return {
        drafts: [],
        notes: [
          {
            code: 'no-variant',
            text: 'Weights for Candle run with the Rust program of the repository; rustymimi gives its codec to Python.',
          },
        ],
      }
    const serve = lines('shell', [shellEndpoint(target), sh`python -m moshi.server --hf-repo ${facts.id}`])
    const codec = py`
      import torch
      from moshi.models import loaders

      device = "cuda" if torch.cuda.is_available() else "cpu"
      checkpoint = loaders.CheckpointInfo.from_hf_repo(${facts.id}${pythonRevision(target)})
      mimi = checkpoint.get_mimi(device=device)
      mimi.set_num_codebooks(8)

      wav = torch.randn(1, 1, 24000 * 10, device=device)  # ten seconds of one channel at 24 kHz
      with torch.no_grad():
          codes = mimi.encode(wav)
          decoded = mimi.decode(codes)
      print(codes.shape, decoded.shape)
    `
    return {
      drafts: [
        { id: 'serve', title: 'Talk with it in the browser', code: serve, notes: noRevision(target, 'moshi.server') },
        { id: 'codec', title: 'Use its codec', code: pythonBlock(target, codec) },
      ],
    }
  },
})

function onMlx(facts: ModelFacts, target: Target): Snippets {
  const bits = facts.id.includes('-q4') ? '4' : facts.id.includes('-q8') ? '8' : null
  const quantised = when(bits !== null, sh` -q ${bits ?? ''}`)
  return {
    drafts: [
      {
        id: 'local',
        title: 'Talk with it in the terminal',
        code: lines('shell', [shellEndpoint(target), sh`python -m moshi_mlx.local${quantised} --hf-repo ${facts.id}`]),
      },
      {
        id: 'web',
        title: 'Or in the browser',
        code: lines('shell', [shellEndpoint(target), sh`python -m moshi_mlx.local_web${quantised} --hf-repo ${facts.id}`]),
      },
    ],
    notes: [{ code: 'platform', text: 'It runs on Apple silicon.' }, ...noRevision(target, 'moshi_mlx')],
  }
}
