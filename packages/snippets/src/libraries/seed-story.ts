import { fill, lines, py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/** Configurations in the checkout name the folders of the weights. @see https://github.com/TencentARC/SEED-Story */
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

      ${lines('python', [pythonSnapshot(facts, target), py`print(path)  # the configurations name folders below "pretrained": put or link it there`])}

      llm_config = OmegaConf.load(${fill('configs/clm_models/llm.yaml')})
      llm = hydra.utils.instantiate(llm_config, torch_dtype="fp16")

      story_config = OmegaConf.load(${fill('configs/clm_models/agent.yaml')})
      story = hydra.utils.instantiate(story_config, llm=llm)
    `
    return {
      drafts: [{ id: 'load', title: 'Load the models that the configurations describe', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'input-needed',
          text: 'Which configuration belongs to the weights stands in the README of the checkout. Fill in its path.',
        },
      ],
    }
  },
})
