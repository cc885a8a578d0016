import { py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/** The folder closest to the root that contains a file with the name; `''` is the root. */
function folderOf({ files }: ModelFacts, name: string): string | null {
  const found = files
    .filter((file) => file === name || file.endsWith(`/${name}`))
    .map((file) => file.slice(0, -name.length).replace(/\/$/, ''))
    .sort((a, b) => a.split('/').length - b.split('/').length || a.localeCompare(b))
  return found[0] ?? null
}

/**
 * A folder contains a pipeline with its model, or only a model: its configuration determines which. @see
 * https://github.com/HorizonRobotics/RoboOrchardLab — API of release 0.4
 */
export const library = defineLibrary({
  id: 'robo-orchard-lab',
  label: 'RoboOrchardLab',
  repo: 'https://github.com/HorizonRobotics/RoboOrchardLab',
  filter: false,
  downloads: ext('safetensors'),
  names: { pypi: ['robo-orchard-lab', 'huggingface_hub'] },
  install: () => ({ python: ['robo-orchard-lab', 'huggingface_hub'] }),
  snippets(facts, target) {
    const pipeline = folderOf(facts, 'inference.config.json')
    const folder = pipeline ?? folderOf(facts, 'model.config.json') ?? ''
    const place = folder === '' ? py`path` : py`str(Path(path, ${folder}))`
    const device = when(target.device !== 'auto', py`, device=${target.device}`)
    const code = py`
      ${when(
        folder !== '',
        py`
          from pathlib import Path

        `,
      )}
      from huggingface_hub import snapshot_download
      ${
        pipeline === null
          ? py`from robo_orchard_lab.models.torch_model import TorchModelMixin`
          : py`from robo_orchard_lab.inference import InferencePipelineMixin`
      }

      ${pythonSnapshot(facts, target)}
      ${
        pipeline === null
          ? py`
              model = TorchModelMixin.load_model(${place}${device})
              model.eval()
            `
          : py`
              pipeline = InferencePipelineMixin.load_pipeline(${place}${device})
              pipeline.model.eval()
            `
      }
    `
    return {
      drafts: [
        {
          id: pipeline === null ? 'model' : 'pipeline',
          title: pipeline === null ? 'Load the model' : 'Load the pipeline',
          code: pythonBlock(target, code),
        },
      ],
      notes: [
        {
          code: 'remote-code',
          text: 'The configuration can name any class to make. Read it first; pin a commit to keep it from changing.',
        },
      ],
    }
  },
})
