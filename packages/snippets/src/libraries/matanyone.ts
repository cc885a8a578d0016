import { fill, py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/pq-yang/MatAnyone */
export const library = defineLibrary({
  id: 'matanyone',
  label: 'MatAnyone',
  repo: 'https://github.com/pq-yang/MatAnyone',
  filter: false,
  downloads: 'default',
  names: { none: 'Not on PyPI: it is installed from its repository.' },
  install: () => ({ python: ['git+https://github.com/pq-yang/MatAnyone'] }),
  snippets(facts, target) {
    const load = py`
      from matanyone.model.matanyone import MatAnyone

      model = MatAnyone.from_pretrained(${facts.id}${pythonRevision(target)})
    `
    const process = py`
      from matanyone import InferenceCore

      processor = InferenceCore(${facts.id})
      foreground_path, alpha_path = processor.process_video(
          input_path=${fill('your-video.mp4')},
          mask_path=${fill('mask-of-the-first-frame.png')},
          output_path="outputs",
      )
    `
    return {
      drafts: [
        { id: 'load', title: 'Load the model', code: pythonBlock(target, load) },
        {
          id: 'process',
          title: 'Cut a figure out of a video',
          code: pythonBlock(target, process),
          notes: noRevision(target, 'InferenceCore'),
        },
      ],
    }
  },
})
