import { py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * The configurations in the checkout read weights from below the folder pretrained. @see https://github.com/TencentARC/SEED-Story —
 * src/inference/gen_george.py
 */
export const library = defineLibrary({
  id: 'seed-story',
  label: 'SEED-Story',
  repo: 'https://github.com/TencentARC/SEED-Story',
  filter: false,
  downloads: path('cvlm_llama2_tokenizer/tokenizer.model'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({
    checkout: { url: 'https://github.com/TencentARC/SEED-Story', requirements: 'requirements.txt' },
    python: ['huggingface_hub'],
  }),
  snippets(facts, target) {
    const code = py`
      import hydra
      from huggingface_hub import snapshot_download
      from omegaconf import OmegaConf

      snapshot_download(${facts.id}${pythonRevision(target)}, local_dir="pretrained")

      llm_config = OmegaConf.load("configs/clm_models/llama2chat7b_lora.yaml")
      llm = hydra.utils.instantiate(llm_config, torch_dtype="fp16")

      story_config = OmegaConf.load("configs/clm_models/agent_7b_sft.yaml")
      story = hydra.utils.instantiate(story_config, llm=llm)
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model of stories', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'fixed-model',
          text: 'The configurations read meta-llama/Llama-2-7b-hf too, from pretrained/Llama-2-7b-hf: put it there before.',
        },
        {
          code: 'input-needed',
          text: 'The configurations are those for the stories of George. Where the files of this repository lie elsewhere, change pretrained_model_path in them.',
        },
      ],
    }
  },
})
