import { lines, py, when } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, pythonBlock } from '../preamble.ts'

/** The larger model has a configuration of its own, set before the class is made. @see https://github.com/MCG-NJU/VFIMamba — hf_demo_2x.py */
export const library = defineLibrary({
  id: 'vfi-mamba',
  label: 'VFIMamba',
  repo: 'https://github.com/MCG-NJU/VFIMamba',
  downloads: ext('pkl'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({ checkout: { url: 'https://github.com/MCG-NJU/VFIMamba', requirements: 'requirements.txt' } }),
  snippets(facts, target) {
    const isLarge = facts.name === 'VFIMamba'
    const code = py`
      ${when(isLarge, py`import config`)}
      from Trainer_finetune import Model

      ${lines('python', [
        when(
          isLarge,
          py`
            config.MODEL_CONFIG["LOGNAME"] = "VFIMamba"
            config.MODEL_CONFIG["MODEL_ARCH"] = config.init_model_config(F=32, depth=[2, 2, 2, 3, 3])
          `,
        ),
        py`
          model = Model(-1)
          model.from_pretrained(${facts.id})
          model.eval()
          model.device()
        `,
      ])}
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }],
      notes: [{ code: 'gpu-required', text: 'The model runs on an NVIDIA graphics card only.' }, ...noRevision(target, 'VFIMamba')],
    }
  },
})
