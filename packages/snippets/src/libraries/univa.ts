import { py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/PKU-YuanGroup/UniWorld-V1 — its main branch */
export const library = defineLibrary({
  id: 'univa',
  label: 'univa',
  repo: 'https://github.com/PKU-YuanGroup/UniWorld-V1',
  filter: true,
  downloads: path('config.json'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({ checkout: { url: 'https://github.com/PKU-YuanGroup/UniWorld-V1', requirements: 'requirements.txt' } }),
  snippets(facts, target) {
    const code = py`
      import torch
      from transformers import AutoProcessor
      from univa.models.qwen2p5vl.modeling_univa_qwen2p5vl import UnivaQwen2p5VLForConditionalGeneration

      model = UnivaQwen2p5VLForConditionalGeneration.from_pretrained(
          ${facts.id}${pythonRevision(target)},
          torch_dtype=torch.bfloat16,
          attn_implementation="flash_attention_2",
      ).to("cuda")
      processor = AutoProcessor.from_pretrained(${facts.id}${pythonRevision(target)})
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model and what prepares its input', code: pythonBlock(target, code) }],
      notes: [{ code: 'gpu-required', text: 'It needs an NVIDIA graphics card, and flash_attn installed beside the requirements.' }],
    }
  },
})
